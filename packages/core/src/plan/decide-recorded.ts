import { type Budget, orExhausted } from "../budget.js";
import { levelOf } from "../criteria/level-map.js";
import type { LevelName } from "../criteria/levels.js";
import { decideKnown } from "../visibility/known/decide-known.js";
import type { Witness } from "../result.js";
import { createMeter } from "../visibility/meter.js";
import { judgeRecorded } from "../witness/verify-recorded.js";
import type { Decision } from "./decision.js";
import { modelFor } from "./exact-visibility.js";
import type { VisibilityQuestion } from "./visibility.js";

/** Decides a history that tells what operations saw, where that leaves nothing to search for; else `undefined`. */
export function decideRecorded(question: VisibilityQuestion, budget: Budget): Decision | undefined {
  const { history, type, initial, criterion, algorithm } = question;
  if (algorithm !== "auto") return undefined;
  const { order } = criterion;
  const summary = { algorithm: "recorded sights", parts: 1, states: history.size };
  const levels = (method: string): LevelName =>
    criterion.kind === "levels" ? levelOf(criterion.levels, method) : "weak";
  const model = modelFor(criterion, history);
  const claim = { type, initial, order, ...(criterion.kind === "levels" ? { levels } : { axioms: model }) };
  const isUniform =
    criterion.kind === "levels" && new Set(history.labels.map(({ method }) => levels(method))).size <= 1;
  const meter = createMeter(budget);
  const judge = (shown: Witness) => judgeRecorded(history, claim, shown, meter.work);
  return orExhausted<Decision | undefined>(
    () => {
      const asked = { history, type, initial, order, model, isUniform, judge };
      const found = decideKnown(asked, meter);
      if (found?.verdict !== "violated") return found && { ...found, isJudged: true, ...summary };
      const { conflict } = found;
      const ids = Array.from({ length: history.size }, (_, id) => id);
      const why = conflict && { stuck: conflict.stuck, pattern: conflict };
      return { verdict: "violated", ids, ...why, ...summary };
    },
    (reason) => ({ verdict: "unknown", reason, established: "nothing: it was cut short", ...summary }),
  );
}
