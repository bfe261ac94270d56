import { check, type SequentialType } from "@sightline/core";
import { type HistoriesOf, isAdmitted, type LevelMap } from "../object/admitted.js";
import { printStep, programHistory, stepsOf } from "../object/notation.js";
import { isBlocked, NOT_REACHED, type Outcome, type Program } from "../object/program.js";

/** An explanation is worth a second, not more. */
const MOST_SECONDS = 1;

/** Why an outcome is not admitted. */
export interface WhyNotAdmitted {
  /** In words, of the first of the histories that the outcome may stand for. */
  readonly reason: string;
  /** The same for violations that are alike (`Violation.cause`), where it is known. */
  readonly cause?: string;
}

/** Why the levels do not admit an outcome; nothing where they do, or where no words were found in time. */
export function explainViolation(
  program: Program,
  outcome: Outcome,
  type: SequentialType,
  levels: LevelMap,
  historiesOf: HistoriesOf = (seen) => [programHistory(program, seen)],
): WhyNotAdmitted | undefined {
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
  if (result.verdict === "violated") {
    const { reason, cause } = result.violation;
    return { reason, ...(cause !== undefined && { cause }) };
  }
  if (result.verdict === "unknown" || !outcome.some(isBlocked)) return undefined;
  const admits = (seen: Outcome): boolean => isAdmitted(program, seen, type, levels, historiesOf);
  return admits(outcome) ? undefined : { reason: blockedWords(program, outcome, admits) };
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
