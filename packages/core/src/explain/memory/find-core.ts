import type { MemoryHistory } from "../../memory/memory-history.js";
import type { Restriction } from "../../memory/restrict.js";
import { shrink } from "../shrink.js";
import { localise } from "./localise.js";
import { type CoreSearch, linearOrder, restrictTo, within } from "./parts.js";

/** A core of more operations than this explains little to a person: then another is looked for. */
const SMALL = 10;
/** From more operations than this the search is not begun again. */
const MANY = 5000;

/**
 * A few operations that violate the model by themselves, of a history that does. A read may be given
 * up, and a write with all its readers: each only relaxes. If `mayGoOn` allows, nothing more can be.
 * Where the clue leads to a core that is not small, another is looked for without it.
 */
export function findCore(memory: MemoryHistory, search: CoreSearch): Restriction {
  const start = localise(memory, search);
  const best = coreOf(start, search);
  const elsewhere = search.clue.length > 0 && start.kept.length < memory.size;
  if (best.kept.length <= SMALL || !elsewhere || !search.mayGoOn()) return best;
  const blind = { ...search, clue: [] };
  return smaller(best, coreOf(localise(memory, blind), blind));
}

/** The smallest core of a part that giving up its operations in several orders finds. */
function coreOf(start: Restriction, search: CoreSearch): Restriction {
  const inTime = linearOrder(start.memory);
  let best = minimise(start, inTime, search);
  if (start.kept.length > MANY) return best;
  for (const order of otherOrders(start.memory, inTime)) {
    if (best.kept.length <= SMALL || !search.mayGoOn()) break;
    best = smaller(best, minimise(start, order, search));
  }
  return best;
}

const smaller = (a: Restriction, b: Restriction): Restriction => (b.kept.length < a.kept.length ? b : a);

/** Delta debugging over the operations in this order: what comes first is given up first. */
function minimise(start: Restriction, order: readonly number[], search: CoreSearch): Restriction {
  const { memory } = start;
  let part = restrictTo(memory, order);
  const stillFails = (operations: readonly number[]): boolean => {
    const rest = restrictTo(memory, operations);
    // Only reads were given up whose writes had gone before.
    if (rest.kept.length === part.kept.length) return true;
    if (!search.violates(rest.memory)) return false;
    part = rest;
    return true;
  };
  shrink(order, stillFails, search.mayGoOn);
  return within(start, part);
}

/** Other orders in which to give operations up, since another order finds another core. */
function otherOrders({ size, variable }: MemoryHistory, inTime: readonly number[]): number[][] {
  const byThread = Array.from({ length: size }, (_, o) => o);
  const from = (at: number): number[] => [...inTime.slice(at), ...inTime.slice(0, at)];
  return [
    inTime.toReversed(),
    byThread,
    byThread.toSorted((a, b) => variable[a] - variable[b]),
    ...[0.25, 0.5, 0.75].map((share) => from(Math.floor(share * size))),
  ];
}
