import { type Budget, orExhausted } from "../budget.js";
import { parseAxioms } from "../criteria/axioms/parse.js";
import type { CriterionSpec } from "../criteria/criterion.js";
import { levelOf } from "../criteria/level-map.js";
import { LEVEL, type LevelName } from "../criteria/levels.js";
import { type History, labelOf } from "../history/history.js";
import type { Value } from "../history/value.js";
import type { SequentialType } from "../types/type.js";
import { createMeterFor } from "../visibility/levels/decide-levels.js";
import { unexplainedAlone } from "../visibility/levels/refute.js";
import { hintedTask } from "../visibility/levels/search-task.js";
import { longSearch } from "../visibility/long/long-search.js";
import { neededUpdates } from "../visibility/long/needed-updates.js";
import { fittingUpdates, refuteLong } from "../visibility/long/refute-long.js";
import { createMeter } from "../visibility/meter.js";
import type { LongQuestion } from "../visibility/long/long-task.js";
import { verifyVisibility } from "../witness/verify-visibility.js";
import type { VisibilityAlgorithm } from "../ask/algorithms.js";
import type { Decision } from "./decision.js";
import { exactVisibility } from "./exact-visibility.js";
import { inTurns, LONG_WEIGHT } from "./in-turns.js";
import { levelNumbers } from "./level-numbers.js";
import { levelsAround } from "./levels-around.js";
import { decideLinearizability, linearizePlainly } from "./linearizability.js";
import type { PendingChoices } from "./pending-choices.js";
import { decideSequential, interleavePlainly } from "./sequential.js";
import { decideRecorded } from "./decide-recorded.js";
import { withOutcomeCount } from "./with-outcome-count.js";

/** Levels or axioms: the criteria for which operations need not see all before them. */
export type VisibilityCriterion = Extract<CriterionSpec, { kind: "levels" | "axioms" }>;

/** A question of levels or axioms and the options of its search. */
export interface VisibilityQuestion {
  readonly history: History;
  readonly type: SequentialType;
  readonly initial: Value | undefined;
  readonly criterion: VisibilityCriterion;
  readonly algorithm: "auto" | VisibilityAlgorithm;
  /** `visearch`: whether its pruning predicates are used. */
  readonly pruning: boolean;
  /** Whether one order in which each operation sees all before it was looked for already. Default: false. */
  readonly triedInOneOrder?: boolean;
  /** The problems of the history, where someone has them already. */
  readonly choices?: PendingChoices;
}

/**
 * Levels and axioms: is there a choice of the pending operations that took effect, a linearization
 * and a visibility for each operation such that the criterion holds and every result is explained?
 */
export function decideVisibility(question: VisibilityQuestion, budget: Budget): Decision {
  if (question.history.sights !== undefined)
    return decideRecorded(question, budget) ?? decideExactly(question, budget);
  return decideAsOrder(question, budget) ?? seeAllPlainly(question) ?? decideInTurns(question, budget);
}

/** The exact search alone. */
const decideExactly = (question: VisibilityQuestion, budget: Budget): Decision =>
  exactVisibility(question, budget).resume(Infinity, budget.limits.states ?? Infinity);

/** The exact search and that for long histories. */
function decideInTurns(question: VisibilityQuestion, budget: Budget): Decision {
  const { history, type, initial, criterion, algorithm } = question;
  const { size } = history;
  const isShort = type.replicated !== undefined && size <= SHORT_REPLICATED;
  const asked = algorithm === "auto" && !isShort ? longCriterion(question) : undefined;
  const exact = exactVisibility(question, budget);
  if (asked === undefined) return exact.resume(Infinity, budget.limits.states ?? Infinity);
  const { order } = criterion;
  return inTurns(
    history,
    {
      ...exact,
      ...(criterion.kind === "axioms" && { between: MEDIUM_FOR_AXIOMS }),
      ...(type.replicated !== undefined && {
        between: SHORT_REPLICATED,
        ...(size <= MEDIUM_REPLICATED && { after: BEFORE_REPLICATED }),
      }),
    },
    (meter) => longSearch({ history, type, initial, order, ...asked }, meter),
    budget,
  );
}

/** What the search for long histories can conclude, where it is asked. */
export interface Conclusions {
  /** Whether they refute some operations of the history, with results or without. */
  refute(part: History, budget: Budget): boolean;
  /** The updates that the result of an operation may rest on; `undefined` where that may be any. */
  fitting(id: number): readonly number[] | undefined;
  /** Of lists: the operations without which one would be refuted for want of them. */
  readonly needs?: ((id: number) => readonly number[]) | undefined;
}

/** What can be concluded from a long history, without a search for a witness. */
export function conclusionsOn(question: VisibilityQuestion): Conclusions | undefined {
  const { initial, criterion } = question;
  const asLong = (history: History, type: SequentialType): LongQuestion | undefined => {
    const asked = longCriterion({ ...question, history, type });
    return asked && { history, type, initial, order: criterion.order, ...asked };
  };
  const whole = asLong(question.history, question.type);
  if (whole === undefined) return undefined;
  return {
    refute(part, budget) {
      const asked = asLong(part, question.type);
      return asked !== undefined && refuteLong(asked, createMeter(budget, LONG_WEIGHT));
    },
    fitting: fittingUpdates(whole),
    needs: neededUpdates(whole),
  };
}

/** The search for replicated types is not interrupted: up to so many operations it is alone, and else the last. */
const SHORT_REPLICATED = 64;
/** Up to so many it may well come to an end: what the other has before it for each operation, about a millisecond. */
const [MEDIUM_REPLICATED, BEFORE_REPLICATED] = [250, 1 << 15];

/** Beyond so many operations the exact search for axioms is slow even to begin: it is left to the end. */
const MEDIUM_FOR_AXIOMS = 40;

/** Witnesses of axioms take the verifier longer: beyond so many operations none is looked for. */
const MOST_FOR_AXIOMS = 3000;

/** What is asked, as the search for long histories takes it: levels, or axioms that lie between two. */
function longCriterion({
  history,
  type,
  initial,
  criterion,
}: VisibilityQuestion): Pick<LongQuestion, "levels" | "sufficient" | "accepts"> | undefined {
  const { order } = criterion;
  if (criterion.kind === "levels") {
    const levels = (method: string): LevelName => levelOf(criterion.levels, method);
    return {
      levels: Uint8Array.from(history.label, (label) => LEVEL[levels(history.labels[label].method)]),
      accepts: (witness) => verifyVisibility(history, { type, initial, order, levels }, witness).valid,
    };
  }
  const axioms = parseAxioms(criterion.axioms);
  const onlySessions = history.happensBefore.length === 0 && !(order === "realtime" && history.timed);
  const around = levelsAround(axioms, onlySessions);
  if (around === undefined || history.size > MOST_FOR_AXIOMS) return undefined;
  return {
    levels: new Uint8Array(history.size).fill(around.implied),
    sufficient: around.sufficient,
    accepts: (witness) => verifyVisibility(history, { type, initial, order, axioms }, witness).valid,
  };
}

/**
 * To see all before it is what the strongest level asks, and it grants what any other does. So a short history
 * with one order that is plain to see, as most histories have that people check, needs no search for visibilities.
 */
function seeAllPlainly(question: VisibilityQuestion): Decision | undefined {
  const { history, type, initial, criterion, algorithm, triedInOneOrder } = question;
  if (algorithm !== "auto" || criterion.kind !== "levels" || triedInOneOrder === true) return undefined;
  if (history.optional !== undefined) return undefined;
  const timed = criterion.order === "realtime" && history.timed;
  const asked = { history, type, initial, algorithm } as const;
  const decision = timed ? linearizePlainly(asked) : interleavePlainly(asked);
  return decision?.verdict === "satisfied" ? decision : undefined;
}

/**
 * Whether some result, all by itself, shows that the levels cannot be had (`unexplainedAlone`). It takes a fraction of
 * the time of a search, and says no more where the answer is no.
 */
export function isRefutedByOneResult(
  { criterion, type }: Pick<VisibilityQuestion, "criterion" | "type">,
  { count, choices }: PendingChoices,
  budget: Budget,
): boolean {
  if (criterion.kind !== "levels" || type.replicated !== undefined || count > 1) return false;
  const [withProblem] = choices();
  return withProblem((problem) =>
    orExhausted(
      () => {
        const meter = createMeterFor(problem, budget);
        const task = hintedTask(problem, levelNumbers(problem, criterion.levels), meter);
        return !problem.cyclic && unexplainedAlone(task, meter) >= 0;
      },
      () => false,
    ),
  );
}

/** Shorter histories are searched whole sooner than key by key, which only ever refutes sequential consistency. */
const WORTH_PROJECTING = 40;

/**
 * If every operation sees all before it, `vis` is `lin`, and what is left to find is one order that
 * extends happens-before and explains every result: over session order sequential consistency, over
 * real time linearizability, whose engines are faster. They ask of a type with several outcomes that
 * one run explains all results together, where the levels ask it of each operation by itself; so a
 * refutation counts only if no step had several outcomes.
 */
function decideAsOrder(question: VisibilityQuestion, budget: Budget): Decision | undefined {
  const { history, type, initial, criterion, algorithm } = question;
  if (algorithm !== "auto" || !isUniformlyComplete(history, criterion)) return undefined;
  const counted = withOutcomeCount(type);
  const timed = criterion.order === "realtime" && history.timed;
  const partition = timed || history.size > WORTH_PROJECTING;
  const asked = { history, type: counted.type, initial, algorithm, partition, options: {} } as const;
  const decide = timed ? decideLinearizability : decideSequential;
  const decision = decide(asked, budget);
  return decision.verdict === "violated" && counted.several() ? undefined : decision;
}

/** Whether every operation is to see all before it: then one order is what is asked for. */
export function isUniformlyComplete(history: History, criterion: VisibilityCriterion): boolean {
  if (criterion.kind !== "levels") return false;
  for (let id = 0; id < history.size; id++)
    if (levelOf(criterion.levels, labelOf(history, id).method) !== "complete") return false;
  return true;
}
