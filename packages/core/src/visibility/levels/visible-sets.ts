import { IMPOSSIBLE } from "../execution.js";
import { LEVEL } from "../../criteria/levels.js";
import type { Meter } from "../meter.js";
import type { SearchTask } from "./search-task.js";

/** A prefix of a linearization, as far as later operations can tell. */
export interface Prefix<Bits> {
  readonly task: SearchTask<Bits>;
  readonly meter: Meter;
  /** The updates placed so far, in order: the first `updates` of the array. */
  readonly order: Int32Array;
  updates: number;
  /** What each placed operation sees, itself not included. */
  readonly visible: Bits[];
  /** Each placed operation with what it sees, what those see, and so on. Only where someone is causal. */
  readonly closures: Bits[];
}

/** The least that an operation sees when it comes next, given what those before it see (POPL'19 Fig. 6). */
export function leastVisible<Bits>(prefix: Prefix<Bits>, operation: number, placed: Bits): Bits {
  const { sets, levels, before } = prefix.task;
  const own = before[operation];
  switch (levels[operation]) {
    case LEVEL.weak:
      return sets.empty;
    case LEVEL.basic:
      return own;
    case LEVEL.monotonic:
      return unionOver(prefix, own, prefix.visible);
    case LEVEL.peer: {
      const seen = unionOver(prefix, own, prefix.visible);
      // What happens before its own predecessors happens before it; and hb is transitive: once is enough.
      return sets.union(seen, unionOver(prefix, sets.difference(seen, own), before));
    }
    case LEVEL.causal:
      return unionOver(prefix, own, prefix.closures);
    default:
      return placed;
  }
}

/** An operation that sees the given set, with all that is seen through it. */
export function closureOf<Bits>(prefix: Prefix<Bits>, operation: number, seen: Bits): Bits {
  const { sets, levels } = prefix.task;
  const level = levels[operation];
  // What a causal operation sees is closed, and so is all that was placed.
  const closed =
    level === LEVEL.causal || level === LEVEL.complete ? seen : unionOver(prefix, seen, prefix.closures);
  return sets.union(closed, sets.single(operation));
}

/** The members, and the sets of all members. */
export function unionOver<Bits>({ task, meter }: Prefix<Bits>, members: Bits, of: readonly Bits[]): Bits {
  const { sets } = task;
  let union = members;
  let steps = 0;
  for (let left = members; !sets.isEmpty(left); left = sets.rest(left), steps++)
    union = sets.union(union, of[sets.first(left)]);
  meter.work(steps);
  return union;
}

/** Whether the result of the operation is explained when it sees exactly this set (the axiom Ret). */
export function isExplained<Bits>(prefix: Prefix<Bits>, operation: number, seen: Bits): boolean {
  const { sets, execution, relevant } = prefix.task;
  // Updates that cannot change the result need not run (the hint `relevant`).
  const run = sets.intersection(seen, relevant[operation]);
  let state = execution.initial;
  for (let at = 0; at < prefix.updates; at++)
    if (sets.has(run, prefix.order[at])) state = execution.next(state, prefix.order[at]);
  prefix.meter.work(prefix.updates);
  return execution.explains(state, operation);
}

/**
 * The smallest sets that explain the operation, which comes next and is not explained by `least`,
 * the least it must see. It suffices to try these: every condition on later operations asks for no
 * less when this one sees more (CAV'18 Lemma 1; it carries over to all six levels, in any mixture).
 * With `anyOne` just one set, not always a smallest: enough where nobody heeds what this operation sees.
 * After `patience` sets that do not explain it the answer is what was found until then.
 *
 * A smallest set is `least` and some relevant updates, closed as the level asks: leaving irrelevant
 * ones out of a set changes no result. So one sweep over the relevant updates, from left to right,
 * meets them all. It carries pairs of a set and the state after its updates so far.
 */
export function minimalVisibleSets<Bits>(
  prefix: Prefix<Bits>,
  operation: number,
  least: Bits,
  anyOne: boolean,
  patience = Infinity,
): Bits[] {
  const { task, meter } = prefix;
  const { sets, execution, before, levels } = task;
  const level = levels[operation];
  const relevant = task.relevant[operation];
  if (level === LEVEL.complete) return [];
  const updates: number[] = [];
  for (let at = 0; at < prefix.updates; at++)
    if (sets.has(relevant, prefix.order[at])) updates.push(prefix.order[at]);
  meter.work(prefix.updates);
  const isForced = updates.map((update) => sets.has(least, update));
  // What comes with an update when a peer or a causal operation sees it.
  const brings = (update: number): Bits =>
    level === LEVEL.peer
      ? sets.union(before[update], sets.single(update))
      : level === LEVEL.causal
        ? prefix.closures[update]
        : sets.single(update);
  const asked =
    level === LEVEL.peer || level === LEVEL.causal
      ? laterNeeds(task, updates, isForced, relevant, brings)
      : undefined;

  if (anyOne) {
    const seen = oneMore();
    if (seen !== undefined) return [seen];
  }
  const found: Bits[] = [];
  let failures = 0;
  let states = [execution.initial];
  let seens = [least];
  for (let at = 0; at < updates.length; at++) {
    const update = updates[at];
    if (isForced[at]) {
      for (let entry = 0; entry < states.length; entry++)
        states[entry] = execution.next(states[entry], update);
      meter.work(states.length);
    } else {
      const brought = brings(update);
      const needed = sets.difference(sets.intersection(brought, relevant), sets.single(update));
      const count = states.length;
      for (let entry = 0; entry < count; entry++) {
        // The relevant updates that come with this one are earlier: each set meets all of its own in turn.
        if (!sets.within(needed, seens[entry])) continue;
        meter.visit();
        const state = execution.next(states[entry], update);
        if (state === IMPOSSIBLE) continue;
        const seen = sets.union(seens[entry], brought);
        if (!explainedAtEnd(state, at + 1)) {
          if (++failures > patience) return minimal(found);
          states.push(state);
          seens.push(seen);
          continue;
        }
        // What sees still more is no smaller.
        if (anyOne) return [seen];
        found.push(seen);
      }
    }
    thin(at);
  }
  return minimal(found);

  /** The least and one more update, with what comes with it, where that will do: it often does. */
  function oneMore(): Bits | undefined {
    let state = execution.initial;
    for (let at = 0; at < updates.length; at++) {
      const update = updates[at];
      if (isForced[at]) state = execution.next(state, update);
      else {
        const seen = sets.union(least, brings(update));
        const isOneMore = sets.within(
          sets.intersection(seen, relevant),
          sets.union(least, sets.single(update)),
        );
        if (isOneMore && explainedAtEnd(execution.next(state, update), at + 1)) return seen;
      }
    }
    return undefined;
  }

  /** Whether the state explains the operation when it sees nothing more than it must. */
  function explainedAtEnd(from: number, start: number): boolean {
    let state = from;
    for (let at = start; at < updates.length; at++)
      if (isForced[at]) state = execution.next(state, updates[at]);
    meter.work(updates.length - start);
    return execution.explains(state, operation);
  }

  /**
   * Of two sets that led to the same state the larger one is of no use: whatever explains the
   * operation from there on does so from the smaller, too. For peer and causal only if both hold the
   * same of what later updates need in order to be seen, for else the larger may go where the
   * smaller cannot.
   */
  function thin(at: number): void {
    if (states.length < 2) return;
    const lastOf = new Map<number, number>();
    const previous: number[] = [];
    const keptStates: number[] = [];
    const keptSeens: Bits[] = [];
    entries: for (let entry = 0; entry < states.length; entry++) {
      const state = states[entry];
      if (state === IMPOSSIBLE) continue;
      const seen = seens[entry];
      const last = lastOf.get(state) ?? -1;
      for (let other = last; other >= 0; other = previous[other]) {
        meter.work(1);
        if (asked !== undefined && !agree(keptSeens[other], seen, asked[at])) continue;
        if (anyOne || sets.within(keptSeens[other], seen)) continue entries;
      }
      previous.push(last);
      lastOf.set(state, keptStates.length);
      keptStates.push(state);
      keptSeens.push(seen);
    }
    states = keptStates;
    seens = keptSeens;
  }

  function agree(a: Bits, b: Bits, on: Bits): boolean {
    const [ofA, ofB] = [sets.intersection(a, on), sets.intersection(b, on)];
    return sets.within(ofA, ofB) && sets.within(ofB, ofA);
  }

  function minimal(candidates: Bits[]): Bits[] {
    if (candidates.length < 2) return candidates;
    const kept: Bits[] = [];
    const bySize = candidates.map((set) => ({ set, size: sets.size(set) })).sort((a, b) => a.size - b.size);
    for (const { set } of bySize) {
      meter.work(kept.length);
      if (!kept.some((smaller) => sets.within(smaller, set))) kept.push(set);
    }
    return kept;
  }
}

/** For each update of the sweep: the relevant updates that some optional one after it must have with it. */
function laterNeeds<Bits>(
  { sets }: SearchTask<Bits>,
  updates: readonly number[],
  isForced: readonly boolean[],
  relevant: Bits,
  brings: (update: number) => Bits,
): Bits[] {
  const needs = new Array<Bits>(updates.length);
  let needed = sets.empty;
  for (let at = updates.length - 1; at >= 0; at--) {
    needs[at] = needed;
    if (!isForced[at]) needed = sets.union(needed, sets.intersection(brings(updates[at]), relevant));
  }
  return needs;
}
