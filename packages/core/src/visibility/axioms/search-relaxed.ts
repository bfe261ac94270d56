import { type Budget, Exhausted, orExhausted } from "../../budget.js";
import { isAllowed } from "./axiom-choices.js";
import { given, type Rule, type Rules } from "./axiom-rules.js";
import type { Problem, VisibilityFound } from "../problem.js";
import { elements } from "../sets.js";

/**
 * The search for models in which a rule may run against the linearization: with `relax lin`, `vis ⊇ vis∘hb`
 * obliges an operation to see what a *later* one in the linearization sees. What a placed operation must
 * see is then known only at the end, so CAV'18 Lemma 1 fails and every set of visible operations is tried,
 * smallest first, for the operations that such a rule binds; the others still see minimal sets. After
 * each step all rules are evaluated on the operations placed: a rule that fails there fails in the end.
 *
 * Exponential, and meant for small histories.
 */
export function searchRelaxed<Bits>(
  problem: Problem<Bits>,
  rules: Rules<Bits>,
  budget: Budget,
): VisibilityFound<Bits> {
  const { sets, size, execution } = problem;
  let bound = sets.empty;
  for (const { left, legs } of rules.wild)
    if (left === "vis") bound = sets.union(bound, legs[legs.length - 1].to);
  const line: number[] = [];
  const visible: Bits[] = Array.from({ length: size }, () => sets.empty);
  let placed = sets.empty;
  let states = 0;

  const explained = (operation: number): boolean => {
    let state = execution.initial;
    for (const u of line) if (sets.has(visible[operation], u)) state = execution.next(state, u);
    return execution.explains(state, operation);
  };

  const search = (): boolean => {
    if (line.length === size) return true;
    for (let operation = 0; operation < size; operation++) {
      if (sets.has(placed, operation) || !sets.within(rules.order[operation], placed)) continue;
      const least = rules.mustSee[operation];
      const before = placed;
      placed = sets.union(placed, sets.single(operation));
      const minimal: Bits[] = [];
      for (const extra of subsets(elements(sets, sets.difference(before, least)))) {
        if ((++states & 255) === 0) {
          const shortage = budget.exceeded(states);
          if (shortage !== undefined) throw new Exhausted(shortage);
        }
        const seen = extra.reduce((set, u) => sets.union(set, sets.single(u)), least);
        if (!isAllowed(problem, operation, seen)) continue;
        if (minimal.some((smaller) => sets.within(smaller, seen))) continue;
        visible[operation] = seen;
        if (!explained(operation)) continue;
        line.push(operation);
        if (rules.rules.every((rule) => holds(problem, rule, line, visible))) {
          if (!sets.has(bound, operation)) minimal.push(seen);
          if (search()) return true;
        }
        line.pop();
      }
      placed = before;
    }
    return false;
  };

  return orExhausted<VisibilityFound<Bits>>(
    () =>
      search()
        ? { verdict: "satisfied", linearization: line, visible, states }
        : { verdict: "violated", states },
    (reason) => ({ verdict: "unknown", reason, states }),
  );
}

/** Whether a rule holds on the operations placed. */
function holds<Bits>(
  problem: Problem<Bits>,
  { left, from, legs }: Rule<Bits>,
  line: readonly number[],
  visible: readonly Bits[],
): boolean {
  const { sets } = problem;
  const earlier: Bits[] = [];
  let placed = sets.empty;
  for (const operation of line) {
    earlier[operation] = placed;
    placed = sets.union(placed, sets.single(operation));
  }
  return line.every((z) => {
    let reached = sets.single(z);
    for (const { relation, to } of legs.toReversed()) {
      const row = relation === "lin" ? earlier : relation === "vis" ? visible : given(problem, relation);
      let next = sets.empty;
      for (const y of elements(sets, sets.intersection(reached, to))) next = sets.union(next, row[y]);
      reached = sets.intersection(next, placed);
    }
    return sets.within(sets.intersection(reached, from), left === "lin" ? earlier[z] : visible[z]);
  });
}

/** The subsets of a list, smaller ones first. */
function* subsets(list: readonly number[]): Generator<readonly number[]> {
  for (let size = 0; size <= list.length; size++) yield* combinations(list, size, 0);
}

function* combinations(list: readonly number[], size: number, from: number): Generator<readonly number[]> {
  if (size === 0) yield [];
  else
    for (let at = from; at <= list.length - size; at++)
      for (const rest of combinations(list, size - 1, at + 1)) yield [list[at], ...rest];
}
