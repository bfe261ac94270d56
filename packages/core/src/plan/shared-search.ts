import type { LevelMap } from "../criteria/level-map.js";
import type { History } from "../history/history.js";
import type { Value } from "../history/value.js";
import type { Witness } from "../result.js";
import type { SequentialType } from "../types/type.js";
import { levelsModel } from "../visibility/papers/model.js";
import type { OrderName } from "../criteria/order-name.js";
import { createResumable, type Progress, type Resumable, type Task } from "../visibility/papers/resumable.js";
import { checkFit, checkLevelMethods, resolveType } from "../ask/fit.js";
import { checkReplicated } from "../ask/fit-algorithm.js";
import { levelNumbers } from "./level-numbers.js";
import { pendingChoices } from "./pending-choices.js";
import { visibilityWitness } from "./visibility-witness.js";

/** A question that several workers decide together. */
export interface SharedQuestion {
  readonly history: History;
  /** The sequential type: itself, or the name of a built-in one. Default: the history's. */
  readonly type?: SequentialType | string | undefined;
  /** The state to start from, over the history's own. */
  readonly initial?: Value | undefined;
  readonly levels: LevelMap;
  readonly order: OrderName;
  /** Whether to use ViSearch's pruning predicates. Default: true. */
  readonly pruning?: boolean;
  /** Whether to try every visibility that is allowed, or only minimal ones. Default: `every`. */
  readonly visibilities?: "every" | "minimal";
}

/**
 * One worker's part of a search that several share (ViSearch §3.4). All of them open the same question
 * and go through the choices of pending operations together; within a choice, one takes the whole
 * search, and open work is handed on as tasks, which are plain data.
 */
export interface SharedSearch {
  /** The states that this worker visited. */
  readonly states: number;
  /** Goes on to the next choice of the pending operations that took effect; false where there is none. */
  nextChoice(): boolean;
  /** Takes on a task; without one, the whole search for this choice. */
  take(task?: Task): void;
  /** Gives away the largest open task; `undefined` where only one is left. */
  give(): Task | undefined;
  /** Visits at most that many states. */
  step(states: number): Progress;
  /** After `found`: the witness. */
  witness(): Witness;
}

/** Opens a question. Throws a `HistoryError` where history, type and levels do not fit together. */
export function openSharedSearch(question: SharedQuestion): SharedSearch {
  const { history, levels, order, pruning = true, visibilities = "every" } = question;
  const type = resolveType(history, question.type);
  const initial = question.initial === undefined ? history.initial : question.initial;
  checkFit(history, type, initial);
  checkLevelMethods(levels, type);
  checkReplicated("visearch", type);
  const choices = pendingChoices(history, type, initial, order).choices();
  let statesBefore = 0;
  let current: Current | undefined;
  const chosen = (): Current => {
    if (current === undefined)
      throw new Error("call nextChoice first: no choice of pending operations is open");
    return current;
  };
  return {
    get states() {
      return statesBefore + (current?.search.states ?? 0);
    },
    nextChoice() {
      const next = choices.next();
      if (next.done === true) return false;
      statesBefore += current?.search.states ?? 0;
      current = next.value((problem) => {
        const model = levelsModel(problem, levelNumbers(problem, levels));
        const search = createResumable(problem, model, { pruning, visibilities });
        return { search, witness: () => visibilityWitness(problem, search.certificate()) };
      });
      return true;
    },
    take: (task) => chosen().search.take(task),
    give: () => chosen().search.give(),
    step: (states) => chosen().search.step(states),
    witness: () => chosen().witness(),
  };
}

/** The search for the choice that is open. */
interface Current {
  readonly search: Omit<Resumable<unknown>, "certificate">;
  witness(): Witness;
}
