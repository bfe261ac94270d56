import { describe, expect, test } from "vitest";
import type { History } from "@sightline/core/history/history.js";
import { isPending, labelOf } from "@sightline/core/history/history.js";
import { findType, typeNames } from "@sightline/core/types/index.js";
import { generateHistory } from "./generate-history.js";
import { linearizable, sequentiallyConsistent } from "../order/order-oracle.js";
import { toRecord } from "./history-record.js";

const ids = (history: History) => Array.from({ length: history.size }, (_, id) => id);

describe.each(typeNames)("random histories of type %s", (name) => {
  const type = findType(name);
  const histories = Array.from({ length: 400 }, (_, seed) => generateHistory(type, seed));
  const share = (holds: (history: History) => boolean) => histories.filter(holds).length / histories.length;

  test("are decided by their seed and small", () => {
    expect(toRecord(generateHistory(type, 5))).toEqual(toRecord(histories[5]));
    for (const { size } of histories) expect(size).toBeLessThanOrEqual(7);
  });

  test("are often satisfied and often violated", () => {
    for (const satisfied of [linearizable, sequentiallyConsistent]) {
      const rate = share((history) => satisfied(history, type));
      expect(rate).toBeGreaterThan(0.25);
      expect(rate).toBeLessThan(0.85);
    }
  });

  test("call every method", () => {
    const called = new Set(histories.flatMap((history) => history.labels.map(({ method }) => method)));
    expect(called).toEqual(new Set(Object.keys(type.methods ?? {})));
  });

  test("have everything that a history may have", () => {
    const some = (holds: (history: History, id: number) => boolean) =>
      share((history) => ids(history).some((id) => holds(history, id)));
    expect(share(({ timed }) => timed)).toBeGreaterThan(0.6);
    expect(share(({ timed }) => timed)).toBeLessThan(0.95);
    expect(share(({ objects }) => objects.length > 1)).toBeGreaterThan(0.05);
    expect(share(({ sessions }) => sessions.length > 1)).toBeGreaterThan(0.5);
    expect(share(({ happensBefore }) => happensBefore.length > 0)).toBeGreaterThan(0.1);
    expect(share(({ initial }) => initial !== undefined)).toBeGreaterThan(0.1);
    expect(
      some((history, id) => !isPending(history, id) && labelOf(history, id).result === undefined),
    ).toBeGreaterThan(0.1);
    expect(
      some((history, id) => isPending(history, id) && labelOf(history, id).result === undefined),
    ).toBeGreaterThan(0.1);
    expect(
      some((history, id) => isPending(history, id) && labelOf(history, id).result !== undefined),
    ).toBeGreaterThan(0.1);
    // Neighbours in a session that overlap in time: only session order tells which was first.
    const overlaps = (history: History) =>
      ids(history).some((a) =>
        ids(history).some(
          (b) => a < b && history.session[a] === history.session[b] && !(history.ret[a] < history.call[b]),
        ),
      );
    expect(share((history) => history.timed && overlaps(history))).toBeGreaterThan(0.1);
  });
});
