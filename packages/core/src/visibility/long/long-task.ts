import { LEVEL } from "../../criteria/levels.js";
import type { OrderName } from "../../criteria/order-name.js";
import type { History } from "../../history/history.js";
import type { Value } from "../../history/value.js";
import type { Witness } from "../../result.js";
import type { Replicated } from "../../types/replicated.js";
import type { SequentialType } from "../../types/type.js";
import type { Meter } from "../meter.js";
import { asReplicated } from "./models/as-replicated.js";
import { createKeyModel, type KeyModel } from "./models/key-model.js";
import { keyedReplicated } from "./models/keyed-types.js";
import { createLongProblem, type LongProblem } from "./long-problem.js";
import { isObservedSet } from "./models/observed-set.js";
import { type LongTask, type Saturated, saturate } from "./conclude/saturate.js";
import { createSumModel } from "./models/sum-model.js";

/** A question of levels about a history of any length. */
export interface LongQuestion {
  readonly history: History;
  readonly type: SequentialType;
  readonly initial: Value | undefined;
  readonly order: OrderName;
  /** The level that each operation of the history must have, as a number of `LEVEL`. */
  readonly levels: Uint8Array;
  /** The level at which a witness shows what is asked. Default: the highest of these. */
  readonly sufficient?: number;
  /** Whether a witness at a lower level shows what is asked all the same. */
  accepts(witness: Witness): boolean;
}

/** A choice of the operations that took effect, and what is known of it at each level. */
export interface Choice {
  /** What is asked of it where all have the level. */
  taskAt(level: number): LongTask;
  at(level: number, meter: Meter): Saturated;
  /** Notes that more is known at the level. */
  learn(level: number, known: Saturated): void;
}

/** The task of some operations of the history; those that may be absent are, or are not, taken to be there. */
export function createTask(
  question: LongQuestion,
  ids: Int32Array,
  mayBeMissing: boolean,
  meter?: Meter,
): LongTask | undefined {
  const { history, type, initial, order, levels } = question;
  const isOneOrder = levels.every((level) => level === LEVEL.complete);
  const created = createLongProblem(history, type, initial, order, ids, !isOneOrder);
  if (created === undefined) return undefined;
  const problem = mayBeMissing ? created : { ...created, absentable: new Uint8Array(ids.length) };
  const own = Uint8Array.from(ids, (id) => levels[id]);
  const { replicated } = problem.type;
  if (replicated === undefined || isOneOrder)
    return {
      problem,
      levels: own,
      keys: createKeyModel(problem, undefined, meter),
      sums: createSumModel(problem),
    };
  const meant = asReplicated(problem, replicated, initial, meter);
  const keyed = keyedReplicated(type.replicated as Replicated, initial);
  const keys = observedKeys(problem, meter) ?? createKeyModel(meant.problem, keyed, meter);
  return { problem: meant.problem, levels: own, keys, sums: undefined, meant };
}

/** The keys of observed-remove sets: those of sets, whose last update does not say what is there. */
function observedKeys(problem: LongProblem, meter?: Meter): KeyModel | undefined {
  const keys = isObservedSet(problem) ? createKeyModel(problem, undefined, meter) : undefined;
  return keys && { ...keys, lastWins: false, asksLast: false, observes: true };
}

/** The same where each sees all before it: then a replicated type is what its steps say. */
function inOneOrder(question: LongQuestion, { problem, levels }: LongTask): LongTask | undefined {
  const all = { ...question, levels: new Uint8Array(question.levels.length).fill(LEVEL.complete) };
  const task = createTask(all, problem.ids, problem.absentable.includes(1));
  return task && { ...task, levels: levels.map(() => LEVEL.complete) };
}

/**
 * The task in which sizes are counted: what was put and taken away, whatever the order. Of an observed-remove set that of
 * a set; `undefined` of other replicated types.
 */
export function countedTask(question: LongQuestion, task: LongTask): LongTask | undefined {
  if (task.meant === undefined) return task;
  return isObservedSet(task.problem) ? inOneOrder(question, task) : undefined;
}

export function createChoice(question: LongQuestion, task: LongTask): Choice {
  const known = new Map<number, Saturated>();
  let ordered: LongTask | undefined;
  const taskAt = (level: number): LongTask =>
    task.meant === undefined || level < LEVEL.complete
      ? task
      : (ordered ??= inOneOrder(question, task) ?? task);
  return {
    taskAt,
    at(level, meter) {
      let found = known.get(level);
      const asked = taskAt(level);
      if (found === undefined)
        known.set(level, (found = saturate({ ...asked, levels: asked.levels.map(() => level) }, meter)));
      return found;
    },
    learn: (level, found) => void known.set(level, found),
  };
}
