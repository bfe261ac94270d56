import { check, type SequentialType } from "@sightline/core";
import { type HistoriesOf, isAdmitted, type LevelMap } from "../object/admitted.js";
import { printStep, programHistory, stepsOf } from "../object/notation.js";
import { isBlocked, NOT_REACHED, type Outcome, type Program } from "../object/program.js";

/** An explanation is worth a second, not more. */
const MOST_SECONDS = 1;

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
  // What returned comes first: that it cannot be explained says more than that something blocks.
  const returned = outcome.map((result) => (isBlocked(result) ? NOT_REACHED : result));
  const rest = levels["*"] ?? "complete";
  const called = new Set(stepsOf(program).map(({ method }) => method));
  const own = Object.entries(levels).filter(([method, level]) => called.has(method) && level !== rest);
  const [history] = historiesOf(returned);
  if (history === undefined) return undefined;
  const result = check(history, {
    type,
    ...(own.length === 0 ? { criterion: rest } : { levels: { ...Object.fromEntries(own), "*": rest } }),
    limits: { seconds: MOST_SECONDS },
  });
  if (result.verdict === "violated") return result.violation.reason;
  if (result.verdict === "unknown" || !outcome.some(isBlocked)) return undefined;
  const admits = (seen: Outcome): boolean => isAdmitted(program, seen, type, levels, historiesOf);
  return admits(outcome) ? undefined : blockedWords(program, outcome, admits);
}

/** Which calls block that should not, where all that returned can be explained. */
function blockedWords(program: Program, outcome: Outcome, admits: (outcome: Outcome) => boolean): string {
  const steps = stepsOf(program);
  const blocked = [...outcome.keys()].filter((i) => steps[i].on === undefined && isBlocked(outcome[i]));
  const alone = (i: number): Outcome =>
    outcome.map((result, other) => (other !== i && isBlocked(result) ? NOT_REACHED : result));
  const wrong = blocked.filter((i) => !admits(alone(i)));
  const inThread = (i: number): string => `${printStep(steps[i])} of thread ${steps[i].thread}`;
  if (wrong.length === 0)
    return `${blocked.map(inThread).join(" and ")} block: each might, but no order of the calls that returned leaves the object in a state where all of them do`;
  const isOne = wrong.length === 1;
  return (
    `${wrong.map(inThread).join(" and ")} ${isOne ? "blocks" : "block"}: in whichever order the calls that returned took effect, ` +
    `${isOne ? "it" : "each of them"} would return at once on an object that one thread uses`
  );
}
