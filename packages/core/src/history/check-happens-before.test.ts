import { expect, test } from "vitest";
import { createRandom } from "../random.js";
import { fromRecord } from "@sightline/testing/history/history-record.js";

/** Whether session order and the edges have a cycle, by transitive closure. */
function isCyclic(sessions: readonly number[], edges: readonly (readonly [number, number])[]): boolean {
  const ids = [...sessions.keys()];
  const reaches = ids.map((a) => ids.map((b) => a < b && sessions[a] === sessions[b]));
  for (const [a, b] of edges) reaches[a][b] = true;
  for (const via of ids)
    for (const a of ids) for (const b of ids) if (reaches[a][via] && reaches[via][b]) reaches[a][b] = true;
  return ids.some((id) => reaches[id][id]);
}

test("happens-before with a cycle is refused, any other is taken", () => {
  const random = createRandom(1);
  let cyclic = 0;
  for (let round = 0; round < 2000; round++) {
    const sessions = Array.from({ length: 2 + random.int(6) }, () => random.int(3));
    const edges = Array.from(
      { length: random.int(5) },
      () => [random.int(sessions.length), random.int(sessions.length)] as const,
    );
    const operations = sessions.map((session) => ({ session, method: "m" }));
    const expected = isCyclic(sessions, edges);
    if (expected) cyclic++;
    expect(
      fromRecord({ operations, happensBefore: edges }) === undefined,
      JSON.stringify({ sessions, edges }),
    ).toBe(expected);
  }
  expect(cyclic).toBeGreaterThan(300);
  expect(cyclic).toBeLessThan(1700);
});
