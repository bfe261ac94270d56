import { LEVEL } from "../../../criteria/levels.js";
import { stateKey } from "../../../types/type.js";
import type { Meter } from "../../meter.js";
import type { Bounds } from "../conclude/bounds.js";
import type { LongProblem } from "../long-problem.js";

/** The most updates that one result may depend on, and the most configurations that are looked at for it. */
const [MOST_UPDATES, MOST_CONFIGURATIONS] = [40, 3000];

/**
 * An operation whose result nothing explains even if it alone has to be explained, of those that few updates matter
 * to: whatever it sees beside what it must, in whatever order agrees with what is known. Or -1.
 */
export function unexplainedByItself(bounds: Bounds, meter: Meter): number {
  const { problem } = bounds;
  const { size, label, labels, absentable } = problem;
  const updatesOf = createRelevant(problem);
  for (let operation = 0; operation < size; operation++) {
    if (labels[label[operation]].result === undefined || absentable[operation] === 1) continue;
    const updates = updatesOf(label[operation]);
    if (updates !== undefined && !canBeExplained(bounds, operation, updates, meter)) return operation;
  }
  return -1;
}

/** Label → the updates of each session that matter to it; `undefined` where they are too many. */
function createRelevant(problem: LongProblem): (label: number) => readonly (readonly number[])[] | undefined {
  const { size, sessions, session, label, labels, updates, type } = problem;
  const changing: number[] = [];
  for (let operation = 0; operation < size; operation++)
    if (updates[operation] === 1) changing.push(operation);
  const known = new Map<number, readonly (readonly number[])[] | undefined>();
  return (one) => {
    if (known.has(one)) return known.get(one);
    const matters = new Map<number, boolean>();
    const found: number[][] = sessions.map(() => []);
    let count = 0;
    for (const update of changing) {
      let relevant = matters.get(label[update]);
      if (relevant === undefined) {
        relevant = type.relevant === undefined || type.relevant(labels[one], labels[label[update]]);
        matters.set(label[update], relevant);
      }
      if (!relevant) continue;
      found[session[update]].push(update);
      if (++count > MOST_UPDATES) break;
    }
    const answer = count > MOST_UPDATES ? undefined : found;
    known.set(one, answer);
    return answer;
  };
}

interface Passed {
  readonly at: Int32Array;
  readonly state: unknown;
}

/** Breadth first over how many of each session's updates were passed, and the state; `true` also where it is too much. */
function canBeExplained(
  { problem, before, sees, most, levels, isUniform, width }: Bounds,
  operation: number,
  relevant: readonly (readonly number[])[],
  meter: Meter,
): boolean {
  const { session, position, absentable, type } = problem;
  const level = levels[operation];
  // There what is seen of a session is all up to some place: what comes after it is as if it were later.
  const inPrefixes = level >= LEVEL.peer && (level !== LEVEL.causal || isUniform);
  const own = session[operation];
  const lists = relevant.map((updates, s) =>
    updates.filter((update) => position[update] < most[operation * width + s]),
  );
  const owed = lists.map(
    (updates, s) => updates.filter((update) => position[update] < sees[operation * width + s]).length,
  );
  const mayPass = (update: number, s: number, at: number): boolean =>
    absentable[update] === 1 || (!inPrefixes && at >= owed[s] && (s !== own || level === LEVEL.weak));
  const front: Passed[] = [{ at: new Int32Array(width), state: problem.initial }];
  const known = new Set<string>();
  const visit = (at: Int32Array, state: unknown): void => {
    const name = `${at.join()}/${stateKey(type, state)}`;
    if (known.has(name)) return;
    known.add(name);
    front.push({ at, state });
  };
  for (const { at, state } of front) {
    if (front.length > MOST_CONFIGURATIONS) return true;
    meter.work(4 * width);
    if (at.every((count, s) => count >= owed[s]) && problem.explains(state, operation)) return true;
    for (let s = 0; s < width; s++) {
      if (at[s] === lists[s].length) continue;
      const update = lists[s][at[s]];
      const isNext = lists.every(
        (others, t) =>
          t === s || at[t] === others.length || position[others[at[t]]] >= before[update * width + t],
      );
      if (!isNext && !inPrefixes) continue;
      const further = at.slice();
      further[s]++;
      visit(further, problem.next(state, update));
      if (mayPass(update, s, at[s])) visit(further, state);
    }
  }
  return false;
}
