import { LEVEL } from "../../../criteria/levels.js";
import type { Witness } from "../../../result.js";
import type { Bounds } from "../conclude/bounds.js";
import { isReady } from "../is-ready.js";
import type { ScoreAsk, ScoreModel } from "./score-model.js";
import { insertInto, isBelow, type PlacedScore, toAllowed, toScore } from "./score-sights.js";

/** Two updates of which the first should stand before the second, and how far they are from that. */
export interface Advice {
  readonly first: number;
  readonly second: number;
  readonly far: number;
}

/**
 * Runs the sessions beside each other at `basic` or `monotonic`, where to see one update of others is not to see any
 * more of them: updates in the order of guessed moments, queries when what they see explains them, and when their
 * moment has come, or nothing else is left, with what more it takes. A witness, or,
 * where all wait in vain, what may be misplaced.
 */
export function runScores(
  model: ScoreModel,
  { before, width }: Bounds,
  level: number,
  moments: Float64Array,
  patience: number,
): Witness | readonly Advice[] {
  const { problem, names, updates, asks, on } = model;
  const { size, sessions, session, label, ids } = problem;
  const isCarried = level === LEVEL.monotonic;
  const counts = new Int32Array(width);
  const line: number[] = [];
  const visibility: Record<string, readonly number[]> = {};
  /** Element → its updates that are placed. */
  const placed: PlacedScore[][] = names.map(() => []);
  /** Session → element → what it sees of it; and operations of others that it sees. */
  const views = sessions.map(() => new Map<number, readonly PlacedScore[]>());
  const others: number[][] = sessions.map(() => []);
  /** Session → how much was placed when its next was tried in vain. */
  const triedAt = new Int32Array(width).fill(-1);

  const unseenOf = (s: number, element: number): readonly PlacedScore[] => {
    const seen = views[s].get(element) ?? [];
    return placed[element].filter((one) => session[one.operation] !== s && !seen.includes(one));
  };
  /** What more the session has to see; `undefined` where nothing explains the query, or more than it may see would. */
  const explanation = (s: number, ask: ScoreAsk, object: number, mayWiden: boolean) => {
    const { element, score, isMaximum } = ask;
    const more: (readonly [element: number, updates: readonly PlacedScore[]])[] = [];
    const add = (one: number, found: readonly PlacedScore[] | undefined): boolean => {
      if (found === undefined || (found.length > 0 && !mayWiden)) return false;
      if (found.length > 0) more.push([one, found]);
      return true;
    };
    const lookAt = (one: number): readonly PlacedScore[] => (mayWiden ? unseenOf(s, one) : []);
    if (element >= 0 && !add(element, toScore(views[s].get(element) ?? [], lookAt(element), score)))
      return undefined;
    if (isMaximum)
      for (const [other, seen] of views[s]) {
        if (other === element || names[other].object !== object) continue;
        if (!add(other, toAllowed(seen, lookAt(other), isBelow(model, ask, other)))) return undefined;
      }
    return more;
  };
  const place = (operation: number, picked: readonly number[]): void => {
    const s = session[operation];
    const own = Array.from(sessions[s].subarray(0, counts[s]));
    const all = [...own, ...others[s], ...picked];
    visibility[ids[operation]] = [...new Set(all)].map((one) => ids[one]).sort((a, b) => a - b);
    const update = updates[label[operation]];
    if (update !== undefined) {
      const one = { ...update, operation, place: line.length };
      placed[update.element].push(one);
      views[s].set(update.element, [...(views[s].get(update.element) ?? []), one]);
    }
    line.push(ids[operation]);
    counts[s]++;
    triedAt[s] = -1;
  };
  const tryQuery = (operation: number, mayWiden: boolean): boolean => {
    const ask = asks[label[operation]];
    const s = session[operation];
    if (ask === "nothing explains it") return false;
    const more = ask === undefined ? [] : explanation(s, ask, on[label[operation]], mayWiden);
    if (more === undefined) return false;
    const picked = more.flatMap(([, found]) => found.map((one) => one.operation));
    place(operation, picked);
    if (!isCarried) return true;
    others[s].push(...picked);
    for (const [element, found] of more)
      views[s].set(element, insertInto(views[s].get(element) ?? [], found));
    return true;
  };
  /** Places queries that are next in their sessions; whether there was any. */
  const settle = (isDue: (query: number) => boolean): boolean => {
    let any = false;
    for (let s = 0; s < width; s++)
      while (counts[s] < sessions[s].length) {
        const head = sessions[s][counts[s]];
        if (updates[label[head]] !== undefined || !isReady(before, counts, head, s)) break;
        const mayWiden = isDue(head) && triedAt[s] !== line.length;
        if (mayWiden) triedAt[s] = line.length;
        if (!tryQuery(head, false) && !(mayWiden && tryQuery(head, true))) break;
        any = true;
      }
    return any;
  };
  /** The next update of any session by its moment, or -1. */
  const nextUpdate = (): number => {
    let next = -1;
    for (let s = 0; s < width; s++) {
      if (counts[s] === sessions[s].length) continue;
      const head = sessions[s][counts[s]];
      if (updates[label[head]] === undefined || !isReady(before, counts, head, s)) continue;
      if (next < 0 || moments[head] < moments[next]) next = head;
    }
    return next;
  };
  /** Where all wait in vain: updates of which one, could it stand after the other, would explain one that waits. */
  const advice = (): readonly Advice[] => {
    const found: Advice[] = [];
    const consider = (
      s: number,
      element: number,
      explain: (seen: readonly PlacedScore[], unseen: readonly PlacedScore[]) => unknown,
    ): void => {
      const seen = views[s].get(element) ?? [];
      const last = seen.at(-1);
      if (last === undefined) return;
      const unseen = unseenOf(s, element);
      for (const one of unseen) {
        if (
          one.place > last.place ||
          before[last.operation * width + session[one.operation]] > problem.position[one.operation]
        )
          continue;
        const moved = { ...one, place: last.place + 0.5 };
        const others = unseen.filter((other) => other !== one);
        if (explain(seen, insertInto(others, [moved])) !== undefined)
          found.push({ first: last.operation, second: one.operation, far: last.place - one.place });
      }
    };
    for (let s = 0; s < width; s++) {
      if (counts[s] === sessions[s].length) continue;
      const ask = asks[label[sessions[s][counts[s]]]];
      if (ask === undefined || ask === "nothing explains it") continue;
      const { element, score, isMaximum } = ask;
      const isWrong =
        element >= 0 && toScore(views[s].get(element) ?? [], unseenOf(s, element), score) === undefined;
      if (isWrong) consider(s, element, (seen, unseen) => toScore(seen, unseen, score));
      if (!isMaximum || isWrong) continue;
      for (const [other, own] of views[s]) {
        const isAllowed = isBelow(model, ask, other);
        if (other !== element && toAllowed(own, unseenOf(s, other), isAllowed) === undefined)
          consider(s, other, (seen, unseen) => toAllowed(seen, unseen, isAllowed));
      }
    }
    return found;
  };
  while (line.length < size) {
    const next = nextUpdate();
    // What is due before the next update is placed before it, or what comes after it would be overtaken.
    const now = next < 0 ? Infinity : moments[next];
    if (next < 0) triedAt.fill(-1);
    if (settle((query) => moments[query] + patience <= now)) continue;
    if (next < 0) return advice();
    place(next, []);
  }
  return { linearization: line, visibility };
}
