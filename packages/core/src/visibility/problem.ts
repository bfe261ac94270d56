import type { OrderName } from "../criteria/order-name.js";
import { jointLabels } from "../decompose/parts.js";
import { jointType } from "../decompose/joint-type.js";
import { type History, mayBeAbsent, type Label, labelOf } from "../history/history.js";
import type { Value } from "../history/value.js";
import { membersOf, seenBy } from "../history/sights.js";
import type { SequentialType } from "../types/type.js";
import type { Verdict } from "../verdict.js";
import { createExecution, type Execution } from "./execution.js";
import { largeSets, setOf, type Sets, smallSets } from "./sets.js";

/**
 * What a visibility search is asked: the operations that took effect, numbered 0, 1, 2, … , with
 * happens-before as sets and the type run by number. A search looks for `lin`, a total order of
 * them that includes happens-before, and `vis`, a set of earlier operations for each, such that
 * the criterion holds and every operation's result is what the type returns after what it sees.
 */
export interface Problem<Bits> {
  readonly sets: Sets<Bits>;
  /** The number of operations. */
  readonly size: number;
  /** The number of objects; of several, labels have the object as their first argument. */
  readonly objects: number;
  /** Operation of the problem → id in the history. */
  readonly ids: readonly number[];
  readonly labels: readonly Label[];
  readonly type: SequentialType;
  /** The state to start from, as the type takes it. */
  readonly initial: Value | undefined;
  readonly execution: Execution;
  /** The operations that happen before each, transitively, without itself. */
  readonly before: readonly Bits[];
  /** The operations before each in its own session (po, CAV'18). */
  readonly sessionBefore: readonly Bits[];
  /**
   * Whether happens-before has a cycle (real time against session order), or an operation is known to have seen one
   * that is left out: then no `lin` exists.
   */
  readonly cyclic: boolean;
  /** What operations are known to see, themselves not included; absent where nothing is known. */
  readonly known?: KnownSets<Bits>;
  /** Operations that never change any state (the type's `pure` hint, for the method with any result). */
  readonly pure: Bits;
}

/** What operations are known to see. */
export interface KnownSets<Bits> {
  /** Operation → what it sees in any case; `undefined` where nothing is known. */
  readonly sees: readonly (Bits | undefined)[];
  /** Operation → the updates that it does not see. */
  readonly blind: readonly Bits[];
}

/** What a visibility search found. Numbers are the problem's. */
export type VisibilityFound<Bits> = Verdict<
  {
    readonly linearization: readonly number[];
    /** What each operation sees, itself not included. */
    readonly visible: readonly Bits[];
    /** An ordered type: all values in the order of the list, those of several objects each with its object. */
    readonly elements?: readonly Value[];
  },
  {
    /** An operation that no visibility explains, where the search knows one. */
    readonly unexplained?: number;
  }
> & { readonly states: number };

/** The operations that are there in any case, and the others: pending or optional. */
export function splitPending(history: History): { certain: number[]; optional: number[] } {
  const certain: number[] = [];
  const optional: number[] = [];
  for (let id = 0; id < history.size; id++) (mayBeAbsent(history, id) ? optional : certain).push(id);
  return { certain, optional };
}

/** The sets for so many operations. */
export const setsFor = (size: number): Sets<number> | Sets<bigint> => (size <= SMALL ? smallSets : largeSets);

/** The most operations of which sets are bits of one integer. */
const SMALL = 31;

/** Calls `use` with the problem of the given operations (ids ascending), in sets of the right size. */
export function withProblem<Answer>(
  history: History,
  type: SequentialType,
  initial: Value | undefined,
  ids: readonly number[],
  order: OrderName,
  use: <Bits>(problem: Problem<Bits>) => Answer,
): Answer {
  return ids.length <= SMALL
    ? use(createProblem(smallSets, history, type, initial, ids, order))
    : use(createProblem(largeSets, history, type, initial, ids, order));
}

function createProblem<Bits>(
  sets: Sets<Bits>,
  history: History,
  type: SequentialType,
  initial: Value | undefined,
  ids: readonly number[],
  order: OrderName,
): Problem<Bits> {
  const several = history.objects.length > 1;
  const joint = several ? jointLabels(history) : undefined;
  const labels = ids.map((id) =>
    joint === undefined ? labelOf(history, id) : joint.labels[joint.label[id]],
  );
  const specification = several ? jointType(type, history.objects.length) : type;
  let pure = sets.empty;
  labels.forEach(({ method, args }, operation) => {
    if (specification.pure?.({ method, args, result: undefined }) === true)
      pure = sets.union(pure, sets.single(operation));
  });
  const { cyclic, before } = happensBefore(sets, history, ids, order);
  const known = knownSets(sets, history, ids, pure);
  return {
    sets,
    size: ids.length,
    objects: history.objects.length,
    ids,
    labels,
    type: specification,
    initial,
    execution: createExecution(specification, labels, initial),
    before,
    cyclic: cyclic || known === "seen but left out",
    sessionBefore: sessionsBefore(sets, history, ids),
    pure,
    ...(typeof known === "object" && { known }),
  };
}

/** What the given operations are known to see among themselves. */
function knownSets<Bits>(
  sets: Sets<Bits>,
  history: History,
  ids: readonly number[],
  pure: Bits,
): KnownSets<Bits> | "seen but left out" | undefined {
  const { sights } = history;
  if (sights === undefined) return undefined;
  const members = membersOf(history);
  const number = new Map(ids.map((id, operation) => [id, operation]));
  const updates = sets.difference(setOf(sets, ids.keys()), pure);
  let isWhole = true;
  const sees = ids.map((id) => {
    if (sights.known[id] === 0) return undefined;
    let seen = sets.empty;
    for (const other of seenBy(sights, members, id)) {
      const operation = number.get(other);
      if (operation === undefined) isWhole = false;
      else seen = sets.union(seen, sets.single(operation));
    }
    return seen;
  });
  if (!isWhole) return "seen but left out";
  return {
    sees,
    blind: sees.map((seen, operation) =>
      seen === undefined ? sets.empty : sets.difference(updates, sets.union(seen, sets.single(operation))),
    ),
  };
}

/** The operations before each in its session. */
function sessionsBefore<Bits>(sets: Sets<Bits>, { session }: History, ids: readonly number[]): Bits[] {
  const soFar = new Map<number, Bits>();
  return ids.map((id, operation) => {
    const before = soFar.get(session[id]) ?? sets.empty;
    soFar.set(session[id], sets.union(before, sets.single(operation)));
    return before;
  });
}

/**
 * The transitive closure of session order, declared happens-before and, if asked, real time, over
 * all operations of the history, restricted to the given ones.
 */
function happensBefore<Bits>(
  sets: Sets<Bits>,
  history: History,
  ids: readonly number[],
  order: OrderName,
): { before: Bits[]; cyclic: boolean } {
  const { size, session, happensBefore: edges } = history;
  const number = new Int32Array(size).fill(-1);
  ids.forEach((id, operation) => {
    number[id] = operation;
  });
  const successors: number[][] = Array.from({ length: size }, () => []);
  const indegree = new Int32Array(size);
  const link = (a: number, b: number): void => {
    successors[a].push(b);
    indegree[b]++;
  };
  const last = new Int32Array(history.sessions.length).fill(-1);
  for (let id = 0; id < size; id++) {
    if (last[session[id]] >= 0) link(last[session[id]], id);
    last[session[id]] = id;
  }
  for (let e = 0; e < edges.length; e += 2) link(edges[e], edges[e + 1]);
  if (order === "realtime" && history.timed)
    for (let a = 0; a < size; a++)
      for (let b = 0; b < size; b++) if (history.ret[a] < history.call[b]) link(a, b);
  const before: Bits[] = Array.from({ length: size }, () => sets.empty);
  const ready: number[] = [];
  for (let id = 0; id < size; id++) if (indegree[id] === 0) ready.push(id);
  let done = 0;
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    done++;
    const reach = number[id] < 0 ? before[id] : sets.union(before[id], sets.single(number[id]));
    for (const next of successors[id]) {
      before[next] = sets.union(before[next], reach);
      if (--indegree[next] === 0) ready.push(next);
    }
  }
  return { before: ids.map((id) => before[id]), cyclic: done < size };
}
