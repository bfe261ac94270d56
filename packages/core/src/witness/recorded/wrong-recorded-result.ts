import { printValue } from "../../history/print.js";
import { canonical, equal, type Value } from "../../history/value.js";
import { type Outcome, outcomes, type SequentialType } from "../../types/type.js";
import { words } from "../execution.js";
import type { Recording } from "./recording.js";
import { eachSight } from "./each-sight.js";

/** What is wrong with results, in words. */
export interface WrongResult {
  readonly reason: string;
  /** The operation whose result does not follow from what it saw; absent where that cannot be said. */
  readonly id?: number;
  /** Whether all is there that its result asks for, and only stands in another order. */
  readonly misplaced?: boolean;
}

/** States are kept for the last so many updates of a run, and of those before for one in so many. */
const KEPT = 256;

/** What a step of a type takes, in elementary steps. */
const A_STEP = 8;

/** A run of some updates in the order of the linearization, as far as anybody asked for it. */
interface Run {
  readonly updates: number[];
  /** `states[i]`: after the first i updates; `undefined` where it was let go. */
  readonly states: unknown[];
}

/**
 * The first result that is not what the type returns after what its operation saw, in the order of the linearization.
 * What an operation saw is mostly what the one before it in its session saw, and a little more: updates are put into
 * runs, one for each key where operations touch but one, and only what stands after them is run again.
 */
export function wrongRecordedResult(
  recording: Recording,
  type: SequentialType,
  initial: Value | undefined,
): WrongResult | undefined {
  const { history, place, isUpdate, work } = recording;
  const { labels, label } = history;
  const invocations = labels.map(({ method, args }) => ({ method, args }));
  const partOf = partsOf(recording, type);
  const start = type.init(initial);

  const insert = (run: Run, id: number): void => {
    const { updates, states } = run;
    let at = updates.length;
    while (at > 0 && place[updates[at - 1]] > place[id]) at--;
    work(1 + updates.length - at);
    updates.splice(at, 0, id);
    if (states.length > at + 1) states.length = at + 1;
  };
  /** The state after all updates of the run; what failed, where an update has not exactly one outcome. */
  const stateOf = ({ updates, states }: Run): { readonly state: unknown } | { readonly failed: number } => {
    let from = states.length - 1;
    while (states[from] === undefined && from > 0) from--;
    let state = from === 0 ? start : states[from];
    work(A_STEP * (updates.length - from));
    for (let at = from; at < updates.length; at++) {
      const found = only(type.step(state, invocations[label[updates[at]]]));
      if (found === undefined) return { failed: updates[at] };
      ({ state } = found);
      states[at + 1] = state;
      const old = at + 1 - KEPT;
      if (old > 0 && old % KEPT !== 0) states[old] = undefined;
    }
    return { state };
  };

  // What is seen of other objects must be possible, too: that a type with keys falls into them says so of keys.
  const looksAtOthers = history.objects.length > 1 && type.partition === undefined;
  let changed: Run[] = [];
  const whoFailed = (): number | undefined => {
    const runs = changed;
    changed = [];
    for (const run of runs) {
      const found = stateOf(run);
      if ("failed" in found) return found.failed;
    }
    return undefined;
  };
  let wrong: WrongResult | undefined;
  eachSight(recording, {
    begin: (): (Run | undefined)[] => [],
    add(runs, id) {
      if (isUpdate[id] === 0) return;
      const own = (runs[partOf.puts(id)] ??= { updates: [], states: [undefined] });
      insert(own, id);
      if (looksAtOthers) changed.push(own);
      const whole = partOf.whole(id);
      if (whole >= 0) insert((runs[whole] ??= { updates: [], states: [undefined] }), id);
    },
    judge(runs, id) {
      const { result } = labels[label[id]];
      const run = runs[partOf.asks(id)];
      const failed = looksAtOthers ? whoFailed() : undefined;
      const found = failed !== undefined ? { failed } : run === undefined ? { state: start } : stateOf(run);
      const tell = (reason: string): void => {
        wrong = { id, reason: `${words(history, id)} ${reason}` };
      };
      if ("failed" in found)
        wrong = {
          reason: `${words(history, id)} saw ${words(history, found.failed)} which has not one outcome there, but several or none: such runs are shown by visibilities alone`,
        };
      else {
        const one = only(type.step(found.state, invocations[label[id]]));
        if (one !== undefined && (result === undefined || equal(one.result, result))) return true;
        const possible = outcomes(type, found.state, invocations[label[id]]);
        if (possible.length === 0) tell("is not possible after what it saw");
        else if (result !== undefined && !possible.some((outcome) => equal(outcome.result, result)))
          tell(
            `would return ${[...new Set(possible.map((outcome) => printValue(outcome.result)))].join(" or ")} after what it saw`,
          );
      }
      return wrong === undefined;
    },
  });
  return wrong;
}

/** The one outcome of a step; `undefined` where there are several, or none. */
function only(stepped: unknown): Outcome<unknown> | undefined {
  if (!Array.isArray(stepped)) return stepped as Outcome<unknown>;
  return stepped.length === 1 ? (stepped[0] as Outcome<unknown>) : undefined;
}

/** Runs by their numbers: those that an update belongs to, and the one that a result is asked of. */
interface Parts {
  puts(id: number): number;
  /** The run of all updates of the object, where somebody looks at that besides; else −1. */
  whole(id: number): number;
  asks(id: number): number;
}

/** Runs by key where all updates touch one key; a whole run besides where some operation looks at all keys. */
function partsOf({ history, isUpdate }: Recording, type: SequentialType): Parts {
  const { labels, label, object, objects, size } = history;
  const numbers = new Map<string, number>();
  /** Label → the number of its key; −1 where it touches more than one. */
  const keys = Int32Array.from(labels, ({ method, args }) => {
    const key = type.partition?.({ method, args });
    if (key === undefined) return -1;
    const name = canonical(key);
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
  let updatesAll = false;
  let looksAtAll = false;
  for (let id = 0; id < size; id++)
    if (keys[label[id]] < 0) {
      looksAtAll = true;
      updatesAll ||= isUpdate[id] === 1;
    }
  const count = objects.length;
  const wholeOf = (id: number): number => object[id];
  if (updatesAll) return { puts: wholeOf, whole: () => -1, asks: wholeOf };
  const runOf = (id: number): number => (keys[label[id]] + 1) * count + object[id];
  return { puts: runOf, whole: looksAtAll ? wholeOf : () => -1, asks: runOf };
}
