import { evaluateAxioms } from "./evaluate-axioms.js";
import type { Axiom, AxiomModel, Step } from "@sightline/core/criteria/axioms/model.js";
import { relations } from "@sightline/core/criteria/axioms/model.js";
import { equal } from "@sightline/core/history/value.js";
import type { Random } from "@sightline/core/random.js";
import { outcomes } from "@sightline/core/types/type.js";
import type { Problem } from "@sightline/core/visibility/problem.js";

/** Calls `visit` with every order of 0, 1, …, size - 1 until it returns true; says whether it did. */
function somePermutation(size: number, visit: (line: readonly number[]) => boolean): boolean {
  const line: number[] = [];
  const extend = (): boolean => {
    if (line.length === size) return visit(line);
    for (let next = 0; next < size; next++) {
      if (line.includes(next)) continue;
      line.push(next);
      if (extend()) return true;
      line.pop();
    }
    return false;
  };
  return extend();
}

/**
 * Whether some linearization and some visibility explain every result and pass `accept`: every order and
 * every set is tried, by replay of the type alone. For up to five operations.
 */
export function someExplanation<Bits>(
  problem: Problem<Bits>,
  initial: unknown,
  accept: (line: readonly number[], visible: readonly Bits[]) => boolean,
): boolean {
  const { sets, size } = problem;
  return somePermutation(size, (line) => {
    const explaining: Bits[][] = line.map((operation, at) => {
      const found: Bits[] = [];
      for (let bits = 0; bits < 1 << at; bits++) {
        const seen = line.filter((_, k) => k < at && ((bits >> k) & 1) === 1);
        if (replays(problem, initial, seen, operation))
          found.push(seen.reduce((set, u) => sets.union(set, sets.single(u)), sets.empty));
      }
      return found;
    });
    const visible: Bits[] = Array.from({ length: size }, () => sets.empty);
    const choose = (at: number): boolean => {
      if (at === size) return accept(line, visible);
      return explaining[at].some((seen) => {
        visible[line[at]] = seen;
        return choose(at + 1);
      });
    };
    return choose(0);
  });
}

/** Whether the operation may return what it returned after the given ones. */
function replays<Bits>(
  { type, labels }: Problem<Bits>,
  initial: unknown,
  seen: readonly number[],
  z: number,
): boolean {
  let states: unknown[] = [type.init(initial as never)];
  for (const u of seen)
    states = states.flatMap((state) => outcomes(type, state, labels[u]).map((o) => o.state));
  return states.some((state) =>
    outcomes(type, state, labels[z]).some(({ result }) => {
      const observed = labels[z].result;
      return observed === undefined || equal(observed, result);
    }),
  );
}

/** Whether the problem satisfies the model, by trying everything. */
export const satisfiesModel = <Bits>(problem: Problem<Bits>, initial: unknown, model: AxiomModel): boolean =>
  !problem.cyclic &&
  someExplanation(
    problem,
    initial,
    (line, visible) => evaluateAxioms(problem, model, line, visible) === undefined,
  );

/** A random model over the given methods: one to three axioms of up to three steps, filters here and there. */
export function randomModel(random: Random, methods: readonly string[]): AxiomModel {
  const filter = (): Step[] =>
    random.chance(0.25) ? [{ methods: methods.filter(() => random.chance(0.6)) }] : [];
  const axiom = (): Axiom => {
    const path = filter();
    for (let steps = 1 + random.int(3); steps > 0; steps--) path.push(random.pick(relations), ...filter());
    return { left: random.chance(0.8) ? "vis" : "lin", path };
  };
  return {
    axioms: Array.from({ length: 1 + random.int(3) }, axiom),
    relaxLin: random.chance(0.3),
  };
}
