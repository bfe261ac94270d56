import { LEVEL } from "../../criteria/levels.js";
import type { Meter } from "../meter.js";
import { hintsOf, hintTimes } from "./hints/hints.js";
import { searchLists } from "./lists/search-lists.js";
import { SeveralOutcomes } from "./create-runner.js";
import { countedTask, createTask, type LongQuestion } from "./long-task.js";
import { createNumberModel } from "./models/number-model.js";
import { type LongTask, saturate } from "./conclude/saturate.js";
import { neverExplained } from "./scores/never-explained.js";
import { createScoreModel } from "./scores/score-model.js";
import { unexplainedByItself } from "./refute/unexplained-by-itself.js";
import { unreachableResult } from "./refute/unreachable-result.js";
import { wrongSize } from "./refute/wrong-size.js";

/** Whether conclusions alone show that there is no solution: no witness is looked for, so that it takes little. */
export function refuteLong(question: LongQuestion, meter: Meter): boolean {
  try {
    const task = taskOf(question, meter);
    return task === undefined || isRefuted(task, question, meter);
  } catch (error) {
    if (error instanceof SeveralOutcomes) return false;
    throw error;
  }
}

const taskOf = (question: LongQuestion, meter?: Meter): LongTask | undefined =>
  createTask(
    question,
    Int32Array.from({ length: question.history.size }, (_, id) => id),
    true,
    meter,
  );

/** Whether a history of lists has no solution; `undefined` where it is none of lists, or has several levels. */
function refuteLists(
  { problem }: LongTask,
  { initial, levels, sufficient }: LongQuestion,
  meter: Meter,
): boolean | undefined {
  const { replicated } = problem.type;
  const [level = LEVEL.weak] = levels;
  if (replicated?.ordered === undefined || levels.some((one) => one !== level)) return undefined;
  if (sufficient !== undefined && sufficient !== level) return undefined;
  const moments = hintTimes(problem, hintsOf(problem)[0]);
  const search = searchLists(problem, replicated, initial, level, moments, meter);
  let step = search.next();
  while (step.done !== true) step = search.next();
  return step.value === "none";
}

function isRefuted(task: LongTask, question: LongQuestion, meter: Meter): boolean {
  const { meant } = task;
  const lists = refuteLists(task, question, meter);
  if (lists !== undefined) return lists;
  if (meant !== undefined && (meant.unexplained() >= 0 || meant.isCircular())) return true;
  const scores = createScoreModel(task.problem);
  const lowest = task.levels.reduce((a, b) => Math.min(a, b), LEVEL.complete);
  if (scores !== undefined && neverExplained(scores, lowest, meter) >= 0) return true;
  const known = saturate(task, meter);
  if ("contradiction" in known) return true;
  const counted = countedTask(question, task);
  if (counted === undefined) return false;
  const { problem, keys, sums } = counted;
  const bounds = { ...known.bounds, problem };
  if (keys?.lastWins === true && wrongSize(bounds, keys, meter) >= 0) return true;
  const numbers = createNumberModel(problem, sums, keys);
  if (unreachableResult(bounds, numbers, keys, meter) >= 0) return true;
  return meant === undefined && unexplainedByItself(bounds, meter) >= 0;
}

/**
 * The updates that may be what an operation's result rests on; `undefined` where that may be any. What else changes
 * the same can only be in their way.
 */
export function fittingUpdates(question: LongQuestion): (id: number) => readonly number[] | undefined {
  const task = taskOf(question);
  return (id) => {
    const asks = task?.keys?.lastWins === true ? task.keys.asks[task.problem.label[id]] : [];
    if (task === undefined || asks.length === 0) return undefined;
    return asks.flatMap(({ fits }) =>
      fits.flatMap((positions, s) => Array.from(positions, (at) => task.problem.sessions[s][at])),
    );
  };
}
