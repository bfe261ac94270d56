import { describe, expect, test } from "vitest";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { createRandom } from "../random.js";
import { fromRecord } from "@sightline/testing/history/history-record.js";
import { types } from "../types/index.js";
import { type History, isPending, labelOf, PENDING } from "./history.js";
import { select } from "./select.js";

/** Session order and declared happens-before, closed through all operations. */
function happensBefore(history: History): boolean[][] {
  const ids = [...history.label.keys()];
  const before = ids.map((a) => ids.map((b) => a < b && history.session[a] === history.session[b]));
  for (let e = 0; e < history.happensBefore.length; e += 2)
    before[history.happensBefore[e]][history.happensBefore[e + 1]] = true;
  for (const via of ids)
    for (const a of ids) for (const b of ids) if (before[a][via] && before[via][b]) before[a][b] = true;
  return before;
}

const inTime = (history: History, a: number, b: number): boolean =>
  history.timed && history.ret[a] < history.call[b];

describe("a selection", () => {
  test("keeps labels, times and orders among its operations, also through those left out", () => {
    let through = 0;
    for (let seed = 1; seed <= 600; seed++) {
      const random = createRandom(seed);
      const history = generateHistory(types.map, seed);
      const ids = Int32Array.from([...history.label.keys()].filter(() => random.chance(0.6)));
      const { history: part, ids: kept } = select(history, ids);
      expect([...kept]).toEqual([...ids]);
      expect(part.size).toBe(ids.length);
      const [whole, own] = [happensBefore(history), happensBefore(part)];
      ids.forEach((a, i) => {
        expect(labelOf(part, i)).toEqual(labelOf(history, a));
        expect(part.objects[part.object[i]]).toBe(history.objects[history.object[a]]);
        expect(isPending(part, i)).toBe(isPending(history, a));
        ids.forEach((b, j) => {
          if (own[i][j] !== whole[a][b] || inTime(part, i, j) !== inTime(history, a, b))
            expect.fail(`seed ${seed}: operations ${a} and ${b}`);
          if (whole[a][b] && history.session[a] !== history.session[b]) through++;
        });
      });
    }
    expect(through).toBeGreaterThan(50);
  });

  test("an optional operation keeps its call alone, a loose one its times; the orders of others stay", () => {
    for (let seed = 1; seed <= 400; seed++) {
      const history = generateHistory(types.queue, seed);
      if (!history.timed) continue;
      const random = createRandom(seed);
      const kinds = Array.from(history.label, () => random.pick(["firm", "optional", "loose"]));
      const ids = Int32Array.from(history.label.keys());
      const part = select(
        history,
        ids,
        (id) => kinds[id] === "optional",
        (id) => kinds[id] === "loose",
      ).history;
      const [whole, own] = [happensBefore(history), happensBefore(part)];
      for (const a of ids) {
        if (kinds[a] === "optional") expect(part.ret[a]).toBe(PENDING);
        for (const b of ids) {
          const ordered = kinds[a] === "firm" && kinds[b] === "firm" && whole[a][b];
          const timed = kinds[a] !== "optional" && inTime(history, a, b);
          if (own[a][b] !== ordered || inTime(part, a, b) !== timed)
            expect.fail(`seed ${seed}: ${kinds[a]} ${a} and ${kinds[b]} ${b}`);
        }
      }
    }
  });

  test("has positions without gaps, and its lines", () => {
    const operations = [0, 1, 2, 3].map((i) => ({
      session: i,
      method: "m",
      call: 10 * i,
      return: 10 * i + 15,
    }));
    const history = { ...(fromRecord({ operations }) as History), lines: Int32Array.of(4, 5, 6, 7) };
    const { history: part } = select(history, Int32Array.of(0, 3));
    expect([...part.call, ...part.ret]).toEqual([0, 2, 1, 3]);
    expect([...(part.lines ?? [])]).toEqual([4, 7]);
  });
});
