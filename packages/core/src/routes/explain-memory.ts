import type { Asked } from "../ask/understand.js";
import { type Budget, withStates } from "../budget.js";
import type { CriterionSpec } from "../criteria/criterion.js";
import { tellAlternatives } from "../explain/alternatives.js";
import { createEffort } from "../explain/effort.js";
import type { Explained } from "../explain/explained.js";
import { aboutRead } from "../explain/memory/about-read.js";
import { explainChoices } from "../explain/memory/explain-choices.js";
import { memoryCore } from "../explain/memory/memory-core.js";
import { readAlternatives } from "../explain/memory/read-alternatives.js";
import type { History } from "../history/history.js";
import type { MemoryHistory } from "../memory/memory-history.js";
import { decideMemory, decider, type NoMemoryOrder } from "../plan/memory.js";
import { decideSequential } from "../plan/sequential.js";
import { memoryQuestion } from "./memory.js";

/** The states that one trial may visit, and one decision of the whole history. */
const [TRIAL_STATES, WHOLE_STATES] = [20_000, 100_000];
/** What core and alternatives may cost: see `Effort`. */
const EFFORT = 300_000;

/** Why a history violates a model of shared memory. */
export function explainMemory(
  asked: Asked,
  criterion: Extract<CriterionSpec, { kind: "memory" }>,
  violated: NoMemoryOrder,
  budget: Budget,
): Explained {
  const { history, initial, type, options } = asked;
  const { explain: reasons = true } = options;
  const { name: model } = criterion;
  const question = memoryQuestion(asked, criterion);
  const decide = (memory: MemoryHistory, limits: Budget) => decider(question, limits)(memory);
  const violation = explainChoices({ history, initial, model, inFull: reasons, decide }, violated, budget);
  if (!reasons) return violation;
  const sequentially = (other: History) =>
    ({ history: other, type, initial, algorithm: "auto", partition: true, options: {} }) as const;
  const effort = createEffort(budget, EFFORT, TRIAL_STATES);
  const ask = (other: History, limits: Budget) => {
    const again = { ...question, history: other, algorithm: "auto" as const, countPairs: false };
    const found = decideMemory(again, limits) ?? decideSequential(sequentially(other), limits);
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
}
