import { describe, expect, test } from "vitest";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { createRandom } from "../../random.js";
import { types } from "../../types/index.js";
import { withProblem } from "../../visibility/problem.js";
import { evaluateAxioms } from "@sightline/testing/axioms/evaluate-axioms.js";
import { findNamedModel, namedModels } from "./named.js";
import { printAxioms } from "./print.js";

/** Stronger → weaker, where the axioms of the first imply those of the second. */
const laws: readonly (readonly [string, string])[] = [
  ...namedModels.map(({ name }) => ["single-order", name] as const),
  ...namedModels.map(({ name }) => [name, "return-value"] as const),
  ["session-guarantees", "read-my-writes"],
  ["session-guarantees", "monotonic-reads"],
  ["session-guarantees", "monotonic-writes"],
  ["session-guarantees", "writes-follow-reads"],
  ["causal-convergence", "session-guarantees"],
  ["causal-convergence", "trans-vis"],
  ["read-previous-ops", "read-my-writes"],
  ["hb-monotonic-reads", "monotonic-reads"],
  ["read-hb-prefix", "monotonic-writes"],
  ["lin-monotonic", "hb-monotonic-reads"],
  ["lin-monotonic", "trans-vis"],
  ["lin-prefix", "read-hb-prefix"],
  ["lin-prefix", "trans-vis"],
  ["lin-prefix", "writes-follow-reads"],
];

describe("named models", () => {
  test("print as they are defined, and have names of their own", () => {
    for (const { name, text, model } of namedModels) {
      expect(printAxioms(model)).toBe(text);
      expect(model.name).toBe(name);
    }
    const names = namedModels.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(findNamedModel("linPrefix")?.name).toBe("lin-prefix");
    expect(findNamedModel("linear")).toBeUndefined();
  });

  test("are ordered as the theory says, and no two are the same", () => {
    const parted = new Set<string>();
    const broken = new Set<string>();
    for (let seed = 0; seed < 200; seed++) {
      const random = createRandom(seed);
      const history = generateHistory(types.register, seed, 6);
      const ids = Array.from({ length: history.size }, (_, id) => id);
      withProblem(history, types.register, undefined, ids, "session", (problem) => {
        const { sets, before } = problem;
        const line: number[] = [];
        while (line.length < ids.length)
          line.push(
            random.pick(
              ids.filter(
                (id) => !line.includes(id) && ids.every((x) => line.includes(x) || !sets.has(before[id], x)),
              ),
            ),
          );
        for (let round = 0; round < 40; round++) {
          const rate = random.pick([0.2, 0.5, 0.8, 0.95, 1]);
          const visible = ids.map((id) =>
            line
              .slice(0, line.indexOf(id))
              .filter(() => random.chance(rate))
              .reduce((set, x) => sets.union(set, sets.single(x)), sets.empty),
          );
          const holds = new Map(
            namedModels.map(({ name, model }) => [
              name,
              evaluateAxioms(problem, model, line, visible) === undefined,
            ]),
          );
          for (const [strong, weak] of laws)
            if (holds.get(strong) === true && holds.get(weak) === false) broken.add(`${strong} ⇒ ${weak}`);
          for (const [a, holdsA] of holds)
            for (const [b, holdsB] of holds) if (holdsA && !holdsB) parted.add(`${a} ${b}`);
        }
      });
    }
    expect([...broken]).toEqual([]);
    for (const { name: a } of namedModels)
      for (const { name: b } of namedModels)
        if (a !== b) expect(parted.has(`${a} ${b}`) || parted.has(`${b} ${a}`), `${a} and ${b}`).toBe(true);
  });
});
