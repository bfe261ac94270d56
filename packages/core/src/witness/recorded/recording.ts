import type { History } from "../../history/history.js";
import { membersOf } from "../../history/sights.js";
import type { SequentialType } from "../../types/type.js";
import { words } from "../execution.js";

/**
 * A linearization of a history that tells what each operation saw, as vectors: of each session, how many of its
 * operations, the first ones. Nothing takes room for each pair of operations.
 */
export interface Recording {
  readonly history: History;
  readonly order: ArrayLike<number>;
  /** Operation → its place in the order. */
  readonly place: Int32Array;
  /** The operations of each session. */
  readonly members: readonly Int32Array[];
  /** Operation → its position in its session. */
  readonly position: Int32Array;
  /** Operation → how many updates there are in its session before it. */
  readonly updatesBefore: Int32Array;
  /** Operation → 1 where it may change the state. */
  readonly isUpdate: Uint8Array;
  /**
   * `[operation * members.length + session]`: the updates that it saw of the session are those among so many of its
   * first operations, but for its gaps; the last of them was recorded as seen.
   */
  readonly saw: Int32Array;
  /** Operation → updates among those that it did not see; only of operations that have any. */
  readonly gaps: ReadonlyMap<number, ReadonlySet<number>>;
  /** To be told of work, in elementary steps; it may throw when there was enough. */
  readonly work: (steps: number) => void;
}

/** Whether the operation was recorded as seeing the update. */
export const sawIn = (
  { history, members, position, saw, gaps }: Recording,
  id: number,
  update: number,
): boolean =>
  saw[id * members.length + history.session[update]] > position[update] && gaps.get(id)?.has(update) !== true;

/** How many updates there are among the first operations of a session. */
export function updatesAmong(
  { members, updatesBefore, isUpdate }: Recording,
  session: number,
  count: number,
): number {
  if (count === 0) return 0;
  const last = members[session][count - 1];
  return updatesBefore[last] + isUpdate[last];
}

/** The recording, or why it cannot be read as vectors. All operations are in the order. */
export function recordingOf(
  history: History,
  type: SequentialType,
  order: ArrayLike<number>,
  work: (steps: number) => void,
): Recording | string {
  const { size, session, sights } = history;
  if (sights === undefined) return "the history does not tell what operations saw";
  const members = membersOf(history);
  const width = members.length;
  const place = new Int32Array(size);
  for (let at = 0; at < order.length; at++) place[order[at]] = at;
  const updates = history.labels.map((label) => type.pure?.({ ...label, result: undefined }) !== true);
  const isUpdate = new Uint8Array(size);
  const [position, updatesBefore] = [new Int32Array(size), new Int32Array(size)];
  const [lengths, counts] = [new Int32Array(width), new Int32Array(width)];
  for (let id = 0; id < size; id++) {
    isUpdate[id] = updates[history.label[id]] ? 1 : 0;
    position[id] = lengths[session[id]]++;
    updatesBefore[id] = counts[session[id]];
    counts[session[id]] += isUpdate[id];
  }
  const saw = new Int32Array(size * width);
  const gaps = new Map<number, Set<number>>();
  for (let id = 0; id < size; id++) {
    if (sights.known[id] === 0) return `it was not recorded what ${words(history, id)} saw`;
    work(width);
    for (let row = sights.saw.start[id]; row < sights.saw.start[id + 1]; row++)
      saw[id * width + sights.saw.session[row]] = sights.saw.count[row];
    const told = sights.sees.ids.subarray(sights.sees.start[id], sights.sees.start[id + 1]);
    if (told.length === 0) continue;
    const seen = new Set(told);
    for (const one of told) {
      const at = id * width + session[one];
      for (let place = saw[at]; place < position[one]; place++) {
        const between = members[session[one]][place];
        if (isUpdate[between] === 0 || seen.has(between)) continue;
        const own = gaps.get(id);
        if (own === undefined) gaps.set(id, new Set([between]));
        else own.add(between);
      }
      if (saw[at] <= position[one]) saw[at] = position[one] + 1;
      work(1);
    }
  }
  return { history, order, place, members, position, updatesBefore, isUpdate, saw, gaps, work };
}

/** Where the linearization goes against what was recorded: who was seen stands before who saw. */
export function wrongRecordedOrder({ history, place, members, saw }: Recording): string | undefined {
  const width = members.length;
  for (let id = 0; id < history.size; id++)
    for (let from = 0; from < width; from++) {
      const count = saw[id * width + from];
      if (count === 0) continue;
      const last = members[from][count - 1];
      if (place[last] >= place[id])
        return `${words(history, id)} was recorded as seeing ${words(history, last)} which stands after it`;
    }
  return undefined;
}
