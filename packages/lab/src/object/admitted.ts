import { check, type History, type LevelName, type SequentialType } from "@sightline/core";
import { levelsOfBlocked, withBlocked } from "./blocking.js";
import { programHistory } from "./notation.js";
import { isBlocked, type Outcome, type Program } from "./program.js";

/** Which levels of the methods under test admit an outcome, all other methods at their own. */
export type Admitting = Readonly<Record<LevelName, boolean>>;

/** The levels from strong to weak. */
export const strongestFirst: readonly LevelName[] = [
  "complete",
  "causal",
  "peer",
  "monotonic",
  "basic",
  "weak",
];

/** What is assumed of the methods that are not under test. */
export type LevelMap = Readonly<Record<string, LevelName>>;

/** The histories that an outcome may stand for: it is admitted if one of them is. */
export type HistoriesOf = (outcome: Outcome) => readonly History[];

/**
 * Whether the levels admit what was seen (POPL'19 §3.2: the behaviour is expected). Calls that block are
 * admitted where, after all calls that returned, the sequential object would block too.
 */
export function isAdmitted(
  program: Program,
  outcome: Outcome,
  type: SequentialType,
  levels: LevelMap,
  historiesOf: HistoriesOf = (seen) => [programHistory(program, seen)],
): boolean {
  const known = new Set(program.threads.flatMap((steps) => steps.map(({ method }) => method)));
  const own = Object.fromEntries(Object.entries(levels).filter(([method]) => known.has(method)));
  const hasBlocked = outcome.some(isBlocked);
  return historiesOf(outcome).some((history) => {
    const result = check(history, {
      type: hasBlocked ? withBlocked(type) : type,
      levels: { "*": levels["*"] ?? "complete", ...own, ...levelsOfBlocked(program, outcome) },
      explain: false,
      verify: false,
    });
    if (result.verdict === "unknown") throw new Error(`no verdict on a program: ${result.reason}`);
    return result.verdict === "satisfied";
  });
}

/**
 * Which levels of `methods` admit the outcome while all others are as `others` says (by default
 * complete). `complete` implies all six and each of peer, monotonic, basic implies the next; that
 * `causal` implies `peer` or `monotonic` is not assumed, for with mixed levels it need not.
 */
export function admittingLevels(
  program: Program,
  outcome: Outcome,
  type: SequentialType,
  methods: readonly string[],
  others: LevelMap = {},
  historiesOf?: HistoriesOf,
): Admitting {
  const admits = (level: LevelName): boolean => {
    const levels = { ...others, ...Object.fromEntries(methods.map((method) => [method, level])) };
    return isAdmitted(program, outcome, type, levels, historiesOf);
  };
  const complete = admits("complete");
  const causal = complete || admits("causal");
  const peer = complete || admits("peer");
  const monotonic = peer || admits("monotonic");
  const basic = monotonic || causal || admits("basic");
  const weak = basic || admits("weak");
  return { complete, causal, peer, monotonic, basic, weak };
}

/** The strongest level that admits, or `none`. */
export function strongestOf(admitting: Admitting): LevelName | "none" {
  return strongestFirst.find((level) => admitting[level]) ?? "none";
}

/** The weakest level that is violated, as POPL'19's tables name it; `-` where none is. */
export function weakestViolated(admitting: Admitting): LevelName | "-" {
  return strongestFirst.findLast((level) => !admitting[level]) ?? "-";
}
