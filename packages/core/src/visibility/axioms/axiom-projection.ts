import { IMPOSSIBLE } from "../execution.js";
import type { KnownSets, Problem } from "../problem.js";
import { elements, type Sets } from "../sets.js";

/**
 * The problem of explaining only the results of `asked`, by the operations that may change them: all other
 * operations are left out, and all other results may be anything.
 *
 * It only refutes. A solution of the whole, cut down to these operations, solves it: every path among them
 * is a path of the whole, and leaving irrelevant operations out changes no result that is asked for. The
 * converse fails.
 *
 * @param relevant the operations that may change the result of each
 */
export function project<Bits>(problem: Problem<Bits>, asked: Bits, relevant: readonly Bits[]): Problem<Bits> {
  const { sets, execution, labels } = problem;
  let kept = asked;
  for (const operation of elements(sets, asked)) kept = sets.union(kept, relevant[operation]);
  const originals = elements(sets, kept);
  const renumber = createRenumbering(sets, problem.size, originals);
  return {
    ...problem,
    size: originals.length,
    ids: originals.map((operation) => problem.ids[operation]),
    labels: originals.map((operation) =>
      sets.has(asked, operation) ? labels[operation] : { ...labels[operation], result: undefined },
    ),
    execution: {
      initial: execution.initial,
      next: (state, operation) => execution.next(state, originals[operation]),
      explains: (state, operation) =>
        sets.has(asked, originals[operation])
          ? execution.explains(state, originals[operation])
          : execution.next(state, originals[operation]) !== IMPOSSIBLE,
      results: (state, operation) => execution.results(state, originals[operation]),
    },
    before: originals.map((operation) => renumber(problem.before[operation])),
    sessionBefore: originals.map((operation) => renumber(problem.sessionBefore[operation])),
    pure: renumber(problem.pure),
    ...(problem.known !== undefined && { known: projectKnown(problem.known, originals, renumber) }),
  };
}

/** What is known of these operations, by their places. */
const projectKnown = <Bits>(
  { sees, blind }: KnownSets<Bits>,
  originals: readonly number[],
  renumber: (set: Bits) => Bits,
): KnownSets<Bits> => ({
  sees: originals.map((operation) => {
    const seen = sees[operation];
    return seen === undefined ? undefined : renumber(seen);
  }),
  blind: originals.map((operation) => renumber(blind[operation])),
});

/** Maps sets of operations to sets of their places in `originals`; what is not there is dropped. */
function createRenumbering<Bits>(
  sets: Sets<Bits>,
  size: number,
  originals: readonly number[],
): (set: Bits) => Bits {
  const numbers = new Int32Array(size).fill(-1);
  originals.forEach((operation, number) => {
    numbers[operation] = number;
  });
  return (set) => {
    let renumbered = sets.empty;
    for (const operation of elements(sets, set))
      if (numbers[operation] >= 0) renumbered = sets.union(renumbered, sets.single(numbers[operation]));
    return renumbered;
  };
}

/** Sets of results that are worth asking for alone: each by itself, then those that the same operations may change. */
export function questions<Bits>(problem: Problem<Bits>, relevant: readonly Bits[]): Bits[] {
  const { sets, size, labels } = problem;
  const single: Bits[] = [];
  const groups = new Map<string | number, Bits>();
  for (let operation = 0; operation < size; operation++) {
    if (labels[operation].result === undefined) continue;
    const alone = sets.single(operation);
    single.push(alone);
    const around = sets.has(problem.pure, operation)
      ? relevant[operation]
      : sets.union(relevant[operation], alone);
    const key = sets.key(around);
    groups.set(key, sets.union(groups.get(key) ?? sets.empty, alone));
  }
  const several = [...groups.values()].filter(
    (group) => sets.size(group) > 1 && sets.size(group) < single.length,
  );
  return [...single, ...several];
}
