import { type Bounds, type Budget, createBudget, type Shortage, withStates } from "./budget.js";
import type { History } from "./history/history.js";
import type { Value } from "./history/value.js";
import { boundsOf, type Limits } from "./limits.js";
import type { Decision } from "./plan/decision.js";
import { checkFit, resolveType } from "./ask/fit.js";
import { pendingChoices } from "./plan/pending-choices.js";
import { decideVisibility, isRefutedByOneResult, type VisibilityCriterion } from "./plan/visibility.js";
import { type Cautions, cautionsOf, type Stats, type Witness } from "./result.js";
import { witnessFault } from "./routes/route.js";
import { refuseUnknown } from "./text/refuse-unknown.js";
import type { SequentialType } from "./types/type.js";
import { LEVEL, type LevelName, levelNames } from "./criteria/levels.js";
import type { OrderName } from "./criteria/order-name.js";

/** Options of `measure`. */
export interface MeasureOptions {
  /** The sequential type: itself, or the name of a built-in one. Default: the history's. */
  readonly type?: SequentialType | string;
  /** The state to start from, over the history's own `initial`. */
  readonly initial?: Value;
  /** Whether happens-before has real time in it. Default: `session`, it has not. */
  readonly order?: OrderName;
  /** What the searches may use, all levels together; beyond it verdicts are `unknown`. */
  readonly limits?: Limits;
  /** Whether to re-check the witness of the level from the definition alone. Default: true. */
  readonly verify?: boolean;
}

const optionNames = Object.keys({
  type: true,
  initial: true,
  order: true,
  limits: true,
  verify: true,
} satisfies Record<keyof MeasureOptions, true>);

/** How to measure within bounds that somebody else keeps an eye on too. */
export interface BoundedMeasure extends Omit<MeasureOptions, "limits"> {
  readonly bounds?: Bounds;
}

/** The result of `measure`: how consistent a history is. */
export interface Measurement extends Cautions {
  /**
   * The strongest of the six levels that the history satisfies when every operation has it; `none`
   * where it does not even satisfy `weak`; `unknown` where the limits left that open.
   */
  readonly level: LevelName | "none" | "unknown";
  /** Where the level is unknown: the strongest that the history is known to satisfy; absent where none is. */
  readonly atLeast?: LevelName;
  /** Where the level is unknown: the weakest that the history is known to violate; absent where none is. */
  readonly below?: LevelName;
  readonly verdicts: Readonly<Record<LevelName, "satisfied" | "violated" | "unknown">>;
  /** Shows that the strongest level known to be satisfied is. */
  readonly witness?: Witness;
  /** What ran out, where some verdict is unknown. */
  readonly reason?: Shortage;
  readonly stats: Stats;
}

/** The states that each level may visit in the first round, at least; each later round allows 16 times as many. */
const FIRST_ROUND = 20_000;
/** And for each operation: enough for a run along a hint. */
const STATES_EACH = 8;
/** Beyond so many operations others refute one result by itself sooner. */
const LONG = 64;

/**
 * The strongest level of a history. The uniform levels form a chain (POPL'19 Lemma 3.2): a history
 * that satisfies one satisfies all weaker ones, and one that violates one violates all stronger
 * ones. So the two strongest are tried first, then the middle of what is left; in rounds of growing
 * effort, so that a hard level waits until easier ones have been tried, which may decide it.
 *
 * Throws a `HistoryError` when history and type do not fit together, or at an option that is unknown.
 *
 * ```ts
 * measure(parseHistory("set { add(1) => true } || { contains(1) => true; contains(1) => false }")).level; // "basic"
 * ```
 */
export function measure(history: History, options: MeasureOptions = {}): Measurement {
  refuseUnknown("option", options, optionNames);
  const { limits, ...asked } = options;
  return measureWithin(history, limits === undefined ? asked : { ...asked, bounds: boundsOf(limits) });
}

/** `measure` within bounds as engines ask for them. */
export function measureWithin(history: History, options: BoundedMeasure = {}): Measurement {
  const started = performance.now();
  const type = resolveType(history, options.type);
  const initial = options.initial === undefined ? history.initial : options.initial;
  checkFit(history, type, initial);
  const order = options.order ?? "session";
  const choices = pendingChoices(history, type, initial, order);
  const decide = (level: LevelName, budget: Budget): Decision => {
    const criterion = uniform(level, order);
    const question = {
      history,
      type,
      initial,
      criterion,
      algorithm: "auto",
      pruning: true,
      triedInOneOrder: level !== "complete", // which comes first
      choices,
    } as const;
    return decideVisibility(question, budget);
  };
  // All levels from basic on ask that an operation sees what happens before it. Most that violate one violate that.
  const isBelowBasic = (budget: Budget): boolean =>
    history.size <= LONG &&
    history.sights === undefined && // else who saw what tells sooner
    isRefutedByOneResult({ criterion: uniform("basic", order), type }, choices, budget);
  const { range, witness, reason, stats } = findStrongest(
    { decide, isBelowBasic },
    createBudget(options.bounds),
    Math.max(FIRST_ROUND, STATES_EACH * history.size),
  );
  if (witness !== undefined && options.verify !== false) {
    const criterion = uniform(levelNames[range.satisfied], order);
    const fault = witnessFault({ history, type, initial }, criterion, { witness, ...stats });
    if (fault !== undefined) throw fault;
  }
  return {
    level: levelBetween(range),
    ...intervalOf(range),
    verdicts: verdictsOf(range),
    ...(witness !== undefined && { witness }),
    ...(reason !== undefined && { reason }),
    stats: { ...stats, milliseconds: Math.round((performance.now() - started) * 1000) / 1000 },
    ...cautionsOf(history, uniform("weak", order)),
  };
}

/** The criterion that every operation has this level. */
function uniform(level: LevelName, order: OrderName): VisibilityCriterion {
  return { kind: "levels", name: level, levels: { "*": level }, order };
}

/** The strongest level known to be satisfied, -1 for none, and the weakest known to be violated, 6 for none. */
interface Range {
  satisfied: number;
  violated: number;
}

function levelBetween({ satisfied, violated }: Range): Measurement["level"] {
  if (satisfied + 1 < violated) return "unknown";
  return satisfied < 0 ? "none" : levelNames[satisfied];
}

/** Between which levels one is that is not known. */
function intervalOf(range: Range): Pick<Measurement, "atLeast" | "below"> {
  if (levelBetween(range) !== "unknown") return {};
  const { satisfied, violated } = range;
  return {
    ...(satisfied >= 0 && { atLeast: levelNames[satisfied] }),
    ...(violated < levelNames.length && { below: levelNames[violated] }),
  };
}

function verdictsOf({ satisfied, violated }: Range): Measurement["verdicts"] {
  const verdict = (level: number) =>
    level <= satisfied ? "satisfied" : level >= violated ? "violated" : "unknown";
  return Object.fromEntries(
    levelNames.map((name, level) => [name, verdict(level)]),
  ) as Measurement["verdicts"];
}

interface Strongest {
  readonly range: Range;
  readonly witness?: Witness;
  readonly reason?: Shortage;
  readonly stats: Omit<Stats, "milliseconds">;
}

/** What can be asked of a history's levels. */
interface Levels {
  decide(level: LevelName, budget: Budget): Decision;
  /** Whether it is plain that the history violates `basic`: asked once it is known to violate `complete`. */
  isBelowBasic(budget: Budget): boolean;
}

/** No level is given less time than this at once, in milliseconds, as long as there is some. */
const LEAST_SHARE = 100;

/** The budget with a third of the time that is left: a level that takes it all would leave the others unasked. */
function shareOf(budget: Budget): Budget {
  const { deadline } = budget.limits;
  if (deadline === undefined) return budget;
  const now = performance.now();
  const share = Math.max(LEAST_SHARE, (deadline - now) / 3);
  return createBudget({ ...budget.limits, deadline: Math.min(deadline, now + share) });
}

/** Whether a level that has used up its share of the time may be asked again. */
const isTimeLeft = (reason: Shortage, { limits }: Budget): boolean =>
  reason === "deadline" && limits.deadline !== undefined && performance.now() < limits.deadline;

/** Narrows the range in rounds until its ends meet or the budget is used up. */
function findStrongest({ decide, isBelowBasic }: Levels, budget: Budget, first: number): Strongest {
  const range: Range = { satisfied: -1, violated: levelNames.length };
  const used = new Set<string>();
  let states = 0;
  let witness: Witness | undefined;
  const most = budget.limits.states ?? Infinity;
  const answer = (reason?: Shortage): Strongest => ({
    range,
    ...(witness !== undefined && { witness }),
    ...(reason !== undefined && { reason }),
    stats: { algorithm: [...used].sort().join("+"), states },
  });
  if (budget.limits.cancelled?.() === true) return answer("cancelled");
  for (let effort = first; ; effort *= 16) {
    const hard = new Set<number>();
    for (let level = nextLevel(range, hard); level !== undefined; level = nextLevel(range, hard)) {
      const decision = decide(levelNames[level], withStates(shareOf(budget), effort));
      used.add(decision.algorithm);
      states += decision.states;
      if (decision.verdict === "violated")
        range.violated = level === LEVEL.complete && isBelowBasic(budget) ? LEVEL.basic : level;
      else if (decision.verdict === "satisfied") {
        range.satisfied = level;
        ({ witness } = decision);
      } else if (decision.reason === "states" || isTimeLeft(decision.reason, budget)) hard.add(level);
      else return answer(decision.reason);
    }
    if (range.satisfied + 1 === range.violated) return answer();
    if (effort >= most) return answer("states");
  }
}

/** The level to try next: the strongest two, which most histories satisfy, then the middle of what is left. */
function nextLevel({ satisfied, violated }: Range, hard: ReadonlySet<number>): number | undefined {
  const left: number[] = [];
  for (let level = satisfied + 1; level < violated; level++) if (!hard.has(level)) left.push(level);
  return violated > LEVEL.causal && !hard.has(violated - 1) ? left.at(-1) : left[left.length >> 1];
}
