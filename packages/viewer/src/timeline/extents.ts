import { type History, isPending } from "@sightline/core";

/**
 * What a place along the line stands for. `time`: a moment of the recorder's clock. `order`: a rank among all
 * calls and returns that are shown. `sequence`: a place in the operation's session, where there is no time.
 */
export type ScaleName = "time" | "order" | "sequence";

/** Where operations begin and end along the line. */
export interface Extents {
  readonly scale: ScaleName;
  /** The operations that are shown. */
  readonly ids: Int32Array;
  /** Operation → its beginning and its end; of those not shown, nothing that means anything. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly from: number;
  readonly to: number;
}

/** The scales that a history has. */
export function scalesOf({ timed, clock }: Pick<History, "timed" | "clock">): readonly ScaleName[] {
  if (!timed) return ["sequence"];
  return clock === undefined ? ["order"] : ["time", "order"];
}

/** The places of some operations, or of all. An operation that never returned ends with the drawing. */
export function extentsOf(history: History, scale: ScaleName, only?: readonly number[]): Extents {
  const ids =
    only === undefined
      ? Int32Array.from({ length: history.size }, (_, id) => id)
      : Int32Array.from(only).sort();
  const start = new Float64Array(history.size);
  const end = new Float64Array(history.size);
  if (scale === "sequence") placeInSessions(history, ids, start, end);
  else if (scale === "order") placeByRank(history, ids, start, end);
  else placeByClock(history, ids, start, end);
  let [from, to] = [Infinity, -Infinity];
  for (const id of ids) {
    from = Math.min(from, start[id]);
    to = Math.max(to, end[id]);
  }
  if (ids.length === 0) [from, to] = [0, 1];
  if (from === to) to = from + 1;
  return { scale, ids, start, end, from, to };
}

/** How much of its place an operation of a sequence fills. */
const FILLED = 0.82;

function placeInSessions(
  { session, sessions }: History,
  ids: Int32Array,
  start: Float64Array,
  end: Float64Array,
): void {
  const next = new Int32Array(sessions.length);
  for (const id of ids) {
    start[id] = next[session[id]]++;
    end[id] = start[id] + FILLED;
  }
}

function placeByRank(history: History, ids: Int32Array, start: Float64Array, end: Float64Array): void {
  const { call, ret } = history;
  const events = new Float64Array(2 * ids.length);
  let count = 0;
  for (const id of ids) {
    events[count++] = call[id];
    if (!isPending(history, id)) events[count++] = ret[id];
  }
  const sorted = events.subarray(0, count).sort();
  const all = count === 2 * history.size;
  const rank = all ? undefined : new Map(Array.from(sorted, (position, at) => [position, at]));
  const place = (position: number): number => rank?.get(position) ?? position;
  for (const id of ids) {
    start[id] = place(call[id]);
    end[id] = isPending(history, id) ? count + 1 : place(ret[id]);
  }
}

function placeByClock(history: History, ids: Int32Array, start: Float64Array, end: Float64Array): void {
  const { clock } = history;
  if (clock === undefined) return;
  let [first, last] = [Infinity, -Infinity];
  for (const id of ids) {
    start[id] = clock.call[id];
    end[id] = clock.ret[id];
    first = Math.min(first, start[id]);
    last = Math.max(last, start[id], isPending(history, id) ? -Infinity : end[id]);
  }
  const beyond = last + (last - first || 1) * 0.03;
  for (const id of ids) if (isPending(history, id)) end[id] = beyond;
}
