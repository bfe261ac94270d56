import { choicesFor, largestChoice, nextChoice } from "./choices.js";
import { stateAfter } from "./check-consistency.js";
import { minimals } from "./lin-extensions.js";
import { restrictModel, type VisibilityModel } from "./model.js";
import type { Problem } from "../problem.js";
import { elements, type Sets, setOf } from "../sets.js";

/** The most operations of a cluster: relations over so few fit into an integer, a bit for each pair. */
export const MOST_MEMBERS = 5;

/** The bit of a pair of members in a relation over a cluster. */
export const pairBit = (x: number, y: number): number => 1 << (x * MOST_MEMBERS + y);

/**
 * A query cluster (ViSearch §3.3.1): one operation whose result was observed, the dictated query, with
 * every update that can affect the result, the dictating updates (the type's `relevant` hint tells). An
 * operation that both queries and updates is its own query. `members` ascend.
 */
export interface Cluster {
  readonly members: readonly number[];
  readonly query: number;
}

/** The clusters of a history that are short enough, each once. */
export function queryClusters<Bits>(problem: Problem<Bits>): Cluster[] {
  const { sets, size, labels } = problem;
  const seen = new Set<string | number>();
  const clusters: Cluster[] = [];
  for (let query = 0; query < size; query++) {
    if (labels[query].result === undefined) continue;
    const updates = dictatingUpdates(problem, query);
    if (updates === undefined) continue;
    const set = sets.union(updates, sets.single(query));
    const key = sets.key(set);
    if (seen.has(key)) continue;
    seen.add(key);
    clusters.push({ members: elements(sets, set), query });
  }
  return clusters;
}

/** The updates that can affect what the operation returns; `undefined` where they are too many for a cluster. */
function dictatingUpdates<Bits>(problem: Problem<Bits>, query: number): Bits | undefined {
  const { sets, size, labels, type, pure } = problem;
  let updates = sets.empty;
  let count = 0;
  for (let update = 0; update < size; update++) {
    if (update === query || sets.has(pure, update)) continue;
    if (type.relevant?.(labels[query], labels[update]) === false) continue;
    if (++count >= MOST_MEMBERS) return undefined;
    updates = sets.union(updates, sets.single(update));
  }
  return updates;
}

/**
 * All valid abstract executions of a cluster that share a linearization. Relations are bits of pairs
 * of members; (x, y) in `lin` means that x comes before y, in the others that y sees x.
 */
export interface Executions {
  readonly lin: number;
  /** What is visible in some of them. */
  readonly some: number;
  /** What is visible in all of them. */
  readonly every: number;
}

/**
 * Every valid abstract execution of the cluster by itself, found by brute force, and how many states
 * that took; `executions` is `undefined` where it would take more than `mostStates`. A result is
 * checked where all that can affect it is in the cluster.
 */
export function clusterExecutions<Bits>(
  problem: Problem<Bits>,
  model: VisibilityModel<Bits>,
  { members }: Cluster,
  mostStates: number,
): { readonly executions: Executions[] | undefined; readonly states: number } {
  const { sets, size, execution } = problem;
  const whole = setOf(sets, members);
  const within = restrictModel(sets, model, whole);
  const isChecked = (member: number): boolean => {
    const updates = dictatingUpdates(problem, member);
    return updates !== undefined && sets.within(updates, whole);
  };
  const checked = setOf(sets, members.filter(isChecked));
  const found = new Map<number, Executions>();
  const order: number[] = [];
  const visible: Bits[] = Array.from({ length: size }, () => sets.empty);
  const placed = { order, set: sets.empty };
  let states = 0;

  const note = (): void => {
    const lin = linRelation(members, order);
    const vis = visRelation(sets, members, visible);
    const { some, every } = found.get(lin) ?? { some: 0, every: -1 };
    found.set(lin, { lin, some: some | vis, every: every & vis });
  };
  const extend = (): void => {
    if (order.length === members.length) return note();
    const before = placed.set;
    for (const operation of minimals(sets, within.predecessors, before)) {
      if (!sets.has(whole, operation)) continue;
      const choices = choicesFor(sets, within, operation, placed, visible);
      if (choices === undefined) continue;
      let seen: Bits | undefined = largestChoice(sets, choices);
      for (; seen !== undefined && states <= mostStates; seen = nextChoice(sets, choices, seen)) {
        states++;
        if (sets.has(checked, operation) && !execution.explains(stateAfter(problem, order, seen), operation))
          continue;
        order.push(operation);
        placed.set = sets.union(before, sets.single(operation));
        visible[operation] = seen;
        extend();
        order.pop();
        placed.set = before;
        visible[operation] = sets.empty;
      }
    }
  };
  extend();
  return { executions: states > mostStates ? undefined : [...found.values()], states };
}

function linRelation(members: readonly number[], order: readonly number[]): number {
  let lin = 0;
  for (let later = 1; later < order.length; later++)
    for (let earlier = 0; earlier < later; earlier++)
      lin |= pairBit(members.indexOf(order[earlier]), members.indexOf(order[later]));
  return lin;
}

function visRelation<Bits>(sets: Sets<Bits>, members: readonly number[], visible: readonly Bits[]): number {
  let vis = 0;
  members.forEach((member, y) => {
    for (const seen of elements(sets, visible[member])) vis |= pairBit(members.indexOf(seen), y);
  });
  return vis;
}
