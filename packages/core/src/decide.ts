import type { BoundedCheck } from "./ask/check-options.js";
import { type Asked, understand } from "./ask/understand.js";
import { type Budget, createBudget } from "./budget.js";
import type { History } from "./history/history.js";
import type { Decision, NoOrder } from "./plan/decision.js";
import type { NoMemoryOrder } from "./plan/memory.js";
import { cautionsOf, type Result, type Stats } from "./result.js";
import { convergenceRoute, type Disagreement, nothingCompared } from "./routes/convergence.js";
import { memoryRoute } from "./routes/memory.js";
import { orderRoute } from "./routes/order.js";
import { type Route, unexplained, witnessFault } from "./routes/route.js";
import { visibilityRoute } from "./routes/visibility.js";

/** What the search found where a history violates what is asked. */
export type Violating = NoOrder | NoMemoryOrder | Disagreement;

/** A violation that is decided but not put into words yet. */
export interface OpenViolation {
  readonly asked: Asked;
  readonly decision: Extract<Decision<Violating>, { readonly verdict: "violated" }>;
  /** When it was asked, on the clock of `performance.now()`. */
  readonly started: number;
}

/** An answer, or a violation for `explainDecided` to put into words: who never meets one need not load what that takes. */
export type Decided = { readonly result: Result } | { readonly open: OpenViolation };

/** Does the history satisfy the criterion? Decides and verifies, and leaves it to others to explain. Throws as `check` does. */
export function decideWithin(history: History, options: BoundedCheck = {}): Decided {
  const started = performance.now();
  const asked = understand(history, options);
  const { bounds } = options;
  if (bounds?.cancelled?.() === true) {
    const established = "nothing: it was cancelled before the search";
    const stats = { algorithm: asked.algorithm, states: 0, parts: 1 };
    return {
      result: resultOf({ asked, started }, { verdict: "unknown", reason: "cancelled", established }, stats),
    };
  }
  const budget = createBudget(bounds);
  return concluded({ asked, started }, verified(asked, budget, decideAsked(asked, budget)));
}

/** The answer that a decision makes; its witness is taken to hold. */
export function concluded(
  { asked, started }: Pick<OpenViolation, "asked" | "started">,
  decision: Decision<Violating>,
): Decided {
  switch (decision.verdict) {
    case "satisfied": {
      const { verdict, witness } = decision;
      const result = resultOf({ asked, started }, { verdict, witness }, decision);
      const warnings = asked.criterion.kind === "convergence" ? nothingCompared(witness) : [];
      return { result: warnings.length === 0 ? result : { warnings, ...result } };
    }
    case "unknown": {
      const { verdict, reason, established } = decision;
      return { result: resultOf({ asked, started }, { verdict, reason, established }, decision) };
    }
    case "violated": {
      const isNamed = !("ids" in decision) || asked.criterion.kind === "convergence";
      if (asked.options.explain !== false || isNamed) return { open: { asked, decision, started } };
      const violation = unexplained(decision);
      return { result: resultOf({ asked, started }, { verdict: "violated", violation }, decision) };
    }
  }
}

/** Takes the route of the criterion. */
function routeOf(asked: Asked): Route<Violating> {
  const { criterion } = asked;
  switch (criterion.kind) {
    case "linearizability":
    case "sequential":
      return orderRoute(asked, criterion);
    case "levels":
    case "axioms":
      return visibilityRoute(asked, criterion);
    case "memory":
      return memoryRoute(asked, criterion);
    case "convergence":
      return convergenceRoute(asked);
  }
}

/** Decides what is asked; a witness is not verified yet. */
export const decideAsked = (asked: Asked, budget: Budget): Decision<Violating> =>
  routeOf(asked).decide(budget);

/** A decision whose witness holds by the definition of the criterion alone. */
function verified(asked: Asked, budget: Budget, decision: Decision<Violating>): Decision<Violating> {
  if (decision.verdict !== "satisfied" || decision.isJudged || asked.options.verify === false)
    return decision;
  const fault = witnessFault(asked, asked.criterion, decision);
  if (fault === undefined) return decision;
  const other = routeOf(asked).decideOtherwise?.(decision.algorithm, budget);
  if (other === undefined) throw fault;
  return verified(asked, budget, other);
}

type WithoutFacts<One> = One extends unknown ? Omit<One, "criterion" | "stats" | "warnings"> : never;

/** The answer that a verdict makes, with what it took. */
export function resultOf(
  { asked, started }: Pick<OpenViolation, "asked" | "started">,
  verdict: WithoutFacts<Result>,
  decision: Summary,
): Result {
  const milliseconds = Math.round((performance.now() - started) * 1000) / 1000;
  const stats = statsOf(decision, milliseconds);
  return {
    criterion: asked.criterion.name,
    ...verdict,
    stats,
    ...cautionsOf(asked.history, asked.criterion),
  };
}

type Summary = Pick<Decision, "algorithm" | "states" | "parts" | "countPairs" | "shared">;

function statsOf(decision: Summary, milliseconds: number): Stats {
  const { algorithm, states, parts, shared } = decision;
  const writePairs = decision.countPairs?.();
  return {
    algorithm,
    states,
    milliseconds,
    ...(parts > 1 && { parts }),
    ...shared,
    ...(writePairs !== undefined && { writePairs }),
  };
}
