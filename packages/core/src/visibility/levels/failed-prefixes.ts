import { IMPOSSIBLE } from "../execution.js";
import { LEVEL } from "../../criteria/levels.js";
import type { SearchTask } from "./search-task.js";
import { type Prefix, unionOver } from "./visible-sets.js";

/** The prefixes from which a search found no way on. */
export interface FailedPrefixes<Bits> {
  /**
   * Whether a prefix already noted asked no more of the rest than this one does: then this one fails
   * too. If not, it is noted, as one that will have failed by the time another is asked about.
   * @param placed the operations of the prefix
   * @param needed the updates that can still change a result
   * @param state the state after the prefix
   */
  isHopeless(placed: Bits, needed: Bits, state: number): boolean;
}

/**
 * Remembers failed prefixes. What the rest of a linearization can tell of its prefix is
 *
 * 1. which operations are in it;
 * 2. in what order its updates stand, as far as they can still change a result and do not commute:
 *    two orders with the same operations lead to the same states, whatever part of them one sees,
 *    exactly if each pair that conflicts stands in the same order (Mazurkiewicz traces). So the
 *    conflicting predecessors of each update are a normal form of the order;
 * 3. what operations that come later must see on account of the prefix. Less is better.
 *
 * Where all results left to explain are of complete operations, these see the state and nothing else:
 * it then stands for 2 and 3.
 *
 * @param earlier the conflicting updates placed before each placed update
 */
export function createFailedPrefixes<Bits>(
  prefix: Prefix<Bits>,
  earlier: readonly Bits[],
): FailedPrefixes<Bits> {
  const { task, meter } = prefix;
  const { sets } = task;
  const failed = new Map<string, Bits[][]>();
  const dutiesOf = createDuties(prefix);
  let complete = sets.empty;
  for (let operation = 0; operation < task.size; operation++)
    if (task.levels[operation] === LEVEL.complete) complete = sets.union(complete, sets.single(operation));
  return {
    isHopeless(placed, needed, state) {
      const isState =
        state !== IMPOSSIBLE && sets.within(sets.difference(task.obligations, placed), complete);
      const key = isState ? `${sets.key(placed)};${state}` : traceKey(task, placed, needed, earlier);
      const duties = isState ? [] : dutiesOf(placed, needed);
      const others = failed.get(key);
      meter.grow(64 + 8 * duties.length + (others === undefined ? 64 + 2 * key.length : 0));
      if (others === undefined) {
        failed.set(key, [duties]);
        return false;
      }
      meter.work(others.length * (1 + duties.length));
      if (others.some((less) => less.every((duty, at) => sets.within(duty, duties[at])))) return true;
      others.push(duties);
      return false;
    },
  };
}

/** Equal exactly for prefixes with the same operations, and the same order of those that conflict and matter. */
function traceKey<Bits>(
  { sets }: SearchTask<Bits>,
  placed: Bits,
  needed: Bits,
  earlier: readonly Bits[],
): string {
  let key = `${sets.key(placed)}`;
  for (let left = sets.intersection(placed, needed); !sets.isEmpty(left); left = sets.rest(left))
    key += `,${sets.key(sets.intersection(earlier[sets.first(left)], needed))}`;
  return key;
}

/**
 * What the visible sets of the prefix ask of the rest, as a list of sets that has the same length
 * and meaning for all prefixes of the same operations, and such that smaller sets ask for less.
 */
function createDuties<Bits>(prefix: Prefix<Bits>): (placed: Bits, needed: Bits) => Bits[] {
  const { sets, size, levels, active, obligations, matters, before } = prefix.task;
  // Those that heed what their predecessors see: the others' visible sets start from the same.
  const monotonic: number[] = [];
  const causal: number[] = [];
  let allCausal = true;
  for (let operation = 0; operation < size; operation++) {
    if (!sets.has(active, operation)) continue;
    const level = levels[operation];
    if (level !== LEVEL.causal && level !== LEVEL.complete) allCausal = false;
    if (!sets.has(obligations, operation) && matters[operation] === 0) continue;
    if (level === LEVEL.monotonic || level === LEVEL.peer) monotonic.push(operation);
    if (level === LEVEL.causal) causal.push(operation);
  }

  /** What the placed predecessors of each of these see; once where several have the same predecessors. */
  const addInherited = (
    duties: Bits[],
    heeding: readonly number[],
    placed: Bits,
    of: readonly Bits[],
  ): boolean => {
    const done: Bits[] = [];
    let some = false;
    for (const operation of heeding) {
      if (sets.has(placed, operation)) continue;
      some = true;
      const predecessors = sets.intersection(before[operation], placed);
      if (sets.isEmpty(predecessors) || done.some((same) => isSame(same, predecessors))) continue;
      done.push(predecessors);
      duties.push(unionOver(prefix, predecessors, of));
    }
    return some;
  };
  const isSame = (a: Bits, b: Bits): boolean => sets.within(a, b) && sets.within(b, a);

  return (placed, needed) => {
    const duties: Bits[] = [];
    addInherited(duties, monotonic, placed, prefix.visible);
    if (addInherited(duties, causal, placed, prefix.closures)) {
      // A causal operation may see any update that can change its result, with what comes with it. Where
      // other levels are about, one of those may stand between them and bring in any operation.
      const bringing = allCausal ? sets.intersection(placed, needed) : placed;
      for (let left = bringing; !sets.isEmpty(left); left = sets.rest(left))
        duties.push(prefix.closures[sets.first(left)]);
    }
    return duties;
  };
}
