import { choicesFor } from "./choices.js";
import { stateAfter } from "./check-consistency.js";
import { type Enumeration, everyChoice, minimalChoice } from "./enumerations.js";
import { minimals } from "./lin-extensions.js";
import type { VisibilityModel } from "./model.js";
import type { Problem } from "../problem.js";
import { createPruner, noPruner } from "./pruner.js";
import { elements, setOf } from "../sets.js";
import type { Writable } from "../../writable.js";

/** Options of a ViSearch search. */
export interface VisearchOptions {
  /** Whether to extract pruning predicates and drop the states that violate one. Default: true. */
  readonly pruning?: boolean;
  /** Whether to try every visibility that is allowed, as ViSearch does, or only minimal ones (CAV'18 Theorem 1). Default: `every`. */
  readonly visibilities?: "every" | "minimal";
}

/** A placed operation and what it sees. */
export interface Step {
  readonly operation: number;
  readonly sees: readonly number[];
}

/**
 * A part of a search as plain data, to be handed to another worker: the state ⟨lin, vis⟩ given by
 * `steps`, extended by one operation that sees `seesAtMost` or any set that comes after it in the
 * order of enumeration.
 */
export interface Task {
  readonly steps: readonly Step[];
  readonly operation: number;
  readonly seesAtMost: readonly number[];
}

/** Where a search stands: everything searched without success, not yet, or a certificate found. */
export type Progress = "exhausted" | "working" | "found";

/** A search that runs in portions, and whose open work can be handed over. */
export interface Resumable<Bits> {
  /** The states visited so far. */
  readonly states: number;
  /** A query whose cluster no execution explains, where pruning knows one. */
  readonly unexplained: number | undefined;
  /** Visits at most that many states. */
  step(states: number): Progress;
  /** Takes on a task; without one, the whole search. */
  take(task?: Task): void;
  /** Gives away the task at the tail of the deque, the largest; `undefined` where only one is left. */
  give(): Task | undefined;
  /** After `found`: the certificate. */
  certificate(): { readonly linearization: readonly number[]; readonly visible: readonly Bits[] };
}

/** A search state ⟨lin, vis⟩: its last operation, what that sees, and the state before. */
interface Node<Bits> {
  readonly parent: Node<Bits> | undefined;
  readonly operation: number;
  readonly seen: Bits;
  readonly depth: number;
}

/**
 * A run of states in the deque: `parent` extended by `operation`, with each visibility from `next` on.
 * The paper pushes these states one by one; that many need not exist before they are polled.
 */
interface Run<Bits> {
  readonly parent: Node<Bits> | undefined;
  readonly operation: number;
  readonly after: Enumeration<Bits>["after"];
  next: Bits;
}

/** ViSearch Algorithm 1 as a search that can be stopped, resumed and shared. It starts with no work. */
export function createResumable<Bits>(
  problem: Problem<Bits>,
  model: VisibilityModel<Bits>,
  { pruning = true, visibilities = "every" }: VisearchOptions = {},
): Resumable<Bits> {
  const { sets, size, execution } = problem;
  const pruner = pruning ? createPruner(problem, model) : noPruner(problem);
  /** The deque of line 1. Its head is the end of the array. */
  const deque: Run<Bits>[] = [];
  const order: number[] = [];
  const visible: Bits[] = Array.from({ length: size }, () => sets.empty);
  const position = new Int32Array(size).fill(-1);
  const placed = { order, set: sets.empty };
  let loaded: Node<Bits> | undefined;
  let found = false;

  const append = ({ operation, seen, depth }: Node<Bits>): void => {
    order[depth] = operation;
    position[operation] = depth;
    visible[operation] = seen;
    placed.set = sets.union(placed.set, sets.single(operation));
  };
  /** Makes the arrays above describe a state. */
  const load = (node: Node<Bits> | undefined): void => {
    if (node === loaded) return;
    if (node !== undefined && node.parent === loaded) {
      loaded = node;
      return append(node);
    }
    for (const operation of order) {
      position[operation] = -1;
      visible[operation] = sets.empty;
    }
    order.length = node === undefined ? 0 : node.depth + 1;
    placed.set = sets.empty;
    for (let each = node; each !== undefined; each = each.parent) append(each);
    loaded = node;
  };

  /** What the operation may see after the loaded state (`visExtend`, line 12), or `undefined` if it cannot come next. */
  const visExtend = (operation: number): Enumeration<Bits> | undefined => {
    const choices = choicesFor(sets, model, operation, placed, visible);
    if (choices === undefined) return undefined;
    if (visibilities === "every") return everyChoice(sets, choices);
    return minimalChoice(sets, choices, (seen) => explains(operation, seen));
  };
  const explains = (operation: number, seen: Bits): boolean =>
    execution.explains(stateAfter(problem, order, seen), operation);

  /** Lines 10–14: pushes every extension of the loaded state. The first operation comes to lie on the head. */
  const extend = (): void => {
    for (const operation of minimals(sets, model.predecessors, placed.set).reverse()) {
      if (!sets.within(pruner.earlier[operation], placed.set)) continue;
      const enumeration = visExtend(operation);
      if (enumeration?.first !== undefined)
        deque.push({ parent: loaded, operation, after: enumeration.after, next: enumeration.first });
    }
  };

  /** Line 13: whether the loaded state, extended like this, violates no pruning predicate. */
  const admits = (operation: number, seen: Bits): boolean => {
    position[operation] = order.length;
    visible[operation] = seen;
    const admitted = pruner.admits(operation, { position, visible });
    position[operation] = -1;
    visible[operation] = sets.empty;
    return admitted;
  };

  /** Line 5: takes the state at the head and makes it the loaded one, if its last result is right (line 6). */
  const poll = (run: Run<Bits>): boolean => {
    const { parent, operation, next: seen } = run;
    load(parent);
    const next = run.after(seen);
    if (next === undefined) deque.pop();
    else run.next = next;
    if (!admits(operation, seen)) return false;
    search.states++;
    if (!explains(operation, seen)) return false;
    load({ parent, operation, seen, depth: order.length });
    return true;
  };

  const search: Writable<Resumable<Bits>> = {
    states: 0,
    unexplained: pruner.impossible,
    step(most) {
      for (let left = most; left > 0 && !found; left--) {
        const run = deque.at(-1);
        if (run === undefined) return "exhausted";
        if (!poll(run)) continue;
        if (order.length === size) found = true;
        else extend();
      }
      return found ? "found" : "working";
    },
    take(task) {
      if (problem.cyclic || pruner.impossible !== undefined) return;
      let parent: Node<Bits> | undefined;
      for (const { operation, sees } of task?.steps ?? [])
        parent = { parent, operation, seen: setOf(sets, sees), depth: (parent?.depth ?? -1) + 1 };
      load(parent);
      if (task === undefined) {
        if (size === 0) found = true;
        return extend();
      }
      const { operation, seesAtMost } = task;
      const enumeration = visExtend(operation);
      if (enumeration === undefined)
        throw new Error("the task is not one of this search: its operation cannot come next");
      deque.push({ parent, operation, after: enumeration.after, next: setOf(sets, seesAtMost) });
    },
    give() {
      if (deque.length < 2) return undefined;
      const { parent, operation, next } = deque.shift() as Run<Bits>;
      const steps: Step[] = [];
      for (let node = parent; node !== undefined; node = node.parent)
        steps.unshift({ operation: node.operation, sees: elements(sets, node.seen) });
      return { steps, operation, seesAtMost: elements(sets, next) };
    },
    certificate: () => ({ linearization: order, visible }),
  };
  return search;
}
