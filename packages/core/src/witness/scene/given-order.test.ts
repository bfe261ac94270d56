import { expect, test } from "vitest";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { seeds } from "@sightline/testing/seeds.js";
import type { History } from "../../history/history.js";
import { typeNames, findType } from "../../types/index.js";
import { givenOrder } from "./given-order.js";

/** What comes before what, pair by pair, until nothing is new. */
function literalOrder(
  { size, session, timed, call, ret, happensBefore }: History,
  realTime: boolean,
): boolean[][] {
  const ids = Array.from({ length: size }, (_, id) => id);
  const row = ids.map((a) =>
    ids.map((b) => (a < b && session[a] === session[b]) || (realTime && timed && ret[a] < call[b])),
  );
  for (let at = 0; at < happensBefore.length; at += 2) row[happensBefore[at]][happensBefore[at + 1]] = true;
  for (const via of ids) for (const a of ids) for (const b of ids) row[a][b] ||= row[a][via] && row[via][b];
  return row;
}

test("session order, declared edges and real time, through all operations", () => {
  let ordered = 0;
  for (let seed = 1; seed <= seeds(100); seed++) {
    const history = generateHistory(findType(typeNames[seed % typeNames.length]), seed, 8);
    for (const realTime of [false, true]) {
      const [before, row] = [givenOrder(history, realTime), literalOrder(history, realTime)];
      for (const a of row.keys())
        for (const b of row.keys()) {
          ordered += row[a][b] ? 1 : 0;
          expect(before(a, b), `seed ${seed}: ${a} before ${b}`).toBe(row[a][b]);
        }
    }
  }
  expect(ordered).toBeGreaterThan(1000);
});
