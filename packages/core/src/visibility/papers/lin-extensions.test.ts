import { expect, test } from "vitest";
import { types } from "../../types/index.js";
import { parseHistory } from "../../history/parse-history.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { linExtensions, type LinearizeName } from "./lin-extensions.js";
import { levelsModel } from "./model.js";
import { type Problem, splitPending, withProblem } from "../problem.js";
import { setOf } from "../sets.js";

/** Every linearization that an enumeration meets. */
function linearizations<Bits>(problem: Problem<Bits>, name: LinearizeName): string[] {
  const { sets, size } = problem;
  const extend = linExtensions(sets, levelsModel(problem, new Uint8Array(size)), name);
  const found: string[] = [];
  const go = (order: readonly number[]): void => {
    if (order.length === size) found.push(order.join(" "));
    else for (const more of extend({ order, set: setOf(sets, order) })) go([...order, ...more]);
  };
  go([]);
  return found;
}

test("both enumerations meet every linearization once", () => {
  let most = 0;
  for (let seed = 0; seed < 80; seed++) {
    const history = generateHistory(types.register, seed, 6);
    for (const order of ["session", "realtime"] as const)
      withProblem(history, types.register, undefined, splitPending(history).certain, order, (problem) => {
        if (problem.cyclic) return;
        const wingGong = linearizations(problem, "wing-gong");
        const jit = linearizations(problem, "jit");
        expect(new Set(wingGong).size, `seed ${seed}`).toBe(wingGong.length);
        expect([...jit].sort(), `seed ${seed}`).toEqual([...wingGong].sort());
        most = Math.max(most, jit.length);
      });
  }
  expect(most).toBeGreaterThan(100);
});

test("just in time, the first operation to return is tried first, then later ones before it", () => {
  const history = parseHistory("{ write(1); write(2) } || { read() }");
  withProblem(history, types.register, undefined, [0, 1, 2], "session", (problem) => {
    const { sets } = problem;
    const extend = linExtensions(sets, levelsModel(problem, [0, 0, 0]), "jit");
    expect([...extend({ order: [], set: sets.empty })]).toEqual([[0], [2, 0]]);
    expect([...extend({ order: [0], set: sets.single(0) })]).toEqual([[1], [2, 1]]);
    expect([...extend({ order: [0, 1], set: setOf(sets, [0, 1]) })]).toEqual([[2]]);
  });
});
