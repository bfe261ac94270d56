import { describe, expect, test } from "vitest";
import { parseHistory } from "@sightline/core/history/parse-history.js";
import { types } from "@sightline/core/types/index.js";
import { type Problem, withProblem } from "@sightline/core/visibility/problem.js";
import { setOf } from "@sightline/core/visibility/sets.js";
import { type AxiomBreach, evaluateAxioms } from "./evaluate-axioms.js";
import { parseAxioms } from "@sightline/core/criteria/axioms/parse.js";
import { printAxiom } from "@sightline/core/criteria/axioms/print.js";

/** Evaluates axioms on operations 0, 1, … of a history; `sees[i]` lists what operation i sees. */
function evaluate(
  notation: string,
  axioms: string,
  line: readonly number[],
  sees: readonly (readonly number[])[],
): AxiomBreach | undefined {
  const history = parseHistory(notation);
  const ids = line.map((_, id) => id);
  return withProblem(history, types.register, undefined, ids, "session", <Bits>(problem: Problem<Bits>) =>
    evaluateAxioms(
      problem,
      parseAxioms(axioms),
      line,
      sees.map((seen) => setOf(problem.sets, seen)),
    ),
  );
}

describe("evaluateAxioms", () => {
  const two = "{ write(1); read() => 1 } || { write(2); read() => 2 }"; // operations 0, 1 and 2, 3

  test("reads composition from left to right", () => {
    // 2 sees 0, and 2 is before 3 in its session: by vis∘po, 3 must see 0.
    const sees = [[], [0], [0], [2]];
    expect(evaluate(two, "vis ⊇ po", [0, 1, 2, 3], sees)).toBeUndefined();
    expect(evaluate(two, "vis ⊇ vis∘po", [0, 1, 2, 3], sees)?.pair).toEqual([0, 3]);
    expect(evaluate(two, "vis ⊇ po∘vis", [0, 1, 2, 3], sees)).toBeUndefined();
    expect(evaluate(two, "vis ⊇ po∘vis", [0, 1, 2, 3], [[], [0], [1], [2]])?.pair).toEqual([0, 2]);
  });

  test("filters by method", () => {
    const sees = [[], [0], [], [2]];
    expect(evaluate(two, "vis ⊇ lin∘[read]", [0, 1, 2, 3], sees)?.pair).toEqual([0, 3]);
    expect(evaluate(two, "vis ⊇ [read]∘lin∘[read]", [0, 1, 2, 3], sees)?.pair).toEqual([1, 3]);
    expect(evaluate(two, "vis ⊇ []∘lin", [0, 1, 2, 3], sees)).toBeUndefined();
  });

  test("includes what always holds", () => {
    const breach = evaluate(two, "", [1, 0, 2, 3], [[], [], [], []]);
    expect(breach && printAxiom(breach.axiom)).toBe("lin ⊇ hb");
    expect(breach?.pair).toEqual([0, 1]);
    expect(evaluate(two, "relax lin", [1, 0, 2, 3], [[], [], [], []])).toBeUndefined();
    const later = evaluate(two, "relax lin", [1, 0, 2, 3], [[], [0], [], []]);
    expect(later && printAxiom(later.axiom)).toBe("lin ⊇ vis");
    expect(later?.pair).toEqual([0, 1]);
  });

  test("a path that leads from an operation to itself is in neither relation", () => {
    expect(evaluate(two, "vis ⊇ [write]", [0, 1, 2, 3], [[], [], [], []])?.pair).toEqual([0, 0]);
    expect(evaluate(two, "relax lin; lin ⊇ hb∘lin", [1, 0, 2, 3], [[], [], [], []])?.pair).toEqual([0, 0]);
  });
});
