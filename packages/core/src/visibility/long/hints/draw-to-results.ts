import { equal, type Value } from "../../../history/value.js";
import type { LongProblem } from "../long-problem.js";

/** How often it is done; how many updates around a query are looked at; how many queries before and after tell of one. */
const [ROUNDS, REACH, AROUND] = [12, 150, 3];
/** A number is a clock if it goes at least so far, in so many steps. */
const FAR = 16;
/** The share of the way that moments are moved at once. */
const SHARE = 0.5;

/**
 * Draws guessed moments to when the updates, run in the order of these guesses, lead to what queries of the whole
 * state returned, such as a size: a number that grows is as good as a clock. Where there is no such query nothing changes.
 */
export function drawToResults(problem: LongProblem, times: Float64Array): void {
  const { size, sessions, labels, label, updates } = problem;
  const asked = sessions.map((members) =>
    members.filter((one) => {
      const { args, result } = labels[label[one]];
      return updates[one] === 0 && args.length === 0 && typeof result === "number";
    }),
  );
  const methods = new Map<string, number>();
  for (const queries of asked) for (const one of queries) methods.set(labels[label[one]].method, label[one]);
  if (methods.size === 0) return;
  const all = Int32Array.from({ length: size }, (_, one) => one);
  const changing = all.filter((one) => updates[one] === 1);
  const shifts = sessions.map(() => new Float64Array(0));
  for (let round = 0; round < ROUNDS; round++) {
    changing.sort((a, b) => times[a] - times[b] || a - b);
    const moments = Float64Array.from(changing, (one) => times[one]);
    const told = new Map<string, Value[]>([...methods.keys()].map((method) => [method, []]));
    let state = problem.initial;
    for (let at = 0; at <= changing.length; at++) {
      for (const [method, one] of methods) told.get(method)?.push(problem.resultIn(state, one));
      if (at < changing.length) state = problem.next(state, changing[at]);
    }
    for (const [method, values] of told) if (!isClock(values)) told.delete(method);
    if (told.size === 0) return;
    asked.forEach((queries, s) => {
      shifts[s] = Float64Array.from(queries, (query) => {
        const { method, result = null } = labels[label[query]];
        const found = nearest(told.get(method) ?? [], result, firstAfter(moments, times[query]));
        if (found < 0) return 0;
        // After the update before it, and before the one after it.
        const from = moments[Math.max(0, found - 1)];
        const to = moments[Math.min(moments.length - 1, found)];
        return times[query] < from ? from - times[query] : times[query] > to ? to - times[query] : 0;
      });
    });
    sessions.forEach((members, s) => shift(members, asked[s], shifts[s], times));
    // One operation took effect at a time.
    all.sort((a, b) => times[a] - times[b] || a - b);
    all.forEach((operation, at) => {
      times[operation] = at;
    });
  }
}

/** Whether the numbers go far, and by small steps. */
function isClock(values: readonly Value[]): boolean {
  let [least, greatest, way] = [Infinity, -Infinity, 0];
  values.forEach((value, at) => {
    if (typeof value !== "number") return;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
    if (at > 0) way += Math.abs(value - Number(values[at - 1]));
  });
  const range = greatest - least;
  return range >= FAR && way / values.length < range / FAR;
}

/** The place nearest to the given one where the value is the one that is asked for; -1 where there is none. */
function nearest(values: readonly Value[], wanted: Value, place: number): number {
  for (let away = 0; away <= REACH; away++) {
    if (place - away >= 0 && equal(values[place - away] ?? null, wanted)) return place - away;
    if (place + away < values.length && equal(values[place + away] ?? null, wanted)) return place + away;
  }
  return -1;
}

function firstAfter(moments: Float64Array, time: number): number {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moments[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Moves the operations of a session by what the queries around them would be moved by; their order stays. */
function shift(members: Int32Array, queries: Int32Array, by: Float64Array, times: Float64Array): void {
  if (queries.length === 0) return;
  let next = 0;
  const moved = Float64Array.from(members, (operation) => {
    while (next < queries.length && queries[next] < operation) next++;
    const [from, to] = [Math.max(0, next - AROUND), Math.min(queries.length, next + AROUND)];
    let sum = 0;
    for (let at = from; at < to; at++) sum += by[at];
    return times[operation] + (SHARE * sum) / Math.max(1, to - from);
  });
  const highest = moved.slice();
  for (let at = 1; at < highest.length; at++) highest[at] = Math.max(highest[at], highest[at - 1]);
  for (let at = moved.length - 2; at >= 0; at--) moved[at] = Math.min(moved[at], moved[at + 1]);
  members.forEach((operation, at) => {
    times[operation] = (moved[at] + highest[at]) / 2;
  });
}
