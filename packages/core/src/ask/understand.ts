import { type CriterionSpec, resolveCriterion } from "../criteria/criterion.js";
import { checkTransactions } from "../criteria/transactions.js";
import type { History } from "../history/history.js";
import type { Value } from "../history/value.js";
import type { SequentialType } from "../types/type.js";
import { type Algorithm, isVisibilityAlgorithm } from "./algorithms.js";
import type { BoundedCheck } from "./check-options.js";
import { checkFit, checkLevelMethods, checkModelType, resolveType } from "./fit.js";
import { checkReplicated, checkSights, findAlgorithm } from "./fit-algorithm.js";

/** A history and the object it is of. */
export interface Subject {
  readonly history: History;
  readonly type: SequentialType;
  /** The state to start from. */
  readonly initial: Value | undefined;
}

/** What is asked: whether a history satisfies a criterion, and how to find out. */
export interface Asked extends Subject {
  readonly criterion: CriterionSpec;
  readonly algorithm: Algorithm;
  readonly options: BoundedCheck;
}

/** What the options ask of a history. Throws a `HistoryError` where history, type and options do not fit together. */
export function understand(history: History, options: BoundedCheck): Asked {
  const criterion = resolveCriterion(options, history);
  const type = resolveType(history, options.type);
  const initial = options.initial === undefined ? history.initial : options.initial;
  checkFit(history, type, initial);
  if (criterion.kind === "levels") checkLevelMethods(criterion.levels, type);
  if (criterion.kind === "memory") checkModelType(criterion.name, type);
  checkTransactions(criterion.name, type);
  const algorithm = findAlgorithm(options.algorithm ?? "auto");
  checkReplicated(algorithm, type);
  checkSights(algorithm, history);
  return { history, type, initial, criterion: asAsked(criterion, algorithm), algorithm, options };
}

/** To see all before it is what both criteria of one order ask of every operation: so a search for visibilities is asked. */
function asAsked(criterion: CriterionSpec, algorithm: Algorithm): CriterionSpec {
  if (criterion.kind !== "linearizability" && criterion.kind !== "sequential") return criterion;
  if (!isVisibilityAlgorithm(algorithm)) return criterion;
  const order = criterion.kind === "linearizability" ? "realtime" : "session";
  return { kind: "levels", name: criterion.name, levels: { "*": "complete" }, order };
}
