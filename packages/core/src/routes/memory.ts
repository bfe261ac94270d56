import type { Asked } from "../ask/understand.js";
import { type Budget, withStates } from "../budget.js";
import type { CriterionSpec } from "../criteria/criterion.js";
import { tellAlternatives } from "../explain/alternatives.js";
import { createEffort } from "../explain/effort.js";
import { explainChoices } from "../explain/memory/explain-choices.js";
import { memoryCore } from "../explain/memory/memory-core.js";
import { aboutRead } from "../explain/memory/about-read.js";
import { readAlternatives } from "../explain/memory/read-alternatives.js";
import type { History } from "../history/history.js";
import type { MemoryHistory } from "../memory/memory-history.js";
import type { NoOrder } from "../plan/decision.js";
import { decideMemory, decider, type NoMemoryOrder } from "../plan/memory.js";
import { decideSequential } from "../plan/sequential.js";
import { orderRoute } from "./order.js";
import type { Route } from "./route.js";

/** The states that one trial may visit, and one decision of the whole history. */
const [TRIAL_STATES, WHOLE_STATES] = [20_000, 100_000];
/** What core and alternatives may cost: see `Effort`. */
const EFFORT = 300_000;

/** The models of shared memory (CAV'19): causality, or an order of the writes to each variable. */
export function memoryRoute(
  asked: Asked,
  { name: model }: Extract<CriterionSpec, { kind: "memory" }>,
): Route<NoOrder | NoMemoryOrder> {
  const { history, initial, algorithm, options } = asked;
  const { sat, countPairs = false, explain: reasons = true } = options;
  const question = { history, initial, model, algorithm, sat, countPairs };
  /** SC is sequential consistency, whose search does not mind values that are written more than once. */
  const sequential = () => orderRoute(asked, { kind: "sequential", name: model });
  const sequentially = (other: History) =>
    ({ history: other, type: asked.type, initial, algorithm: "auto", partition: true, options: {} }) as const;
  return {
    decide: (budget) => decideMemory(question, budget) ?? sequential().decide(budget),
    explain(violated, budget) {
      if ("ids" in violated) return sequential().explain(violated, budget);
      const decide = (memory: MemoryHistory, limits: Budget) => decider(question, limits)(memory);
      const violation = explainChoices(
        { history, initial, model, inFull: reasons, decide },
        violated,
        budget,
      );
      if (!reasons) return violation;
      const effort = createEffort(budget, EFFORT, TRIAL_STATES);
      const ask = (other: History, limits: Budget) => {
        const asked = { ...question, history: other, algorithm: "auto" as const, countPairs: false };
        const found = decideMemory(asked, limits) ?? decideSequential(sequentially(other), limits);
        effort.spend(other.size, found.states);
        return found.verdict;
      };
      const core = memoryCore(history, violation.operations, {
        initial,
        violates: (other) => ask(other, effort.trial) === "violated",
        mayGoOn: effort.mayGoOn,
      });
      const limits = withStates(budget, WHOLE_STATES);
      const askWhole = (other: History) => (effort.mayGoOn() ? ask(other, limits) : "unknown");
      const instead = readAlternatives(history, initial, violation.operations, askWhole);
      const about = aboutRead(history, violation, instead);
      return { ...violation, ...core, ...tellAlternatives(instead), ...about };
    },
  };
}
