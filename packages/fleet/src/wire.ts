import { levelNames, type Measurement } from "@sightline/core";
import { type CheckAnswer, UNTOLD } from "./jobs/check.js";
import type { MeasureAnswer } from "./jobs/measure.js";
import type { Batch, Item } from "./messages.js";
import type { Assignment } from "./work.js";

/**
 * An answer that says nothing out of the ordinary, which nearly all do: as numbers and words in a row.
 * To copy an object with all its keys to another thread takes longer than many a decision.
 */
type Plain = readonly [
  piece: number,
  item: number,
  name: string | null,
  size: number,
  /** The criterion that is satisfied, or the level. */
  what: string,
  algorithm: string,
  states: number,
  milliseconds: number,
  parts?: number,
];

/** A batch on its way to the main thread. */
export interface WireBatch extends Omit<Batch<unknown>, "items"> {
  readonly items: readonly (Plain | Item<unknown>)[];
}

/** How the answers of one kind of work are shortened, and made whole again. */
interface Wire<Answer> {
  /** The answer in short, if it says nothing out of the ordinary. */
  shorten(piece: number, item: number, answer: Answer): Plain | undefined;
  restore(plain: Plain): Answer;
}

const checkWire: Wire<CheckAnswer> = {
  shorten(piece, item, { name, seen, size, result, order, history, observation }) {
    if (result.verdict !== "satisfied" || result.warnings !== undefined) return undefined;
    const { criterion, witness, stats } = result;
    const { algorithm, states, milliseconds, parts, writePairs } = stats;
    if (witness !== UNTOLD || (seen ?? order ?? history ?? observation ?? writePairs) !== undefined)
      return undefined;
    const plain = [piece, item, name, size, criterion, algorithm, states, milliseconds] as const;
    return parts === undefined ? plain : [...plain, parts];
  },
  restore([, , name, size, criterion, algorithm, states, milliseconds, parts]) {
    const stats = { algorithm, states, milliseconds, ...(parts !== undefined && { parts }) };
    return {
      name,
      size,
      result: { criterion, verdict: "satisfied", witness: UNTOLD, stats },
      operations: [],
    };
  },
};

const measureWire: Wire<MeasureAnswer> = {
  shorten(piece, item, { name, seen, size, measured }) {
    const { level, reason, warnings, stats } = measured;
    return level === "unknown" || (seen ?? reason ?? warnings) !== undefined
      ? undefined
      : [piece, item, name, size, level, stats.algorithm, stats.states, stats.milliseconds];
  },
  restore([, , name, size, what, algorithm, states, milliseconds]) {
    const level = what as KnownLevel;
    return {
      name,
      size,
      measured: { level, verdicts: verdicts[level], stats: { algorithm, states, milliseconds } },
    };
  },
};

type KnownLevel = Exclude<Measurement["level"], "unknown">;

/** What each strongest level says of all six: those up to it are satisfied, those above it violated. */
const verdicts = Object.fromEntries(
  ["none" as const, ...levelNames].map((strongest, satisfied) => [
    strongest,
    Object.fromEntries(
      levelNames.map((name, level) => [name, level < satisfied ? "satisfied" : "violated"]),
    ) as Measurement["verdicts"],
  ]),
) as Readonly<Record<KnownLevel, Measurement["verdicts"]>>;

const wireOf = ({ kind }: Assignment): Wire<unknown> => (kind === "check" ? checkWire : measureWire);

/** A batch as it is sent. */
export function packBatch(assignment: Assignment, batch: Batch<unknown>): WireBatch {
  const { shorten } = wireOf(assignment);
  const items = batch.items.map((one) =>
    one.kind === "answer" ? (shorten(one.piece, one.item, one.answer) ?? one) : one,
  );
  return { ...batch, items };
}

/** A batch as it was before it was sent. */
export function unpackBatch(assignment: Assignment, batch: WireBatch): Batch<unknown> {
  const { restore } = wireOf(assignment);
  const items = batch.items.map(
    (one): Item<unknown> =>
      isPlain(one) ? { kind: "answer", piece: one[0], item: one[1], answer: restore(one) } : one,
  );
  return { ...batch, items };
}

const isPlain = (item: Plain | Item<unknown>): item is Plain => Array.isArray(item);
