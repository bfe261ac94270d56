import { check, type SequentialType } from "@sightline/core";
import type { HistoriesOf, LevelMap } from "../object/admitted.js";
import { levelsOfBlocked, readableBlocked, withBlocked } from "../object/blocking.js";
import { programHistory, stepsOf } from "../object/notation.js";
import { isBlocked, type Outcome, type Program } from "../object/program.js";

/** An explanation is worth a second, not more. */
const MOST_MILLISECONDS = 1000;

/**
 * Why the levels do not admit an outcome, in words (of the first of the histories that it may stand for);
 * nothing where they do, or where no words were found in time.
 */
export function explainViolation(
  program: Program,
  outcome: Outcome,
  type: SequentialType,
  levels: LevelMap,
  historiesOf: HistoriesOf = (seen) => [programHistory(program, seen)],
): string | undefined {
  const rest = levels["*"] ?? "complete";
  const called = new Set(stepsOf(program).map(({ method }) => method));
  const own = Object.entries(levels).filter(([method, level]) => called.has(method) && level !== rest);
  const [history] = historiesOf(outcome);
  if (history === undefined) return undefined;
  const blocked = Object.entries(levelsOfBlocked(program, outcome)).filter(([, level]) => level !== rest);
  const given = [...own, ...blocked];
  const result = check(history, {
    type: outcome.some(isBlocked) ? withBlocked(type) : type,
    ...(given.length === 0 ? { criterion: rest } : { levels: { ...Object.fromEntries(given), "*": rest } }),
    limits: { deadline: performance.now() + MOST_MILLISECONDS },
  });
  return result.verdict === "violated" ? readableBlocked(result.violation.reason) : undefined;
}
