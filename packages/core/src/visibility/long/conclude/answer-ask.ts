import { LEVEL } from "../../../criteria/levels.js";
import { addEdge, type Bounds, isSeenWhole, noteWinner } from "./bounds.js";
import type { Ask, KeyModel } from "../models/key-model.js";

/** What is tried, or was ruled out, of the updates that may explain a result. */
export interface Choices {
  /** The update that is the last one seen, as an assumption. */
  readonly assumed?: ReadonlyMap<number, number>;
  /** Updates that were shown not to be it. */
  readonly banned?: ReadonlyMap<number, ReadonlySet<number>>;
}

/**
 * What operations of a session are known to see beyond vectors, at levels at which to see an operation is not to
 * see its session up to it. Only the last of a session on a key matters: session → key → counts.
 */
export type Glimpses = readonly Map<number, Int32Array>[];

/** Where in an ascending list the first number stands that is not below the given one. */
export function lowerBound(list: Int32Array, least: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a number is in an ascending list. */
export const isAmong = (list: Int32Array, wanted: number): boolean =>
  list[lowerBound(list, wanted)] === wanted;

/** Lowers what the operation can see to what is not known to stand after it. */
export function lowerByOrder({ problem, before, most, width }: Bounds, operation: number): void {
  const { sessions, session, position } = problem;
  const own = session[operation];
  for (let s = 0; s < width; s++) {
    if (s === own) continue;
    const at = operation * width + s;
    const members = sessions[s];
    let low = 0;
    let high = most[at];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (before[members[middle] * width + own] > position[operation]) high = middle;
      else low = middle + 1;
    }
    most[at] = low;
  }
}

/** The last update of the key in each session that the operation is known to see; -1 where there is none. */
export function knownLast(
  { problem, sees, levels, width }: Bounds,
  model: KeyModel,
  glimpses: Glimpses,
  operation: number,
  key: number,
): Int32Array {
  const { sessions, session } = problem;
  const last = new Int32Array(width).fill(-1);
  const certain = model.certain[key];
  const glimpsed = levels[operation] >= LEVEL.monotonic ? glimpses[session[operation]].get(key) : undefined;
  for (let s = 0; s < width; s++) {
    const positions = certain[s];
    if (positions.length === 0) continue;
    const limit = Math.max(sees[operation * width + s], glimpsed?.[s] ?? 0);
    if (limit === 0) continue;
    const at = lowerBound(positions, limit) - 1;
    if (at >= 0) last[s] = sessions[s][positions[at]];
  }
  return last;
}

/** The updates that may be what a result asks for. */
export interface Candidates {
  count: number;
  /** The first and the last of each session that has any. */
  readonly first: number[];
  readonly last: number[];
}

/**
 * The updates that fit and may be the last one seen: none that stands before one that is known to be seen, and none
 * that cannot be seen.
 */
export function candidatesFor(
  { problem, before, most, width }: Bounds,
  operation: number,
  { fits }: Ask,
  known: Int32Array | undefined,
  { assumed, banned }: Choices,
  all?: number[],
): Candidates {
  const { sessions } = problem;
  const only = assumed?.get(operation);
  const never = banned?.get(operation);
  const found: Candidates = { count: 0, first: [], last: [] };
  for (let s = 0; s < width; s++) {
    const positions = fits[s];
    if (positions.length === 0) continue;
    let least = 0;
    if (known !== undefined)
      for (const seen of known) if (seen >= 0) least = Math.max(least, before[seen * width + s]);
    const from = lowerBound(positions, least);
    const to = lowerBound(positions, most[operation * width + s]);
    if (from >= to) continue;
    const members = sessions[s];
    if (only === undefined && never === undefined && all === undefined) {
      found.count += to - from;
      found.first.push(members[positions[from]]);
      found.last.push(members[positions[to - 1]]);
      continue;
    }
    let [first, last] = [-1, -1];
    for (let at = from; at < to; at++) {
      const update = members[positions[at]];
      if ((only !== undefined && only !== update) || never?.has(update) === true) continue;
      all?.push(update);
      if (first < 0) first = update;
      last = update;
      found.count++;
    }
    if (first < 0) continue;
    found.first.push(first);
    found.last.push(last);
  }
  return found;
}

/**
 * Draws conclusions from what the result of an operation asks of a key. `false`: nothing explains it. Each is a line
 * of the definitions: who wins is seen and so stands before (POPL'19 §3), and it is the last of those seen.
 */
export function answerAsk(
  bounds: Bounds,
  model: KeyModel,
  glimpses: Glimpses,
  operation: number,
  ask: Ask,
  choices: Choices,
): boolean {
  const { asksLast } = model;
  const known = asksLast ? knownLast(bounds, model, glimpses, operation, ask.key) : undefined;
  const mayBeNone = ask.orNone && (known === undefined || known.every((seen) => seen < 0));
  if (!asksLast && mayBeNone) return true;
  const { count, first, last } = candidatesFor(bounds, operation, ask, known, choices);
  if (count === 0) {
    if (!mayBeNone) return false;
    hideFrom(bounds, operation, model.certain[ask.key], () => true);
    return true;
  }
  if (mayBeNone) return true;
  if (count === 1) {
    noteAtKey(bounds, glimpses, operation, ask.key, first[0]);
    if (!asksLast) return true;
    for (const seen of known ?? []) if (seen >= 0 && seen !== first[0]) addEdge(bounds, seen, first[0]);
    const { problem, before, width } = bounds;
    const [winner] = first;
    const from = problem.session[winner];
    const place = problem.position[winner];
    hideFrom(
      bounds,
      operation,
      model.certain[ask.key],
      (update) => update !== winner && before[update * width + from] > place,
    );
    return true;
  }
  raiseByAll(bounds, operation, first);
  // Whichever of one session it is, it does not stand after the last of them.
  if (last.length === 1)
    for (const seen of known ?? []) if (seen >= 0 && seen !== last[0]) addEdge(bounds, seen, last[0]);
  return true;
}

/** Notes that the operation sees the update; one that a vector cannot tell of is remembered by its key. */
function noteAtKey(bounds: Bounds, glimpses: Glimpses, operation: number, key: number, winner: number): void {
  const { problem, width } = bounds;
  noteWinner(bounds, operation, winner);
  if (isSeenWhole(bounds, operation, winner)) return;
  const glimpsed = glimpses[problem.session[operation]];
  let counts = glimpsed.get(key);
  if (counts === undefined) glimpsed.set(key, (counts = new Int32Array(width)));
  const from = problem.session[winner];
  counts[from] = Math.max(counts[from], problem.position[winner] + 1);
}

/**
 * Notes that updates are not seen: in each session the first one for which `isUnseen`, which then holds of the
 * later ones too. At levels whose sights are whole sessions up to some place, nothing after it is seen either; at
 * `monotonic`, those before the operation in its session do not see them either.
 */
function hideFrom(
  bounds: Bounds,
  operation: number,
  updates: readonly Int32Array[],
  isUnseen: (update: number) => boolean,
): void {
  const { problem, most, levels, width, isUniform } = bounds;
  const level = levels[operation];
  if (level < LEVEL.monotonic || (level === LEVEL.causal && !isUniform)) return;
  const { sessions, session } = problem;
  for (let s = 0; s < width; s++) {
    const positions = updates[s];
    let low = 0;
    let high = positions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isUnseen(sessions[s][positions[middle]])) high = middle;
      else low = middle + 1;
    }
    if (low === positions.length || s === session[operation]) continue;
    if (level === LEVEL.monotonic) {
      for (const hidden of positions.subarray(low)) noteUnseen(bounds, operation, sessions[s][hidden]);
      continue;
    }
    const at = operation * width + s;
    if (positions[low] >= most[at]) continue;
    most[at] = positions[low];
    bounds.changed = true;
    if (level === LEVEL.complete) addEdge(bounds, operation, sessions[s][positions[low]]);
  }
}

/** Notes that neither the operation nor those before it in its session see the update. */
function noteUnseen({ problem, unseen, width }: Bounds, operation: number, update: number): void {
  let counts = unseen.get(update);
  if (counts === undefined) unseen.set(update, (counts = new Int32Array(width)));
  const own = problem.session[operation];
  counts[own] = Math.max(counts[own], problem.position[operation] + 1);
}

/** Raises what the operation stands after and sees to what is common to all candidates: one of them it sees. */
export function raiseByAll(bounds: Bounds, operation: number, candidates: readonly number[]): void {
  const { problem, before, sees, levels, isUniform, width } = bounds;
  const { session, position } = problem;
  const level = levels[operation];
  const closure = level === LEVEL.causal ? sees : problem.before;
  const tellsSight = level === LEVEL.peer || (level === LEVEL.causal && isUniform);
  for (let s = 0; s < width; s++) {
    let ahead = 0x7fffffff;
    let seen = 0x7fffffff;
    for (const one of candidates) {
      const itself = session[one] === s ? position[one] + 1 : 0;
      ahead = Math.min(ahead, Math.max(before[one * width + s], itself));
      seen = Math.min(seen, Math.max(closure[one * width + s], itself));
    }
    const at = operation * width + s;
    if (ahead > before[at]) {
      before[at] = ahead;
      bounds.changed = true;
    }
    if (tellsSight && seen > sees[at]) {
      sees[at] = seen;
      bounds.changed = true;
    }
  }
}
