import type { History } from "./history.js";
import type { Writable } from "../writable.js";

/**
 * What operations are known to have seen, where their recorder knew what each replica had received. An operation
 * that is known of sees the operations that are told, and no other update; of queries nobody can notice whether they
 * are seen, so those that are not told may be.
 *
 * Rows of both tables are one after another: those of operation `id` go from `start[id]` up to `start[id + 1]`.
 */
export interface KnownSights {
  /** Operation → 1 where it is known what it saw. */
  readonly known: Uint8Array;
  /** Of these sessions it saw so many operations, the first ones. Each session stands at most once. */
  readonly saw: {
    readonly start: Int32Array;
    readonly session: Int32Array;
    readonly count: Int32Array;
  };
  /** And these operations besides, ascending. */
  readonly sees: { readonly start: Int32Array; readonly ids: Int32Array };
}

/** The operations of each session, in order. */
export function membersOf({ size, session, sessions }: History): readonly Int32Array[] {
  const lengths = new Int32Array(sessions.length);
  for (let id = 0; id < size; id++) lengths[session[id]]++;
  const members = Array.from(lengths, (length) => new Int32Array(length));
  lengths.fill(0);
  for (let id = 0; id < size; id++) members[session[id]][lengths[session[id]]++] = id;
  return members;
}

/** The operations that the given one is known to have seen, in no order. `members` are those of each session. */
export function* seenBy(sights: KnownSights, members: readonly Int32Array[], id: number): Generator<number> {
  const { saw, sees } = sights;
  for (let at = saw.start[id]; at < saw.start[id + 1]; at++)
    yield* members[saw.session[at]].subarray(0, saw.count[at]);
  yield* sees.ids.subarray(sees.start[id], sees.start[id + 1]);
}

/** Collects rows of numbers of unknown length. */
export interface Column {
  readonly length: number;
  push(one: number): void;
  /** What was pushed, in an array of its own. */
  finish(): Int32Array;
}

/** A column that doubles its room as it fills up. */
export function createColumn(): Column {
  let room = new Int32Array(16);
  const column: Writable<Column> = {
    length: 0,
    push(one) {
      if (column.length === room.length) {
        const wider = new Int32Array(2 * column.length);
        wider.set(room);
        room = wider;
      }
      room[column.length++] = one;
    },
    finish: () => room.slice(0, column.length),
  };
  return column;
}
