import { expect, test } from "vitest";
import { createBudget } from "../budget.js";
import { parseHistory } from "../history/parse-history.js";
import { findType } from "../types/index.js";
import { exactVisibility } from "./exact-visibility.js";

test("a search that ended says the same however often it is asked", () => {
  const adds = Array.from({ length: 6 }, (_, value) => `{ add(${value}) => true }`);
  const history = parseHistory(`set ${adds.join(" || ")} || { size() => 7 }`);
  const verdictsWithin = (states: number): readonly string[] => {
    const search = exactVisibility(
      {
        history,
        type: findType("set"),
        initial: undefined,
        criterion: { kind: "axioms", name: "axioms vis >= hb", axioms: "vis >= hb", order: "session" },
        algorithm: "auto",
        pruning: true,
      },
      createBudget({ states }),
    );
    return [1, 2, 3].map(() => search.resume(Infinity, states).verdict);
  };
  expect(verdictsWithin(2)).toEqual(["unknown", "unknown", "unknown"]);
  expect(verdictsWithin(1_000_000)).toEqual(["violated", "violated", "violated"]);
});
