import type { CriterionSpec } from "../criteria/criterion.js";
import type { History } from "../history/history.js";
import { HistoryError } from "../history/error.js";
import { findName } from "../text/find-name.js";
import { didYouMean } from "../text/did-you-mean.js";
import { asksForStoreOrder, type MemoryModel } from "../criteria/memory-models.js";
import type { SequentialType } from "../types/type.js";
import {
  type Algorithm,
  algorithms,
  isMemoryAlgorithm,
  isVisibilityAlgorithm,
  memoryAlgorithms,
  type MemoryAlgorithm,
  type OrderAlgorithm,
  type VisibilityAlgorithm,
  visibilityAlgorithms,
} from "./algorithms.js";

/** The algorithm of that name. Throws a `HistoryError`. */
export function findAlgorithm(name: string): Algorithm {
  const known: readonly Algorithm[] = [...algorithms, ...visibilityAlgorithms, ...memoryAlgorithms];
  const found = findName(name, known);
  if (found !== undefined) return found;
  const hint = didYouMean(name, known, `the algorithms are ${known.join(", ")}`);
  throw new HistoryError("SL1306", `unknown algorithm "${name}": ${hint}`);
}

/**
 * Refuses an algorithm that there is not, or that does not decide such a criterion, whatever the
 * history. Throws a `HistoryError`.
 */
export function checkAlgorithm(name: string, criterion: CriterionSpec): void {
  const algorithm = findAlgorithm(name);
  switch (criterion.kind) {
    case "levels":
    case "axioms":
      visibilityAlgorithm(algorithm, criterion);
      break;
    case "memory":
      memoryAlgorithm(algorithm, criterion.name);
      break;
    case "convergence":
      if (algorithm !== "auto")
        throw new HistoryError("SL1306", `${algorithm} does not decide convergence: take auto`);
      break;
    default:
      // With visibilities, each operation sees all before it.
      if (!isVisibilityAlgorithm(algorithm)) orderAlgorithm(algorithm, criterion.name);
  }
}

/** The algorithm, if it decides levels or axioms. Throws a `HistoryError` where it does not. */
export function visibilityAlgorithm(
  algorithm: Algorithm,
  { kind, name }: Extract<CriterionSpec, { kind: "levels" | "axioms" }>,
): "auto" | VisibilityAlgorithm {
  if (algorithm === "auto" || algorithm === "visibility") return algorithm;
  if (isMemoryAlgorithm(algorithm)) throw onlyMemory(algorithm, name);
  if (!isVisibilityAlgorithm(algorithm))
    throw new HistoryError(
      "SL1306",
      `${algorithm} decides linearizability and sequential only: for ${name} take one of auto, ${visibilityAlgorithms.join(", ")}`,
    );
  if (kind === "axioms")
    throw new HistoryError("SL1306", `${algorithm} decides levels only: for ${name} take auto or visibility`);
  return algorithm;
}

/** Refuses an algorithm that runs what an operation sees, where the type is no such run. Throws a `HistoryError`. */
export function checkReplicated(algorithm: Algorithm, { name, replicated }: SequentialType): void {
  if (replicated === undefined || !isVisibilityAlgorithm(algorithm) || algorithm === "visibility") return;
  throw new HistoryError(
    "SL1306",
    `${algorithm} runs what an operation sees one after another, and ${name} is a replicated type: take auto or visibility`,
  );
}

/** Refuses an algorithm that knows nothing of sights that were recorded. Throws a `HistoryError`. */
export function checkSights(algorithm: Algorithm, { sights }: History): void {
  if (sights === undefined || !isVisibilityAlgorithm(algorithm) || algorithm === "visibility") return;
  throw new HistoryError(
    "SL1306",
    `${algorithm} chooses itself what operations see, and this history tells it ("saw", "sees"): take auto or visibility`,
  );
}

/** The algorithm, if it looks for one order in which all see all. Throws a `HistoryError` where it does not. */
export function orderAlgorithm(algorithm: Algorithm, criterion: string): "auto" | OrderAlgorithm {
  if (isMemoryAlgorithm(algorithm)) throw onlyMemory(algorithm, criterion);
  if (isVisibilityAlgorithm(algorithm)) throw new Error(`${algorithm} is no search for one order`);
  return algorithm;
}

/** The algorithm, if it decides the model of shared memory. Throws a `HistoryError` where it does not. */
export function memoryAlgorithm(algorithm: Algorithm, model: MemoryModel): "auto" | MemoryAlgorithm {
  const fit = memoryAlgorithms.filter((name) => (name === "clocks") !== asksForStoreOrder(model));
  if (algorithm === "auto" || (isMemoryAlgorithm(algorithm) && fit.includes(algorithm))) return algorithm;
  const instead = model === "sc" ? ", or ask for sequential" : "";
  throw new HistoryError(
    "SL1306",
    `${algorithm} does not decide ${model}: take one of auto, ${fit.join(", ")}${instead}`,
  );
}

function onlyMemory(algorithm: MemoryAlgorithm, criterion: string): HistoryError {
  return new HistoryError(
    "SL1306",
    `${algorithm} decides models of shared memory only: for ${criterion} take auto or another`,
  );
}
