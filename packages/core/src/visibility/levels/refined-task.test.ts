import { expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { check } from "../../check.js";
import { parseHistory } from "../../history/parse-history.js";
import { findType } from "../../types/index.js";
import { LEVEL } from "../../criteria/levels.js";
import { createMeter } from "../meter.js";
import { withProblem } from "../problem.js";
import { refinedTask } from "./refined-task.js";
import { hintedTask } from "./search-task.js";
import { elements } from "../sets.js";

/** The pairs of operations, each once, that conflict by the hints alone and when looked at closely. */
function conflictsOf(text: string): { readonly hinted: string[]; readonly refined: string[] } {
  const history = parseHistory(text);
  const ids = [...history.label.keys()];
  const type = findType(history.type ?? "");
  return withProblem(history, type, undefined, ids, "session", (problem) => {
    const meter = createMeter(createBudget());
    const hinted = hintedTask(
      problem,
      ids.map(() => LEVEL.causal),
      meter,
    );
    const refined = refinedTask(problem, hinted, meter);
    const pairs = (task: typeof hinted): string[] =>
      ids.flatMap((a) => elements(task.sets, task.conflicts[a]).flatMap((b) => (a < b ? [`${a}-${b}`] : [])));
    return { hinted: pairs(hinted), refined: pairs(refined) };
  });
}

test("elements that nobody observes are alike: offers of them commute, with a poll they do not", () => {
  const { hinted, refined } = conflictsOf("queue { offer(1) } || { offer(2) } || { poll(); size() => 1 }");
  expect(hinted).toEqual(["0-1", "0-2", "1-2"]);
  expect(refined).toEqual(["0-2", "1-2"]);
});

test("elements that somebody observes are not", () => {
  const asked = "{ poll(); peek() => 2 }";
  const { hinted, refined } = conflictsOf(`queue { offer(1) } || { offer(2) } || { offer(3) } || ${asked}`);
  expect(hinted).toEqual(["0-1", "0-2", "0-3", "1-2", "1-3", "2-3"]);
  expect(refined).toEqual(["0-1", "0-3", "1-2", "1-3", "2-3"]);
});

test("values that nobody reads are alike: the order of their writes makes no difference", () => {
  const { hinted, refined } = conflictsOf(
    "register { write(1) } || { write(2) } || { write(3); read() => 3 }",
  );
  expect(hinted).toEqual(["0-1", "0-2", "1-2"]);
  expect(refined).toEqual(["0-2", "1-2"]);
});

test("a violation that only numbers of elements make takes few states", () => {
  const history = parseHistory(
    "queue { peek() => null; size() => 4; poll(); offer(1); size() => 6 } || { offer(0); isEmpty() => false; offer(2); offer(2); offer(2) } || { offer(1); offer(2); offer(1) } || { offer(1); peek() => null }",
  );
  const result = check(history, { criterion: "causal", explain: false, limits: { states: 150_000 } });
  expect(result.verdict).toBe("violated");
});
