import { LEVEL } from "../../../criteria/levels.js";
import { lowerBound, raiseByAll } from "./answer-ask.js";
import { type Bounds, noteWinner } from "./bounds.js";
import type { Ask, KeyModel } from "../models/key-model.js";

/**
 * Draws conclusions from what a result asks of an element of an observed-remove set. `false`: nothing explains it.
 *
 * - It is there: some add of it is seen that no remove saw which is seen.
 * - It is not: each add that is seen was seen by a remove that is; so an add that no remove can have seen is not seen.
 */
export function answerObserved(
  bounds: Bounds,
  model: KeyModel,
  operation: number,
  { key, orNone }: Ask,
): boolean {
  const isFilled = model.filledAtStart[key] === 1;
  return orNone === isFilled ? isThere(bounds, model, operation, key) : isGone(bounds, model, operation, key);
}

/** The last of some updates in each session that the operation sees in any case. */
function lastSeen(
  { problem, sees, width }: Bounds,
  updates: readonly Int32Array[],
  operation: number,
): number[] {
  const found: number[] = [];
  updates.forEach((positions, s) => {
    const at = lowerBound(positions, sees[operation * width + s]) - 1;
    if (at >= 0) found.push(problem.sessions[s][positions[at]]);
  });
  return found;
}

function isThere(bounds: Bounds, model: KeyModel, operation: number, key: number): boolean {
  const { problem, sees, most, width } = bounds;
  const { sessions, session, position } = problem;
  const { [key]: adds } = model.filling;
  const { [key]: removes } = model.clearing;
  const taking = lastSeen(bounds, removes, operation).filter((one) => problem.absentable[one] === 0);
  if (model.filledAtStart[key] === 1 && taking.length === 0) return true;
  let count = 0;
  const first: number[] = [];
  adds.forEach((positions, s) => {
    let from = 0;
    for (const remove of taking) from = Math.max(from, sees[remove * width + s]);
    const start = lowerBound(positions, from);
    const end = lowerBound(positions, most[operation * width + s]);
    if (start >= end) return;
    count += end - start;
    first.push(sessions[s][positions[start]]);
  });
  if (count === 0) return false;
  if (count > 1) {
    raiseByAll(bounds, operation, first);
    return true;
  }
  const [add] = first;
  noteWinner(bounds, operation, add);
  removes.forEach((positions, s) => {
    const taker = positions.find((at) => sees[sessions[s][at] * width + session[add]] > position[add]);
    if (taker !== undefined && problem.absentable[sessions[s][taker]] === 0)
      seeNoneFrom(bounds, operation, s, taker);
  });
  return true;
}

function isGone(bounds: Bounds, model: KeyModel, operation: number, key: number): boolean {
  const { problem, sees, most, width } = bounds;
  const { sessions } = problem;
  const { [key]: adds } = model.filling;
  const seen = lastSeen(bounds, adds, operation).filter((one) => problem.absentable[one] === 0);
  if (model.filledAtStart[key] === 1 && !isTaken(bounds, model.clearing[key], operation, -1)) return false;
  for (const add of seen) if (!isTaken(bounds, model.clearing[key], operation, add)) return false;
  adds.forEach((positions, s) => {
    const end = most[operation * width + s];
    for (let at = lowerBound(positions, sees[operation * width + s]); at < positions.length; at++) {
      if (positions[at] >= end) return;
      const add = sessions[s][positions[at]];
      if (problem.absentable[add] === 1 || takersOf(bounds, model.clearing[key], operation, add).count > 0)
        continue;
      seeNoneFrom(bounds, operation, s, positions[at]);
      return;
    }
  });
  return true;
}

/** Notes that the operation sees a remove which saw the add, -1: what was there at first; `false` where none can have. */
function isTaken(bounds: Bounds, removes: readonly Int32Array[], operation: number, add: number): boolean {
  const { count, first } = takersOf(bounds, removes, operation, add);
  if (count > 1) raiseByAll(bounds, operation, first);
  if (count !== 1) return count > 0;
  noteWinner(bounds, operation, first[0]);
  if (add >= 0) noteWinner(bounds, first[0], add);
  return true;
}

/** The removes that the operation may see and that may see the add: how many, and the first of each session. */
function takersOf(
  { problem, before, most, width }: Bounds,
  removes: readonly Int32Array[],
  operation: number,
  add: number,
): { readonly count: number; readonly first: readonly number[] } {
  const { sessions, session, position } = problem;
  let count = 0;
  const first: number[] = [];
  removes.forEach((positions, s) => {
    let isFirst = true;
    const from = add < 0 ? 0 : lowerBound(positions, before[add * width + s]);
    for (let at = from; at < positions.length && positions[at] < most[operation * width + s]; at++) {
      const remove = sessions[s][positions[at]];
      if (add >= 0 && most[remove * width + session[add]] <= position[add]) continue;
      count++;
      if (isFirst) first.push(remove);
      isFirst = false;
    }
  });
  return { count, first };
}

/** Notes that the operation sees none of a session from a position on, where sights are whole sessions up to some place. */
function seeNoneFrom(bounds: Bounds, operation: number, s: number, position: number): void {
  const { problem, most, levels, isUniform, width } = bounds;
  const level = levels[operation];
  if (level < LEVEL.peer || (level === LEVEL.causal && !isUniform) || s === problem.session[operation])
    return;
  const at = operation * width + s;
  if (position >= most[at]) return;
  most[at] = position;
  bounds.changed = true;
}
