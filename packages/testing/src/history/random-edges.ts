import type { History } from "@sightline/core/history/history.js";
import type { Random } from "@sightline/core/random.js";
import { fromRecord, type HistoryRecord } from "./history-record.js";

/**
 * One or two edges between operations, mostly along the order in which they took effect.
 *
 * @param points when each operation took effect
 * @param backwards the probability of an edge against that order
 */
export function randomEdges(
  random: Random,
  points: readonly number[],
  backwards: number,
): [number, number][] {
  const edges: [number, number][] = [];
  for (let count = 1 + random.int(2); count > 0; count--) {
    const [a, b] = [random.int(points.length), random.int(points.length)];
    if (a === b) continue;
    edges.push(points[a] < points[b] || random.chance(backwards) ? [a, b] : [b, a]);
  }
  return edges;
}

/** The history of a record; without its declared edges where they make a cycle with session order. */
export function withoutCycle(record: HistoryRecord): History {
  return fromRecord(record) ?? (fromRecord({ ...record, happensBefore: [] }) as History);
}
