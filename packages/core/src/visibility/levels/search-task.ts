import type { Invocation, Label } from "../../history/history.js";
import { equal } from "../../history/value.js";
import type { Execution } from "../execution.js";
import { LEVEL } from "../../criteria/levels.js";
import type { Meter } from "../meter.js";
import type { Problem } from "../problem.js";
import type { Sets } from "../sets.js";

/** What of a problem a level search needs: its orders, and which operation can matter to which. */
export interface SearchTask<Bits> {
  readonly sets: Sets<Bits>;
  readonly size: number;
  readonly execution: Execution;
  readonly levels: Uint8Array;
  /** The operations that are asked about; the others are as if they never were. */
  readonly active: Bits;
  /** Those whose results must be explained. */
  readonly obligations: Bits;
  /** What happens before and after each, among the active. */
  readonly before: readonly Bits[];
  readonly after: readonly Bits[];
  /** For each obligation: the updates that can change its result, itself not included. Else empty. */
  readonly relevant: readonly Bits[];
  /** The updates that do not commute with each. */
  readonly conflicts: readonly Bits[];
  /** 1 where what the operation sees can bind another operation. */
  readonly matters: Uint8Array;
  /** For each operation: those for which there may be something new once it is placed. */
  readonly wakes: readonly Bits[];
}

/** Which operation can matter to which, as the type's hints say. */
interface Influence<Bits> {
  readonly obligations: Bits;
  readonly relevant: readonly Bits[];
  readonly conflicts: readonly Bits[];
}

/**
 * The task with the hints of the type. It asks for a little less than the definition: that an
 * operation could happen at all where nobody observed its result, or where hints say that nobody
 * depends on it, is not asked. (Only types whose operations cannot always happen, such as a mutex,
 * know the difference.) So "violated" holds as it is; a linearization found must be replayed.
 */
export function hintedTask<Bits>(
  problem: Problem<Bits>,
  levels: ArrayLike<number>,
  meter: Meter,
): SearchTask<Bits> {
  let influence = hinted.get(problem) as Influence<Bits> | undefined;
  if (influence === undefined) {
    influence = hintedInfluence(problem, meter);
    hinted.set(problem, influence);
  }
  return createTask(problem, levels, allOf(problem), influence);
}

/** The task word for word: every operation is an obligation and may matter to every other. */
export function literalTask<Bits>(problem: Problem<Bits>, levels: ArrayLike<number>): SearchTask<Bits> {
  const { sets, labels } = problem;
  const all = allOf(problem);
  return createTask(problem, levels, all, {
    obligations: all,
    relevant: labels.map((_, operation) => sets.difference(all, sets.single(operation))),
    conflicts: labels.map((label) => where(problem, (other) => !sameInvocation(label, labels[other]))),
  });
}

/**
 * The task of some obligations alone, with the updates that can change their results.
 *
 * It can be solved wherever the whole can: restrict `lin` and every visible set to these operations.
 * Each level asks only that a visible set holds certain operations, and these conditions restrict
 * (POPL'19 Fig. 6); what is left out does not change the results that are still asked for. The
 * converse fails, so a projection only refutes.
 */
export function projectTask<Bits>(task: SearchTask<Bits>, obligations: Bits): SearchTask<Bits> {
  const { sets } = task;
  let active = obligations;
  for (let left = obligations; !sets.isEmpty(left); left = sets.rest(left))
    active = sets.union(active, task.relevant[sets.first(left)]);
  return createTask(task, task.levels, active, {
    obligations,
    relevant: task.relevant,
    conflicts: task.conflicts,
  });
}

/** The hints cost a call per pair of operations; one problem is often searched for several levels. */
const hinted = new WeakMap<object, unknown>();

function hintedInfluence<Bits>(problem: Problem<Bits>, meter: Meter): Influence<Bits> {
  const { sets, labels, type, pure } = problem;
  const among = (holds: (operation: number) => boolean): Bits => {
    meter.work(problem.size);
    return where(problem, holds);
  };
  const isPure = (operation: number): boolean => sets.has(pure, operation);
  const isRelevant = (query: Label, update: Invocation): boolean => type.relevant?.(query, update) !== false;
  const commute = (a: Invocation, b: Invocation): boolean =>
    sameInvocation(a, b) || type.commute?.(a, b) === true;
  return {
    obligations: where(problem, (operation) => labels[operation].result !== undefined),
    relevant: labels.map((label, operation) =>
      label.result === undefined
        ? sets.empty
        : among((other) => other !== operation && !isPure(other) && isRelevant(label, labels[other])),
    ),
    conflicts: labels.map((label, operation) =>
      isPure(operation) ? sets.empty : among((other) => !isPure(other) && !commute(label, labels[other])),
    ),
  };
}

function createTask<Bits>(
  of: Pick<SearchTask<Bits>, "sets" | "size" | "execution" | "before"> & { readonly after?: readonly Bits[] },
  givenLevels: ArrayLike<number>,
  active: Bits,
  influence: Influence<Bits>,
): SearchTask<Bits> {
  const { sets, size, execution } = of;
  const levels = Uint8Array.from(givenLevels);
  const operations = Array.from({ length: size }, (_, operation) => operation);
  const isActive = operations.map((operation) => sets.has(active, operation));
  const among = (set: Bits): Bits => sets.intersection(set, active);
  const before = of.before.map(among);
  const after = of.after?.map(among) ?? invert(sets, before, isActive);
  const relevant = influence.relevant.map((set, operation) =>
    sets.has(influence.obligations, operation) ? among(set) : sets.empty,
  );
  const matters = whoseSightMatters(sets, levels, isActive, before, after, relevant);
  // Only these look at more than what they must see: they may gain from every update placed.
  const gains = operations.map(
    (operation) => isActive[operation] && (levels[operation] === LEVEL.complete || matters[operation] === 0),
  );
  const gaining = invert(sets, relevant, gains);
  return {
    sets,
    size,
    execution,
    levels,
    active,
    obligations: influence.obligations,
    before,
    after,
    relevant,
    conflicts: influence.conflicts,
    matters,
    wakes: operations.map((operation) => sets.union(after[operation], gaining[operation])),
  };
}

/**
 * Whether what an operation sees can bind another. It binds a monotonic, peer or causal operation
 * after it; and where there are causal operations, whoever sees it, and whoever sees those. An
 * operation that none happens after and no result depends on is seen only by complete operations and
 * by whoever sees all that those see: they see what it sees anyway.
 */
function whoseSightMatters<Bits>(
  sets: Sets<Bits>,
  levels: Uint8Array,
  isActive: readonly boolean[],
  before: readonly Bits[],
  after: readonly Bits[],
  relevant: readonly Bits[],
): Uint8Array {
  let heeding = sets.empty;
  let causal = sets.empty;
  let chosen = sets.empty;
  isActive.forEach((active, operation) => {
    if (!active) return;
    const level = levels[operation];
    if (level >= LEVEL.monotonic && level <= LEVEL.causal)
      heeding = sets.union(heeding, sets.single(operation));
    if (level === LEVEL.causal) causal = sets.union(causal, sets.single(operation));
    chosen = sets.union(chosen, relevant[operation]);
  });
  return Uint8Array.from(isActive, (active, operation) => {
    if (!active) return 0;
    if (!sets.isEmpty(sets.intersection(after[operation], heeding))) return 1;
    const others = sets.difference(causal, sets.union(before[operation], sets.single(operation)));
    if (sets.isEmpty(others)) return 0;
    return sets.has(chosen, operation) || !sets.isEmpty(after[operation]) ? 1 : 0;
  });
}

const sameInvocation = (a: Invocation, b: Invocation): boolean =>
  a.method === b.method && equal(a.args, b.args);

function where<Bits>({ sets, size }: Problem<Bits>, holds: (operation: number) => boolean): Bits {
  let found = sets.empty;
  for (let operation = 0; operation < size; operation++)
    if (holds(operation)) found = sets.union(found, sets.single(operation));
  return found;
}

const allOf = <Bits>(problem: Problem<Bits>): Bits => where(problem, () => true);

/** For each operation: the ones, of those to look at, whose set it is in. */
function invert<Bits>(sets: Sets<Bits>, of: readonly Bits[], looked: readonly boolean[]): Bits[] {
  const inverse = of.map(() => sets.empty);
  of.forEach((set, operation) => {
    if (!looked[operation] || sets.isEmpty(set)) return;
    const itself = sets.single(operation);
    for (let member = 0; member < of.length; member++)
      if (sets.has(set, member)) inverse[member] = sets.union(inverse[member], itself);
  });
  return inverse;
}
