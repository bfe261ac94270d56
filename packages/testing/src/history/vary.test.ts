import { describe, expect, test } from "vitest";
import type { History } from "@sightline/core/history/history.js";
import { types } from "@sightline/core/types/index.js";
import { generateHistory } from "./generate-history.js";
import { createRandom } from "@sightline/core/random.js";
import { fromRecord, toRecord } from "./history-record.js";
import { withLessToExplain, withMoreOrder, withoutTime } from "./vary.js";

const histories = Array.from({ length: 200 }, (_, seed) => generateHistory(types.map, seed));

describe("records", () => {
  test("turn back into the same history, but for the clock: records have positions", () => {
    for (const history of histories)
      expect({ ...fromRecord(toRecord(history)), clock: undefined }).toEqual({
        ...history,
        clock: undefined,
      });
  });

  test("with a cycle in their happens-before have no history", () => {
    const operations = [0, 1].map((session) => ({ session, method: "read" }));
    const edges = [
      [0, 1],
      [1, 0],
    ] as const;
    expect(fromRecord({ operations, happensBefore: edges })).toBeUndefined();
  });
});

describe("variations", () => {
  test("more order: the same operations, one more edge", () => {
    const varied = histories.map((history, seed) => withMoreOrder(history, createRandom(seed)));
    expect(varied.filter((history) => history !== undefined).length).toBeGreaterThan(100);
    varied.forEach((history, i) => {
      if (history === undefined) return;
      expect(history.happensBefore.length).toBe(histories[i].happensBefore.length + 2);
      expect(toRecord(history).operations).toEqual(toRecord(histories[i]).operations);
    });
  });

  test("less to explain: no new precedence, no new result", () => {
    let changed = 0;
    const precedes = (history: History, a: number, b: number) => history.ret[a] < history.call[b];
    histories.forEach((history, seed) => {
      const relaxed = withLessToExplain(history, createRandom(seed));
      for (let a = 0; a < history.size; a++) {
        const [before, after] = [history, relaxed].map((one) => one.labels[one.label[a]].result);
        expect(after === undefined || JSON.stringify(after) === JSON.stringify(before)).toBe(true);
        for (let b = 0; b < history.size; b++)
          expect(precedes(relaxed, a, b) && !precedes(history, a, b)).toBe(false);
      }
      if (JSON.stringify(toRecord(relaxed)) !== JSON.stringify(toRecord(history))) changed++;
    });
    expect(changed).toBeGreaterThan(100);
  });

  test("no time: only where nothing is pending", () => {
    for (const history of histories) {
      const untimed = withoutTime(history);
      const pending = history.timed && toRecord(history).operations.some((o) => o.return === undefined);
      expect(untimed === undefined).toBe(pending);
      expect(untimed?.timed ?? false).toBe(false);
    }
  });
});
