import { labelOf } from "../../history/history.js";
import { canonical, type Value } from "../../history/value.js";
import type { Counts, Interval } from "../../types/counts.js";
import type { Closure } from "../proof/close-facts.js";
import type { Scene } from "./scene.js";

/** What an operation surely sees, and what it can see. */
export interface Sight {
  readonly must: Uint8Array;
  readonly may: Uint8Array;
  /** Whether it sees of each session all up to some place. */
  readonly isWhole: boolean;
}

/** What is counted: what an operation sees and another, whose sights are among those, does not; or all that it sees. */
export interface Counted {
  readonly scene: Scene;
  readonly counts: Counts;
  readonly closure: Closure;
  readonly object: number;
  readonly sight: Sight;
  readonly other: Sight | undefined;
}

/** Larger numbers do not add up exactly: then nothing is said. */
function exact(least: number, most: number): Interval {
  return [Number.isSafeInteger(least) ? least : -Infinity, Number.isSafeInteger(most) ? most : Infinity];
}

/** By what each operation between changes it, added up. */
export function possibleBySum({ scene, counts, object, sight, other }: Counted): Interval {
  const { history, oneLine, maybe } = scene;
  const { must, may, isWhole } = sight;
  const orNone = ([least, most]: Interval): Interval => [Math.min(0, least), Math.max(0, most)];
  /** What an operation of those between changes the number by. */
  const change = (id: number): Interval => {
    if (history.object[id] !== object) return [0, 0];
    const label = labelOf(history, id);
    // In one order all results count, and what lies between comes after the other. Else it may stand anywhere.
    const own = counts.change(oneLine ? label : { ...label, result: undefined });
    const isThere = !maybe(id) && (oneLine || other === undefined || counts.isSum === true);
    return isThere ? own : orNone(own);
  };
  let [least, most] = [0, 0];
  const ids = Array.from(history.label.keys());
  if (!isWhole || other?.isWhole === false) {
    for (const id of ids) {
      if (may[id] === 0 || other?.must[id] === 1) continue;
      const isSure = must[id] === 1 && (other === undefined || other.may[id] === 0);
      const [low, high] = isSure ? change(id) : orNone(change(id));
      [least, most] = [least + low, most + high];
    }
    return exact(least, most);
  }
  // Of each session: all from some place, where the other can have ended, to some place, where this one can.
  const ends = (members: readonly number[], sees?: Sight): Interval => {
    if (sees === undefined) return [0, 0];
    const limit = members.findIndex((id) => sees.may[id] === 0 && !maybe(id));
    return [members.findLastIndex((id) => sees.must[id] === 1) + 1, limit < 0 ? members.length : limit];
  };
  const sessions = new Map<number, number[]>();
  for (const id of ids) {
    const members = sessions.get(history.session[id]) ?? [];
    sessions.set(history.session[id], members);
    members.push(id);
  }
  for (const members of sessions.values()) {
    const [from, to] = [ends(members, other), ends(members, sight)];
    let [low, high, lowest, highest] = [0, 0, 0, 0]; // of the first so many, and least and greatest over where it begins
    let [fell, rose] = [Infinity, -Infinity];
    for (let end = 0; end <= to[1]; end++) {
      if (end > 0) {
        const [down, up] = change(members[end - 1]);
        [low, high] = [low + down, high + up];
      }
      // The least that was before it counts against the most, and the other way round.
      if (end === from[0]) [lowest, highest] = [high, low];
      else if (end > from[0] && end <= from[1])
        [lowest, highest] = [Math.min(lowest, high), Math.max(highest, low)];
      if (end < to[0] || end < from[0]) continue;
      [fell, rose] = [Math.min(fell, low - highest), Math.max(rose, high - lowest)];
    }
    [least, most] = [least + fell, most + rose];
  }
  return exact(least, most);
}

/** By how many keys can have come or gone; `undefined` where that cannot be said of all operations. */
export function possibleByKeys({
  scene,
  counts,
  closure,
  object,
  sight,
  other,
}: Counted): Interval | undefined {
  const { history, type, ordered } = scene;
  const { keys } = counts;
  if (keys === undefined) return undefined;
  const start: unknown = type.init(scene.initial);
  const updates = new Map<string, { key: Value; last: readonly [number[], number[]] }>();
  for (const id of history.label.keys()) {
    if (history.object[id] !== object) continue;
    const label = labelOf(history, id);
    const settled = keys.settles(label);
    if (settled === undefined) {
      if (counts.change({ ...label, result: undefined }).some((by) => by !== 0)) return undefined;
      continue;
    }
    const name = canonical(settled.key);
    const one = updates.get(name) ?? { key: settled.key, last: [[], []] };
    updates.set(name, one);
    one.last[settled.there ? 1 : 0].push(id);
  }
  const isBefore = (a: number, b: number): boolean => closure.before(a, b) || (ordered && scene.before(a, b));
  let [least, most] = [0, 0];
  for (const { key, last } of updates.values()) {
    const atStart = keys.has(start, key) ? 1 : 0;
    /** Those that can be the last of this kind that is seen: none of the other kind is surely seen after it. */
    const lasts = (to: 0 | 1, { must, may }: Sight): number[] => {
      const against = last[1 - to].filter((id) => must[id] === 1);
      return last[to].filter((id) => may[id] === 1 && !against.some((id2) => isBefore(id, id2)));
    };
    const canBe = (to: 0 | 1, seen: Sight): boolean =>
      (atStart === to && !last[1 - to].some((id) => seen.must[id] === 1)) || lasts(to, seen).length > 0;
    const changes: number[] = [];
    for (const now of [0, 1] as const) {
      if (!canBe(now, sight)) continue;
      if (other === undefined) changes.push(now - atStart);
      else
        for (const before of [0, 1] as const) {
          // What it was last changed by, the other has not seen: else it would have found it so, too.
          const isNew = (): boolean => lasts(now, sight).some((id) => other.must[id] === 0);
          if (canBe(before, other) && (now === before || isNew())) changes.push(now - before);
        }
    }
    [least, most] = [least + Math.min(...changes), most + Math.max(...changes)];
  }
  return exact(least, most);
}
