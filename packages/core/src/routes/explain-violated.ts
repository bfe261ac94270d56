import type { Asked } from "../ask/understand.js";
import { type Bounds, type Budget, createBudget } from "../budget.js";
import { decideAsked, type OpenViolation, resultOf, type Violating } from "../decide.js";
import { type Effort, explanationEffort } from "../explain/effort.js";
import type { Explained } from "../explain/explained.js";
import { SMALL } from "../explain/shrink.js";
import type { History } from "../history/history.js";
import type { Result, Violation } from "../result.js";
import { type Disagreement, tellDisagreement } from "./convergence.js";
import { explainMemory } from "./explain-memory.js";
import { explainOrder } from "./explain-order.js";
import { explainSights } from "./explain-sights.js";
import { unexplained } from "./route.js";
import { withProof } from "./with-proof.js";

/** How a violation is put into words. */
export interface Telling {
  /** Default: those within which it was decided. */
  readonly bounds?: Bounds | undefined;
  /** Whether this violation is to be proved too. Default: each is. */
  wantsProof?(violation: Violation): boolean;
}

/** The answer about a violation that was decided but not put into words yet. */
export function explainDecided(open: OpenViolation, telling: Telling = {}): Result {
  const { asked, decision } = open;
  const { bounds = asked.options.bounds } = telling;
  const violation = explainViolated(asked, decision, createBudget(bounds), telling);
  return resultOf(open, { verdict: "violated", violation }, decision);
}

/** Why a history violates what is asked, with a proof where one is wanted and found. */
export function explainViolated(
  asked: Asked,
  violated: Violating,
  budget: Budget,
  { wantsProof = () => true }: Telling = {},
): Violation {
  const effort = explanationEffort(budget, asked.history.size);
  const found = explained(asked, violated, effort);
  const told = wantsProof(found)
    ? withProof(asked, found, violated, effort, satisfies(asked, effort))
    : found;
  // The core, where it is small, is what is shown.
  const { plain: _, vague: __, unproved: ___, blamed: ____, coreIds, ...violation } = told;
  return inTime(
    asked,
    budget,
    coreIds === undefined || coreIds.length > SMALL ? violation : { ...violation, operations: coreIds },
  );
}

/**
 * The explanation, or that there was no time for it. What is said never depends on how much of it there was:
 * an explanation that the caller's limits may have cut short is left out as a whole.
 */
function inTime(asked: Asked, budget: Budget, violation: Violation): Violation {
  const shortage = budget.exceeded(0);
  if (shortage === undefined || asked.options.explain === false) return violation;
  const what = {
    deadline: "time",
    memory: "memory",
    states: "effort",
    cancelled: "patience",
    lost: "worker",
  }[shortage];
  return { kind: "exhausted", operations: [], reason: `there was no ${what} left to find out why` };
}

/** The states that may be visited to tell whether a core holds with another result. */
const CORE_STATES = 20_000;
/** What that may take of the whole explanation. */
const CORES = 0.1;

/** Whether another history is found to satisfy what was asked of this one. */
function satisfies(asked: Asked, effort: Effort): (other: History) => boolean {
  const options = { ...asked.options, explain: false };
  const within = effort.share(CORES, CORE_STATES);
  return (history) => {
    const other = {
      ...asked,
      history,
      type: within.counted(asked.type),
      algorithm: "auto",
      options,
    } as const;
    return within.attempt(history.size, () => decideAsked(other, within.trial))?.verdict === "satisfied";
  };
}

function explained(asked: Asked, violated: Violating, effort: Effort): Explained {
  const { criterion } = asked;
  if (!("ids" in violated))
    return explainMemory(asked, criterion as Extract<typeof criterion, { kind: "memory" }>, violated, effort);
  if (criterion.kind === "convergence") return tellDisagreement(asked.history, violated as Disagreement);
  if (asked.options.explain === false) return unexplained(violated);
  switch (criterion.kind) {
    case "levels":
    case "axioms":
      return explainSights(asked, criterion, violated, effort);
    case "memory":
      return explainOrder(asked, "sequential", violated, effort);
    default:
      return explainOrder(asked, criterion.kind, violated, effort);
  }
}
