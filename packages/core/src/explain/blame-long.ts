import type { Budget } from "../budget.js";
import { type History, type Label, labelOf } from "../history/history.js";
import { select } from "../history/select.js";
import type { SequentialType } from "../types/type.js";
import type { Effort } from "./effort.js";
import { shrink } from "./shrink.js";

/** A long history that conclusions refute. */
export interface RefutedLong {
  readonly history: History;
  readonly type: SequentialType;
  /** Whether conclusions refute a part of it, too. */
  refute(part: History, budget: Budget): boolean;
  /** The updates that the result of an operation may rest on; `undefined` where that may be any. */
  fitting(id: number): readonly number[] | undefined;
  /** Of lists: the operations without which one would be refuted for want of them. */
  readonly needs?: ((id: number) => readonly number[]) | undefined;
}

/** What a trial takes for each operation, in elementary steps, beside what conclusions count. */
const PER_OPERATION = 80;
/** The length of the first beginning that is tried. */
const FIRST = 32;

/**
 * Few operations that conclusions refute by themselves, with the updates that their results may rest on: what is left
 * out are other results, and updates that could only be in the way. `undefined` where conclusions do not refute it.
 */
export function blameLong(
  { history, type, refute, fitting, needs }: RefutedLong,
  effort: Effort,
): readonly number[] | undefined {
  const all = Array.from(history.label.keys());
  const isUpdate = all.map((id) => type.pure?.({ ...labelOf(history, id), result: undefined }) !== true);
  const updates = all.filter((id) => isUpdate[id]);
  /** The operations, with what their results may rest on. */
  const withFitting = (kept: readonly number[]): readonly number[] => {
    const found = new Set(kept);
    if (needs !== undefined) {
      for (const id of found) for (const other of needs(id)) found.add(other);
      return [...found].sort((a, b) => a - b);
    }
    for (const id of kept) {
      if (labelOf(history, id).result === undefined) continue;
      for (const other of fitting(id) ?? updates)
        if (history.object[other] === history.object[id]) found.add(other);
    }
    return [...found].sort((a, b) => a - b);
  };
  const fails = (kept: readonly number[]): boolean => {
    const ids = withFitting(kept);
    effort.pay(PER_OPERATION * ids.length);
    const keptSet = new Set(kept);
    const part = withoutResults(history, ids, (id) => !keptSet.has(id));
    return effort.attempt(0, () => refute(part, effort.trial)) === true;
  };
  const mayGoOn = (): boolean => effort.mayGoOn();
  if (needs !== undefined) {
    const start = firstThatFail(all, fails, mayGoOn);
    const few = start && shrink(start, fails, mayGoOn);
    // For a proof it is enough to know who inserted what these speak of.
    return few && [...new Set([...few, ...few.flatMap(needs)])].sort((a, b) => a - b);
  }
  // What is told of one key or element takes fewer to tell than a number does, which all updates count for.
  const plain = all.filter((id) => labelOf(history, id).result === undefined || fitting(id) !== undefined);
  const start = [plain, all].find((some, at) => (at === 0 || some.length > plain.length) && fails(some));
  return start && withFitting(shrink(start, fails, mayGoOn));
}

/** The first operations as they are listed, as few as fail. */
function firstThatFail(
  all: readonly number[],
  fails: (kept: readonly number[]) => boolean,
  mayGoOn: () => boolean,
): readonly number[] | undefined {
  let [low, high] = [0, all.length];
  // Short beginnings take little: so long ones are tried only where these hold.
  for (let size = FIRST; size < all.length && mayGoOn(); size *= 2) {
    if (fails(all.slice(0, size))) {
      high = size;
      break;
    }
    low = size;
  }
  if (high === all.length && !fails(all)) return undefined;
  while (high - low > 1 && mayGoOn()) {
    const middle = (low + high) >> 1;
    if (fails(all.slice(0, middle))) high = middle;
    else low = middle;
  }
  return all.slice(0, high);
}

/** Some operations of a history, of which some have any result; with the labels that these have. */
function withoutResults(history: History, ids: readonly number[], isAny: (id: number) => boolean): History {
  const part = select(history, Int32Array.from(ids)).history;
  const numbers = new Map<number, number>();
  const labels: Label[] = [];
  const label = part.label.map((one, at) => {
    const kind = isAny(ids[at]) ? -1 - one : one;
    let number = numbers.get(kind);
    if (number === undefined) {
      number = labels.push(kind < 0 ? { ...part.labels[one], result: undefined } : part.labels[one]) - 1;
      numbers.set(kind, number);
    }
    return number;
  });
  return { ...part, labels, label };
}
