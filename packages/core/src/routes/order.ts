import { orderAlgorithm } from "../ask/fit-algorithm.js";
import type { Asked } from "../ask/understand.js";
import type { CriterionSpec } from "../criteria/criterion.js";
import type { NoOrder } from "../plan/decision.js";
import { decideLinearizability, type Question } from "../plan/linearizability.js";
import { decideSequential } from "../plan/sequential.js";
import type { Route } from "./route.js";

/** Linearizability and sequential consistency: one order of all operations, in which each sees all before it. */
export function orderRoute(
  { history, type, initial, algorithm: asked, options }: Asked,
  { kind, name }: Extract<CriterionSpec, { kind: "linearizability" | "sequential" }>,
): Route<NoOrder> {
  const { partition = true, cacheSize, explain: reasons = true } = options;
  const algorithm = orderAlgorithm(asked, name);
  const engineOptions = cacheSize === undefined ? {} : { cacheSize };
  const subject = { history, type, initial };
  const question: Question = { ...subject, algorithm, partition, options: engineOptions, reasons };
  const decide = kind === "linearizability" && history.timed ? decideLinearizability : decideSequential;
  return {
    decide: (budget) => decide(question, budget),
    // A monitor's order that does not hold leaves the search to decide.
    decideOtherwise: (gaveWitness, budget) =>
      algorithm === "auto" && gaveWitness.includes("monitor")
        ? decide({ ...question, algorithm: "frontier" }, budget)
        : undefined,
  };
}
