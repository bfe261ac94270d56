import { canonical, type LevelName, type SequentialType, type Value } from "@sightline/core";
import { stepsOf } from "../object/notation.js";
import type { Program } from "../object/program.js";

/**
 * The outcomes of a small program that each level of one call admits while all others are complete, as keys:
 * every order of the calls, every set of earlier calls that the one may see (POPL'19 Fig. 6). Where only one
 * call is relaxed the levels come down to what is said of that set here, and none of the search is needed.
 *
 * @param at the number of the call, in program order
 */
export function outcomesOfOne(
  program: Program,
  type: SequentialType,
  at: number,
): (level: LevelName) => ReadonlySet<string> {
  const steps = stepsOf(program);
  const orders = interleavings(steps.map(({ thread }) => thread));
  const known = new Map<LevelName, ReadonlySet<string>>();
  /** Nothing where a call cannot happen: it would block. */
  const resultsIn = (sequence: readonly number[]): readonly Value[] | undefined => {
    let state: unknown = type.init();
    const results: Value[] = [];
    for (const i of sequence) {
      const step = type.step(state, steps[i]);
      const [first] = Array.isArray(step) ? step : [step];
      if (first === undefined) return undefined;
      ({ state } = first);
      results.push(first.result as Value);
    }
    return results;
  };
  const enumerate = (level: LevelName): ReadonlySet<string> => {
    const found = new Set<string>();
    for (const order of orders) {
      const results: Value[] = [];
      const inOrder = resultsIn(order);
      if (inOrder === undefined) continue;
      inOrder.forEach((result, k) => (results[order[k]] = result));
      const earlier = order.slice(0, order.indexOf(at));
      for (const seen of visibleSets(earlier, at, steps, level)) {
        const own = resultsIn([...seen, at]);
        if (own === undefined) continue;
        results[at] = own.at(-1) ?? null;
        found.add(canonical(results));
      }
    }
    return found;
  };
  return (level) => {
    const outcomes = known.get(level) ?? enumerate(level);
    known.set(level, outcomes);
    return outcomes;
  };
}

/** The sets of earlier calls, in their order, that a call at this level may see while all others see all. */
function* visibleSets(
  earlier: readonly number[],
  at: number,
  steps: readonly { readonly thread: number }[],
  level: LevelName,
): Generator<readonly number[], void> {
  const isBefore = (a: number, b: number): boolean => steps[a].thread === steps[b].thread && a < b;
  const own = earlier.findLastIndex((i) => isBefore(i, at)); // its last happens-before predecessor
  // Complete: all. Causal: who is seen has seen all before it, so a beginning of the order.
  if (level === "complete") return yield earlier;
  if (level === "causal") {
    for (let end = own + 1; end <= earlier.length; end++) yield earlier.slice(0, end);
    return;
  }
  for (let set = 0; set < 1 << earlier.length; set++) {
    const sees = (k: number): boolean => ((set >> k) & 1) === 1;
    const isAllowed = earlier.every((i, k) => {
      if (sees(k)) return true;
      if (level !== "weak" && isBefore(i, at)) return false;
      // What its predecessors have seen, which is all before them.
      if ((level === "monotonic" || level === "peer") && k < own) return false;
      return level !== "peer" || !earlier.some((j, l) => sees(l) && isBefore(i, j));
    });
    if (isAllowed) yield earlier.filter((_, k) => sees(k));
  }
}

/** All orders of steps that keep the order of each thread. */
function interleavings(threadOf: readonly number[]): readonly (readonly number[])[] {
  const threads = [...new Set(threadOf)].map((thread) =>
    [...threadOf.keys()].filter((i) => threadOf[i] === thread),
  );
  const merge = (left: readonly (readonly number[])[]): readonly (readonly number[])[] =>
    left.every((rest) => rest.length === 0)
      ? [[]]
      : left.flatMap(([first, ...rest], t) =>
          first === undefined ? [] : merge(left.with(t, rest)).map((order) => [first, ...order]),
        );
  return merge(threads);
}
