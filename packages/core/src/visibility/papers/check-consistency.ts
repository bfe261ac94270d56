import { type Budget, Exhausted, orExhausted } from "../../budget.js";
import { type LinearizeName, linExtensions } from "./lin-extensions.js";
import type { Placed, VisibilityModel } from "./model.js";
import type { Problem, VisibilityFound } from "../problem.js";

/** Options of the papers' first searches. */
export interface BaselineOptions {
  /** How linearizations are enumerated. Default: `wing-gong`. */
  readonly linearize?: LinearizeName;
}

/** What a strategy for choosing visibilities may ask about the operation that comes next. */
export interface Next<Bits> {
  readonly operation: number;
  readonly placed: Placed<Bits>;
  readonly visible: readonly Bits[];
  /** Whether the operation returns, after what it sees, what it returned (the axiom Ret, CAV'18 Fig. 3). */
  explains(seen: Bits): boolean;
  /** To be called for every set that is considered: throws where the budget is exceeded. */
  tick(): void;
}

/** The sets that the operation is let see, one after another. */
export type VisExtensions<Bits> = (next: Next<Bits>) => Iterator<Bits, void>;

/**
 * CAV'18 Fig. 4, `checkConsistency`: extend the linearization, then the visibility of the operations
 * just placed, one by one; go on from there, and come back for the next extension where that fails.
 * The recursion is an explicit stack, so histories may be long.
 */
export function checkConsistency<Bits>(
  problem: Problem<Bits>,
  model: VisibilityModel<Bits>,
  budget: Budget,
  visExtensions: VisExtensions<Bits>,
  { linearize = "wing-gong" }: BaselineOptions = {},
): VisibilityFound<Bits> {
  const { sets, size, execution } = problem;
  const linExtend = linExtensions(sets, model, linearize);
  const order: number[] = [];
  const visible: Bits[] = Array.from({ length: size }, () => sets.empty);
  const placed = { order, set: sets.empty };
  let ticks = 0;
  let states = 0;

  const tick = (): void => {
    if ((++ticks & 255) !== 0) return;
    const shortage = budget.exceeded(states);
    if (shortage !== undefined) throw new Exhausted(shortage);
  };
  const place = (operation: number, seen: Bits): void => {
    states++;
    order.push(operation);
    placed.set = sets.union(placed.set, sets.single(operation));
    visible[operation] = seen;
  };
  const takeBack = (operation: number): void => {
    order.pop();
    placed.set = sets.difference(placed.set, sets.single(operation));
    visible[operation] = sets.empty;
  };
  const choose = (operation: number): Iterator<Bits, void> => {
    tick();
    return visExtensions({
      operation,
      placed,
      visible,
      tick,
      explains: (seen) => execution.explains(stateAfter(problem, order, seen), operation),
    });
  };

  /** Every extension ⟨lin', vis'⟩ of the current ⟨lin, vis⟩: placed while it is yielded. */
  function* extensions(): Generator<void, void> {
    for (const sequence of linExtend(placed)) {
      const choices = [choose(sequence[0])];
      while (choices.length > 0) {
        const depth = choices.length - 1;
        const choice = choices[depth].next();
        if (choice.done === true) {
          choices.pop();
          if (depth > 0) takeBack(sequence[depth - 1]);
          continue;
        }
        place(sequence[depth], choice.value);
        if (depth + 1 < sequence.length) choices.push(choose(sequence[depth + 1]));
        else {
          yield;
          takeBack(sequence[depth]);
        }
      }
    }
  }

  const search = (): VisibilityFound<Bits> => {
    if (problem.cyclic) return { verdict: "violated", states };
    const stack = [extensions()];
    while (order.length < size) {
      const top = stack.at(-1);
      if (top === undefined) return { verdict: "violated", states };
      if (top.next().done === true) stack.pop();
      else stack.push(extensions());
    }
    return { verdict: "satisfied", linearization: order, visible, states };
  };
  return orExhausted(search, (reason) => ({ verdict: "unknown", reason, states }));
}

/** The object's state after the seen operations, in the order of the linearization. */
export function stateAfter<Bits>(
  { sets, execution }: Problem<Bits>,
  order: readonly number[],
  seen: Bits,
): number {
  let state = execution.initial;
  for (const earlier of order) if (sets.has(seen, earlier)) state = execution.next(state, earlier);
  return state;
}
