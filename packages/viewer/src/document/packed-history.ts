import {
  type Annotation,
  type Clock,
  type History,
  type Label,
  PENDING,
  type Seen,
  type Value,
} from "@sightline/core";

/** A label as it is packed: method, arguments and, where one was observed, the result. */
type PackedLabel = readonly [string, readonly Value[]] | readonly [string, readonly Value[], Value];

/** A history as plain JSON, column by column. Columns that grow are kept as differences: they compress well. */
export interface PackedHistory {
  readonly type?: string;
  readonly name?: string;
  readonly seen?: Seen;
  readonly initial?: Value;
  readonly labels: readonly PackedLabel[];
  readonly label: readonly number[];
  readonly sessions: readonly (string | number)[];
  readonly session: readonly number[];
  /** `null`: the object of operations that name none. */
  readonly objects: readonly (string | number | null)[];
  readonly object?: readonly number[];
  /** Calls, as differences; and how long after its call each returned, −1 where it never did. */
  readonly call?: readonly number[];
  readonly took?: readonly number[];
  /** The same by the recorder's clock; `null` where it never returned. */
  readonly clock?: {
    readonly call: readonly number[];
    readonly took: readonly (number | null)[];
    readonly annotations?: NonNullable<Clock["annotations"]>;
  };
  /** The ids of operations that may not have taken effect though they returned. */
  readonly optional?: readonly number[];
  readonly happensBefore?: readonly number[];
  readonly annotations?: readonly Annotation[];
  /** Lines of the source, as differences. */
  readonly lines?: readonly number[];
}

/** The history as plain JSON; `unpackHistory` gives the same one back. */
export function packHistory(history: History): PackedHistory {
  const { type, name, seen, initial, size, label, session, object, call, ret, clock, optional } = history;
  return {
    ...(type !== undefined && { type }),
    ...(name !== undefined && { name }),
    ...(seen !== undefined && { seen }),
    ...(initial !== undefined && { initial }),
    labels: history.labels.map(packLabel),
    label: [...label],
    sessions: history.sessions,
    session: [...session],
    objects: history.objects.map((one) => one ?? null),
    ...(history.objects.length > 1 && { object: [...object] }),
    ...(history.timed && {
      call: differences(call),
      took: Array.from({ length: size }, (_, id) => (ret[id] === PENDING ? -1 : ret[id] - call[id])),
    }),
    ...(clock !== undefined && {
      clock: {
        call: differences(clock.call),
        took: Array.from(clock.ret, (moment, id) =>
          Number.isNaN(moment) ? null : tidy(moment - clock.call[id]),
        ),
        ...(clock.annotations !== undefined && { annotations: clock.annotations }),
      },
    }),
    ...(optional !== undefined && { optional: [...optional.keys()].filter((id) => optional[id] === 1) }),
    ...(history.happensBefore.length > 0 && { happensBefore: [...history.happensBefore] }),
    ...(history.annotations !== undefined && { annotations: history.annotations }),
    ...(history.lines !== undefined && { lines: differences(history.lines) }),
  };
}

const packLabel = ({ method, args, result }: Label): PackedLabel =>
  result === undefined ? [method, args] : [method, args, result];

/** The history that was packed. */
export function unpackHistory(packed: PackedHistory): History {
  const size = packed.label.length;
  const call = packed.call === undefined ? new Int32Array(0) : Int32Array.from(sums(packed.call));
  const { took, optional, clock } = packed;
  return {
    type: packed.type,
    name: packed.name,
    seen: packed.seen,
    initial: packed.initial,
    size,
    labels: packed.labels.map(([method, args, result]) => ({ method, args, result })),
    label: Int32Array.from(packed.label),
    sessions: packed.sessions,
    session: Int32Array.from(packed.session),
    objects: packed.objects.map((one) => one ?? undefined),
    object: packed.object === undefined ? new Int32Array(size) : Int32Array.from(packed.object),
    timed: took !== undefined,
    call,
    ret: Int32Array.from(took ?? [], (length, id) => (length < 0 ? PENDING : call[id] + length)),
    clock: clock === undefined ? undefined : unpackClock(clock),
    optional: optional === undefined ? undefined : flagged(optional, size),
    happensBefore: Int32Array.from(packed.happensBefore ?? []),
    ...(packed.annotations !== undefined && { annotations: packed.annotations }),
    lines: packed.lines === undefined ? undefined : Int32Array.from(sums(packed.lines)),
  };
}

function unpackClock({ call, took, annotations }: NonNullable<PackedHistory["clock"]>): Clock {
  const calls = Float64Array.from(sums(call));
  return {
    call: calls,
    ret: Float64Array.from(took, (length, id) => (length === null ? Number.NaN : calls[id] + length)),
    ...(annotations !== undefined && { annotations }),
  };
}

function flagged(ids: readonly number[], size: number): Uint8Array {
  const flags = new Uint8Array(size);
  for (const id of ids) flags[id] = 1;
  return flags;
}

/** Each number less the one before it. */
function differences(column: ArrayLike<number>): number[] {
  return Array.from(column, (value, at) => (at === 0 ? value : tidy(value - column[at - 1])));
}

/** Differences of fractions have digits that mean nothing. */
const tidy = (difference: number): number =>
  Number.isInteger(difference) ? difference : Math.round(difference * 1e6) / 1e6;

function sums(column: readonly number[]): number[] {
  let sum = 0;
  return column.map((difference) => (sum += difference));
}
