import type { OrderName } from "../../criteria/order-name.js";
import { type History, mayBeAbsent } from "../../history/history.js";
import { createColumn } from "../../history/sights.js";
import type { SequentialType } from "../../types/type.js";
import { type Chains, chainsOf, happensBeforeVectors } from "../long/session-order.js";

/** A history of which it is known what every operation saw, as vectors: of each session, so many of its operations. */
export interface KnownProblem extends Chains {
  readonly history: History;
  readonly type: SequentialType;
  /** The number of sessions, and so the length of a vector. */
  readonly width: number;
  /** Operation → 1 where it may change the state. */
  readonly updates: Uint8Array;
  /** Operation → the position of the first update in its session from there on; the length where there is none. */
  readonly nextUpdate: Int32Array;
  /** `[operation * width + session]`: what was recorded as seen of the session ends there. */
  readonly saw: Int32Array;
  /** Updates before that end which were not seen all the same. */
  readonly gaps: Gaps;
  /** `[operation * width + session]`: what happens before ends there in the session. */
  readonly before: Int32Array;
  /** Whether happens-before is more than session order. */
  readonly crosses: boolean;
  /** Whether all before the last that was seen of a session was recorded as seen, queries too. */
  readonly exact: boolean;
}

/** For each operation some updates, ascending by ids: those of operation `id` go from `start[id]` up to `start[id + 1]`. */
export interface Gaps {
  readonly start: Int32Array;
  readonly ids: Int32Array;
}

/** Whether the update is one of the operation's gaps. */
export function isGap({ start, ids }: Gaps, operation: number, update: number): boolean {
  let [low, high] = [start[operation], start[operation + 1]];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ids[middle] < update) low = middle + 1;
    else high = middle;
  }
  return low < start[operation + 1] && ids[low] === update;
}

/** Whether the operation was recorded as seeing the update. */
export const sawUpdate = (
  { saw, width, session, position, gaps }: KnownProblem,
  id: number,
  update: number,
): boolean => saw[id * width + session[update]] > position[update] && !isGap(gaps, id, update);

/** Vectors of more entries are not made. */
const MOST_ENTRIES = 2 ** 28;
/** And lists of more gaps are not, either. */
const MOST_GAPS = 2 ** 26;

/**
 * The problem; "cyclic" where happens-before goes round in a circle; `undefined` where vectors do not tell it: some
 * operation may be absent, or it is not known what it saw, or what it saw of sessions is full of gaps.
 */
export function createKnownProblem(
  history: History,
  type: SequentialType,
  order: OrderName,
): KnownProblem | "cyclic" | undefined {
  const { size, sights, session } = history;
  const width = history.sessions.length;
  if (sights === undefined || size * width > MOST_ENTRIES || sights.known.includes(0)) return undefined;
  for (let id = 0; id < size; id++) if (mayBeAbsent(history, id)) return undefined;
  const chains = chainsOf(session, width);
  const { sessions, position } = chains;
  const changes = history.labels.map((label) => type.pure?.({ ...label, result: undefined }) !== true);
  const updates = Uint8Array.from(history.label, (label) => (changes[label] ? 1 : 0));
  const nextUpdate = new Int32Array(size);
  for (const members of sessions)
    for (let at = members.length - 1, next = members.length; at >= 0; at--) {
      if (updates[members[at]] === 1) next = at;
      nextUpdate[members[at]] = next;
    }
  const saw = new Int32Array(size * width);
  const { saw: counts, sees } = sights;
  const gaps = { start: new Int32Array(size + 1), ids: createColumn() };
  let exact = true;
  for (let id = 0; id < size; id++) {
    gaps.start[id] = gaps.ids.length;
    for (let row = counts.start[id]; row < counts.start[id + 1]; row++)
      saw[id * width + counts.session[row]] = counts.count[row];
    // Ids ascend, and so do positions in one session.
    for (let row = sees.start[id]; row < sees.start[id + 1]; row++) {
      const one = sees.ids[row];
      const at = id * width + session[one];
      if (saw[at] > position[one]) continue;
      exact &&= saw[at] === position[one];
      for (let place = saw[at]; place < position[one]; place++)
        if (updates[sessions[session[one]][place]] === 1) gaps.ids.push(sessions[session[one]][place]);
      saw[at] = position[one] + 1;
    }
    if (gaps.ids.length > MOST_GAPS) return undefined;
  }
  gaps.start[size] = gaps.ids.length;
  const ids = gaps.ids.finish();
  for (let id = 0; id < size; id++)
    if (gaps.start[id + 1] - gaps.start[id] > 1) ids.subarray(gaps.start[id], gaps.start[id + 1]).sort();
  const happened = happensBeforeVectors(history, chains, order);
  if (happened === undefined) return "cyclic";
  const found = { saw, gaps: { start: gaps.start, ids } };
  return { ...chains, ...happened, ...found, history, type, width, updates, nextUpdate, exact };
}

/** How many of a session an operation may be said to see, at most: up to the next update, and to itself. */
export function mostSeen(problem: KnownProblem, operation: number, session: number): number {
  const { sessions, nextUpdate, saw, width, position } = problem;
  const members = sessions[session];
  const count = saw[operation * width + session];
  const most = count < members.length ? nextUpdate[members[count]] : members.length;
  return session === problem.session[operation] ? Math.min(most, position[operation]) : most;
}
