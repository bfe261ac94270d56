import type { Budget } from "../budget.js";
import { type Accesses, certainSources, settle, UNSETTLED } from "./accesses.js";
import type { MemoryFound } from "./memory-found.js";
import { INITIAL, type MemoryHistory } from "./memory-history.js";
import type { Verdict } from "../verdict.js";

/** What was found over all choices of who read from whom. */
export type SourcesFound = MemoryFound &
  Verdict<
    Settled,
    {
      /** The choices that were refuted; together they leave no other. */
      readonly refuted: readonly Refuted[];
    },
    Settled
  >;

/** The choice of sources at which the search ended. */
interface Settled {
  /** The history as settled then. */
  readonly memory: MemoryHistory;
  /** Reads with a choice → the source taken. */
  readonly chosen: ReadonlyMap<number, number>;
}

/** A choice of sources that no order explains, whatever the reads that it leaves open took. */
export interface Refuted {
  readonly memory: MemoryHistory;
  readonly chosen: ReadonlyMap<number, number>;
  readonly clue?: readonly number[];
}

/**
 * Decides a model where a value may have been written more than once, so that the write-read relation
 * is a choice (all the models are then NP-complete, CAV'19 §1). Reads are settled one by one; a partial
 * choice is already refuted when the reads it has settled are: leaving a read open only relaxes.
 *
 * @param mostChoices how many partial choices to try before it gives up with `states`
 */
export function decideOverSources(
  accesses: Accesses,
  decide: (memory: MemoryHistory) => MemoryFound,
  budget: Budget,
  mostChoices = Infinity,
): SourcesFound {
  const { source, ambiguous } = certainSources(accesses);
  const refuted: Refuted[] = [];
  const trail: { readonly read: number; readonly candidates: readonly number[]; at: number }[] = [];
  const chosen = () => new Map(trail.map(({ read, candidates, at }) => [read, candidates[at]]));
  let states = 0;
  for (let tried = 1; ; tried++) {
    const memory = settle(accesses, source);
    const found = decide(memory);
    states += found.states;
    if (found.verdict === "violated") {
      refuted.push({ memory, chosen: chosen(), ...(found.clue !== undefined && { clue: found.clue }) });
      if (!takeNext()) return { verdict: "violated", algorithm: found.algorithm, states, refuted };
      continue;
    }
    if (found.verdict === "unknown" || trail.length === ambiguous.length)
      return { ...found, states, memory, chosen: chosen() };
    const reason = tried >= mostChoices ? "states" : budget.exceeded(states);
    if (reason !== undefined) {
      const established = `${tried} ways to tell which write each read took its value from were tried`;
      const { algorithm } = found;
      return { verdict: "unknown", reason, established, algorithm, states, memory, chosen: chosen() };
    }
    const read = ambiguous[trail.length];
    const candidates = inLikelyOrder(accesses, memory, read, found.orders[0]);
    trail.push({ read, candidates, at: 0 });
    source[read] = candidates[0];
  }

  /** Goes on to the next candidate of the last read that has one left. */
  function takeNext(): boolean {
    for (let top = trail.at(-1); top !== undefined; top = trail.at(-1)) {
      if (++top.at < top.candidates.length) {
        source[top.read] = top.candidates[top.at];
        return true;
      }
      source[top.read] = UNSETTLED;
      trail.pop();
    }
    return false;
  }
}

/** The candidates of a read: first the one that it would have read in the order found without it. */
function inLikelyOrder(
  { variable, candidatesFrom, candidates }: Accesses,
  memory: MemoryHistory,
  read: number,
  order: Int32Array,
): number[] {
  let last = INITIAL;
  for (const o of order) {
    if (o === read) break;
    if (memory.isWrite[o] === 1 && memory.variable[o] === variable[read]) last = o;
  }
  const all = [...candidates.subarray(candidatesFrom[read], candidatesFrom[read + 1])];
  return all.includes(last) ? [last, ...all.filter((candidate) => candidate !== last)] : all;
}
