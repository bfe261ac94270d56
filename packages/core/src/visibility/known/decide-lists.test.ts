import { describe, expect, test } from "vitest";
import { seeds } from "@sightline/testing/seeds.js";
import { check } from "../../check.js";
import { createHistoryBuilder } from "../../history/builder.js";
import type { History } from "../../history/history.js";
import { parseHistory } from "../../history/parse-history.js";
import { createRandom } from "../../random.js";
import type { Violation, Witness } from "../../result.js";
import { types } from "../../types/index.js";
import { verifyWitness } from "../../witness/verify-criterion.js";

const SESSIONS = 3;

interface Replicas {
  readonly history: History;
  /** The order of all elements. */
  readonly order: readonly number[];
}

/**
 * Replicas of a list that see more and more of each other. A new element stands right after another, or at an index,
 * of what is seen, and among all elements as far behind as that leaves, or in front, by chance. `swap`: so many reads
 * have two neighbours changed.
 */
function replicas(seed: number, operations: number, swaps = 0): Replicas {
  const random = createRandom(seed);
  const order: number[] = [];
  const done: { put?: number; took?: number }[][] = Array.from({ length: SESSIONS }, () => []);
  const seen = Array.from({ length: SESSIONS }, () => new Array<number>(SESSIONS).fill(0));
  const builder = createHistoryBuilder({ type: "sequence" });
  let left = swaps;
  for (let at = 0; at < operations; at++) {
    const session = random.int(SESSIONS);
    const counts = seen[session];
    for (let other = 0; other < SESSIONS; other++)
      if (other === session) counts[other] = done[other].length;
      else if (random.chance(0.4)) counts[other] += random.int(done[other].length - counts[other] + 1);
    const known = done.flatMap((one, other) => one.slice(0, counts[other]));
    const gone = new Set(known.map(({ took }) => took));
    const put = new Set(known.map((one) => one.put));
    const there = order.filter((element) => put.has(element) && !gone.has(element));
    const saw = Object.fromEntries(counts.map((count, other) => [other, count]));
    const kind = random.pick(["read", "read", "delete", "insert", "insert"]);
    if (kind === "read") {
      const result = there.slice();
      if (left > 0 && at > operations / 2 && result.length > 1) {
        const place = random.int(result.length - 1);
        [result[place], result[place + 1]] = [result[place + 1], result[place]];
        left--;
      }
      builder.add({ session, method: "read", args: [], result, saw });
      done[session].push({});
    } else if (there.length > 3 && kind === "delete") {
      const took = random.pick(there);
      builder.add({ session, method: "delete", args: [took], result: null, saw });
      done[session].push({ took });
    } else {
      const index = random.int(there.length + 1);
      const after = index === 0 ? null : there[index - 1];
      const behind = index === there.length ? order.length : order.indexOf(there[index]);
      const front = after === null ? 0 : order.indexOf(after) + 1;
      order.splice(random.chance(0.5) ? front : behind, 0, at);
      const isListed = random.chance(0.5);
      const result = isListed ? there.toSpliced(index, 0, at) : null;
      const invocation = random.chance(0.5)
        ? { method: "insertAfter", args: [after, at] }
        : { method: "insert", args: [index, at] };
      builder.add({ session, ...invocation, result, saw });
      done[session].push({ put: at });
    }
  }
  return { history: builder.finish(), order };
}

describe("a list whose operations saw what is known", () => {
  test("has a witness with the order of its elements, which is verified", () => {
    const count = seeds(40);
    let searched = 0; // where what was chosen leads nowhere, the search goes on
    for (let seed = 1; seed <= count; seed++) {
      const { history } = replicas(seed, 150);
      const result = check(history, { criterion: "monotonic" });
      expect([seed, result.verdict]).toEqual([seed, "satisfied"]);
      if (result.stats.algorithm !== "recorded sights") searched++;
      const { witness } = result as { witness: Witness };
      expect(verifyWitness(history, { type: types.sequence, criterion: "monotonic" }, witness)).toEqual({
        valid: true,
      });
    }
    expect(searched).toBeLessThan(count / 10);
  });

  test("is refused where two results list elements in two orders, and told which", () => {
    for (let seed = 1; seed <= seeds(40); seed++) {
      const { history } = replicas(seed, 150, 1);
      const result = check(history, { criterion: "weak", explain: seed < 3 });
      if (result.verdict === "satisfied") continue; // nobody else told of these two
      expect(result).toMatchObject({ verdict: "violated", stats: { algorithm: "recorded sights" } });
      if (seed >= 3) continue;
      const { violation } = result as { violation: Violation };
      expect(violation.reason).toMatch(/^no order of the elements is left: #\d+ .* stands before /);
      expect(violation.reason.split("; ").length).toBeLessThanOrEqual(3);
    }
    const text =
      "sequence a { insertAfter(null,1) sees []; insertAfter(1,2) => null saw {a:1} } || b { read() => [2,1] saw {a:2} }";
    const { violation } = check(parseHistory(text), { criterion: "weak" }) as { violation: Violation };
    expect(violation).toMatchObject({
      operations: [0, 1, 2],
      reason:
        "no order of the elements is left: #1 insertAfter(1,2) put 2 right after 1; #2 read() returned a list in which 2 stands before 1",
    });
  });

  test("is refused where a list is not what was seen, in whatever order", () => {
    const text = "sequence a { insertAfter(null,1) sees [] } || b { read() => [] saw {a:1} }";
    const { violation } = check(parseHistory(text), { criterion: "weak" }) as { violation: Violation };
    expect(violation.reason).toContain("#1 read() => [] does not follow from what it was recorded as seeing");
  });

  test("its witness is refused with another order, or without any", () => {
    const { history, order } = replicas(7, 150);
    const { witness } = check(history, { criterion: "weak" }) as { witness: Witness };
    const verified = (lists: Witness["lists"]): string => {
      const { lists: _, ...rest } = witness;
      const found = verifyWitness(
        history,
        { type: types.sequence, criterion: "weak" },
        { ...rest, ...(lists && { lists }) },
      );
      return found.valid ? "valid" : found.reason;
    };
    expect(verified([order])).toBe("valid");
    expect(verified(undefined)).toContain('has no "lists"');
    expect(verified([order.slice(1)])).toContain("is not in the list of the witness");
    expect(verified([[...order, 1000]])).toContain("never inserted");
    expect(verified([order.toReversed()])).toContain(
      "does not follow from what it saw, in the order that the list of the witness has",
    );
  });
});
