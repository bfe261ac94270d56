import { sortOperations } from "../../memory/relations/clocks.js";
import { findCycle } from "../../memory/relations/find-cycle.js";
import { INITIAL, type MemoryHistory } from "../../memory/memory-history.js";
import type { Restriction } from "../../memory/restrict.js";
import { type CoreSearch, linearOrder, restrictTo, within } from "./parts.js";

/** So few operations are few enough to begin with. */
const FEW = 128;
/** By how much each window is larger than the last: all that fail cost a third of one more. */
const GROWTH = 4;
/** How closely the end of the shortest failing prefix is looked for: up to this share of its length. */
const CLOSE = 1 / 8;
/** Once a step leaves more than this share, no other is taken. */
const HARDLY = 3 / 4;

/**
 * A part of a long history that violates the model, found with few trials and those short: a cycle of
 * po ∪ wr; what happened around the clue; or, without a good one, what happened before the first
 * contradiction was complete.
 */
export function localise(memory: MemoryHistory, search: CoreSearch): Restriction {
  const { variable, names, drains } = memory;
  const accesses = Array.from(variable.keys()).filter((o) => variable[o] < names.length || drains?.[o] === 1);
  let part = restrictTo(memory, accesses);
  if (part.kept.length <= FEW) return part;
  const sorted = sortOperations(part.memory);
  const circle = sorted.acyclic ? [] : findCycle(part.memory, sorted.left);
  const clue = search.clue.map((o) => part.kept.indexOf(o)).filter((o) => o >= 0);
  const found = attempt(part.memory, circle, search) ?? nearClue(part.memory, clue, search);
  if (found !== undefined) return within(part, found);
  while (part.kept.length > FEW) {
    const smaller = beforeFirst(part.memory, search);
    const hardly = smaller.kept.length > HARDLY * part.kept.length;
    part = within(part, smaller);
    if (hardly) break;
  }
  return part;
}

/** The part of these operations, if it violates the model. */
function attempt(
  memory: MemoryHistory,
  operations: Iterable<number>,
  { violates, mayGoOn }: CoreSearch,
): Restriction | undefined {
  if (!mayGoOn()) return undefined;
  const part = restrictTo(memory, operations);
  return part.kept.length > 0 && violates(part.memory) ? part : undefined;
}

/** The operations around the clue in a linear order, in windows that grow until one violates the model. */
function nearClue(
  memory: MemoryHistory,
  clue: readonly number[],
  search: CoreSearch,
): Restriction | undefined {
  if (clue.length === 0) return undefined;
  const order = linearOrder(memory);
  const position = new Int32Array(memory.size);
  for (let at = 0; at < order.length; at++) position[order[at]] = at;
  for (let width = FEW; width < memory.size; width *= GROWTH) {
    const half = Math.ceil(width / (2 * clue.length));
    const window = new Set<number>();
    for (const centre of clue)
      for (
        let at = Math.max(0, position[centre] - half);
        at < position[centre] + half && at < order.length;
        at++
      )
        window.add(order[at]);
    const part = attempt(memory, withSources(memory, window), search);
    if (part !== undefined) return part;
  }
  return undefined;
}

/**
 * A part in which the first contradiction is complete: a prefix of a linear order that is not much longer
 * than the shortest which fails, and of that only the end if it will do.
 */
function beforeFirst(memory: MemoryHistory, search: CoreSearch): Restriction {
  const order = linearOrder(memory);
  let passes = 0;
  let fails = memory.size;
  const prefixFails = (length: number): boolean => {
    const failed = attempt(memory, order.slice(0, length), search) !== undefined;
    if (failed) fails = length;
    else passes = length;
    return failed;
  };
  for (let length = FEW; length < fails && !prefixFails(length); ) length *= GROWTH;
  while (fails - passes > Math.max(1, CLOSE * fails)) prefixFails((passes + fails) >> 1);
  for (let width = Math.max(FEW, 2 * (fails - passes)); width < fails; width *= GROWTH) {
    const part = attempt(memory, withSources(memory, order.slice(fails - width, fails)), search);
    if (part !== undefined) return part;
  }
  return restrictTo(memory, order.slice(0, fails));
}

/** The operations and the writes that they read from. */
function withSources({ source }: MemoryHistory, operations: Iterable<number>): Set<number> {
  const all = new Set(operations);
  for (const o of all) if (source[o] !== INITIAL) all.add(source[o]);
  return all;
}
