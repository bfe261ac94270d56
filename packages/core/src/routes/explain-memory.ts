import type { Asked } from "../ask/understand.js";
import type { Budget } from "../budget.js";
import type { CriterionSpec } from "../criteria/criterion.js";
import { tellAlternatives } from "../explain/alternatives.js";
import type { Effort } from "../explain/effort.js";
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
/** What each part of explaining may take of the whole: the reason, the core, other results. */
const [REASON, CORE, INSTEAD] = [0.35, 0.15, 0.15];

/** Why a history violates a model of shared memory. */
export function explainMemory(
  asked: Asked,
  criterion: Extract<CriterionSpec, { kind: "memory" }>,
  violated: NoMemoryOrder,
  effort: Effort,
): Explained {
  const { history, initial, type, options } = asked;
  const { explain: reasons = true } = options;
  const { name: model } = criterion;
  const question = memoryQuestion(asked, criterion);
  const decide = (memory: MemoryHistory, limits: Budget) => decider(question, limits)(memory);
  const subject = { history, initial, model, inFull: reasons, decide };
  const violation = explainChoices(subject, violated, effort.share(REASON, WHOLE_STATES));
  if (!reasons) return violation;
  const ask = (other: History, within: Effort) => {
    const asked = { history: other, type: within.counted(type), initial };
    const again = { ...question, history: other, algorithm: "auto" as const, countPairs: false };
    const sequentially = { ...asked, algorithm: "auto", partition: true, options: {} } as const;
    return within.attempt(
      other.size,
      () => decideMemory(again, within.trial) ?? decideSequential(sequentially, within.trial),
    )?.verdict;
  };
  const shrinking = effort.share(CORE, TRIAL_STATES);
  const core = memoryCore(history, violation.operations, {
    initial,
    violates: (other) => ask(other, shrinking) === "violated",
    mayGoOn: shrinking.mayGoOn,
  });
  const putting = effort.share(INSTEAD, WHOLE_STATES);
  const instead = readAlternatives(
    history,
    initial,
    violation.operations,
    (other) => ask(other, putting) ?? "unknown",
  );
  const about = aboutRead(history, violation, instead);
  return { ...violation, ...core, ...tellAlternatives(instead), ...about };
}
