import { Exhausted } from "../../budget.js";
import type { Prefix } from "./axiom-prefix.js";
import type { Problem } from "../problem.js";

/** Thrown when a hint of the type proves too coarse for this history: the search starts again without hints. */
export class HintsTooCoarse extends Error {}

/** One for all, so that no stack need be told: to put one together takes as long as a short search. */
export const hintsTooCoarse = new HintsTooCoarse();

/** A set that an operation may see, and the state that it then runs in, by relevant operations alone. */
interface Candidate<Bits> {
  readonly seen: Bits;
  readonly state: number;
}

/** What the choice of visible operations draws on. */
export interface Choosing<Bits> {
  readonly problem: Problem<Bits>;
  readonly prefix: Prefix<Bits>;
  /** For each operation, those that may change its result. */
  readonly relevant: readonly Bits[];
  /** Whether `relevant` and `pure` come from hints; `HintsTooCoarse` is thrown where they do not hold. */
  readonly trustHints: boolean;
  /** Called once per candidate looked at. */
  readonly tick: () => void;
}

/**
 * The minimal sets that explain the result of `operation`, were it placed next: closed under the rules,
 * and no smaller one does (CAV'18 Theorem 1). With `onlyOne`, one such set, or none.
 *
 * A minimal set is the closure of the least set and some relevant updates: without the others in it the
 * result is the same.
 */
export function minimalChoices<Bits>(choosing: Choosing<Bits>, operation: number, onlyOne: boolean): Bits[] {
  const { problem, prefix, trustHints } = choosing;
  const { sets, execution, labels } = problem;
  const least = prefix.least(operation);
  if (problem.known?.sees[operation] !== undefined)
    // The least is all: it has every update that is seen, and where it must have another nothing will do.
    return isAllowed(problem, operation, least) && explains(problem, prefix, operation, least) ? [least] : [];
  if (explains(problem, prefix, operation, least)) return [least];
  if (trustHints && labels[operation].result === undefined) throw hintsTooCoarse; // it is not always enabled
  const candidates = prefix.isClosing(operation)
    ? closedCandidates(choosing, operation, least)
    : freeCandidates(choosing, operation, least, onlyOne);
  const found = candidates
    .filter(({ state }) => execution.explains(state, operation))
    .sort((a, b) => sets.size(a.seen) - sets.size(b.seen));
  const minimal: Bits[] = [];
  for (const { seen } of found) {
    if (minimal.some((smaller) => sets.within(smaller, seen))) continue;
    if (!explains(problem, prefix, operation, seen)) throw hintsTooCoarse;
    minimal.push(seen);
    if (onlyOne) break;
  }
  return minimal;
}

/** Whether the operation may see all these: none is an update that it is known not to see. */
export const isAllowed = <Bits>({ sets, known }: Problem<Bits>, operation: number, seen: Bits): boolean =>
  known === undefined || sets.isEmpty(sets.intersection(seen, known.blind[operation]));

/** Whether the operation returns what it returned after what it sees, run in order: the axiom Ret. */
export function explains<Bits>(
  problem: Problem<Bits>,
  prefix: Prefix<Bits>,
  operation: number,
  seen: Bits,
): boolean {
  const { sets, execution } = problem;
  const depth = prefix.depth();
  let state = execution.initial;
  for (let k = 0; k < depth; k++)
    if (sets.has(seen, prefix.line[k])) state = execution.next(state, prefix.line[k]);
  return execution.explains(state, operation);
}

/** The candidates that the least set comes to: run over the line once, and at each relevant operation go on from all. */
function candidatesAlong<Bits>(
  { problem, prefix, relevant }: Choosing<Bits>,
  operation: number,
  least: Bits,
  goOn: (current: readonly Candidate<Bits>[], u: number) => Candidate<Bits>[],
): Candidate<Bits>[] {
  const { sets, execution } = problem;
  let current: Candidate<Bits>[] = [{ seen: least, state: execution.initial }];
  for (const u of prefix.line.subarray(0, prefix.depth())) {
    if (!sets.has(relevant[operation], u)) continue;
    current = goOn(current, u);
    holdAll(current);
  }
  return current;
}

/** Where any set will do: each relevant operation in or out; of those that lead to the same state only the smallest sets live on. */
function freeCandidates<Bits>(
  choosing: Choosing<Bits>,
  operation: number,
  least: Bits,
  onlyOne: boolean,
): Candidate<Bits>[] {
  const { sets, execution } = choosing.problem;
  const { tick } = choosing;
  return candidatesAlong(choosing, operation, least, (current, u) => {
    const forced = sets.has(least, u);
    const byState = new Map<number, Bits[]>();
    const keep = (seen: Bits, state: number): void => {
      tick();
      const others = byState.get(state);
      if (others === undefined) byState.set(state, [seen]);
      else if (!onlyOne && !others.some((other) => sets.within(other, seen)))
        byState.set(state, [...others.filter((other) => !sets.within(seen, other)), seen]);
    };
    for (const { seen, state } of current) {
      if (!forced) keep(seen, state);
      keep(sets.union(seen, sets.single(u)), execution.next(state, u));
    }
    const next: Candidate<Bits>[] = [];
    for (const [state, all] of byState) for (const seen of all) next.push({ seen, state });
    return next;
  });
}

/**
 * Where seeing one thing obliges to see another: every closed set, once each. (A larger set may let more
 * follow, so none is dropped for a smaller one with the same state.)
 */
function closedCandidates<Bits>(choosing: Choosing<Bits>, operation: number, least: Bits): Candidate<Bits>[] {
  const { sets, execution } = choosing.problem;
  const { prefix, tick } = choosing;
  const relevant = choosing.relevant[operation];
  return candidatesAlong(choosing, operation, least, (current, u) => {
    const closure = prefix.closure(operation, u);
    const needed = sets.difference(sets.intersection(closure, relevant), sets.single(u));
    const next: Candidate<Bits>[] = [];
    for (const candidate of current) {
      tick();
      const { seen, state } = candidate;
      if (sets.has(seen, u)) next.push({ seen, state: execution.next(state, u) });
      else {
        next.push(candidate);
        if (sets.within(needed, seen))
          next.push({ seen: sets.union(seen, closure), state: execution.next(state, u) });
      }
    }
    return next;
  });
}

/** So many sets are held at once: about a hundred megabytes. */
const MOST_CANDIDATES = 1 << 20;

function holdAll({ length }: readonly unknown[]): void {
  if (length > MOST_CANDIDATES) throw new Exhausted("memory");
}

/** The operations that may change the result of each: not those of which the type says otherwise, nor pure ones. */
export function relevantUpdates<Bits>(problem: Problem<Bits>, trustHints: boolean): Bits[] {
  const { sets, size, labels, type, pure } = problem;
  return Array.from({ length: size }, (_, z) => {
    let relevant = sets.empty;
    if (trustHints && labels[z].result === undefined) return relevant;
    for (let u = 0; u < size; u++) {
      if (u === z) continue;
      if (trustHints && (sets.has(pure, u) || type.relevant?.(labels[z], labels[u]) === false)) continue;
      relevant = sets.union(relevant, sets.single(u));
    }
    return relevant;
  });
}
