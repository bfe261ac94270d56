import type { Witness } from "../../../result.js";
import type { Judge } from "./anneal-order.js";
import type { BasicSights } from "./basic-sights.js";
import type { ScoreAsk } from "./score-model.js";
import { isAbove, REMOVE } from "./score-views.js";
import { createUnexplained } from "./unexplained.js";
import type { UpdateLine } from "./update-line.js";

/** Which queries are explained at `basic`. */
export interface BasicJudge extends Judge {
  /** What is seen, where all are explained. */
  witness(): Witness;
}

/**
 * Tells which queries are explained at `basic`. Nobody sees what another sees there, so each is told by itself; and the
 * later it stands the more it may see, so it stands just before the next update of its session.
 */
export function createBasicJudge(updates: UpdateLine, sights: BasicSights): BasicJudge {
  const { scores, line, place, own, rank } = updates;
  const { element, kind, asks, model } = scores;
  const { size, sessions, session, position, ids } = model.problem;
  const elements = model.names.length;
  /** Element → its updates, by their places. */
  const lists = model.names.map((_, one) => line.filter((update) => element[update] === one));
  const unexplained = createUnexplained(size);
  const queries = Array.from(asks.keys()).filter((query) => asks[query] !== undefined);
  const limitOf = (query: number): number => {
    const next = own[session[query]][rank[query]];
    return next === undefined ? line.length : place[next];
  };
  /** How many updates of a list stand before a place. */
  const countBefore = (list: Int32Array, limit: number): number => {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (place[list[middle]] < limit) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  /** Whether what the query tells of an element is explained. */
  const isPartExplained = (query: number, one: number, picked?: number[]): boolean => {
    const { element: asked, score } = asks[query] as ScoreAsk;
    const length = countBefore(lists[one], limitOf(query));
    if (one === asked && score !== null) return sights.canHave(query, lists[one], length, score, picked);
    const isRight = (its: number): boolean =>
      one !== asked && score !== null && !isAbove(scores, one, its, asked, score);
    return sights.canBeBelow(query, lists[one], length, isRight, picked);
  };
  const isAskedOf = (query: number, one: number): boolean => {
    const ask = asks[query] as ScoreAsk;
    return ask.isMaximum || ask.element === one;
  };
  /** `[query * elements + element]`: 1 where that is not explained; and of how many elements it is not. */
  const isWrong = new Uint8Array(size * elements);
  const wrongs = new Int32Array(size);
  /** What others did that explains it, where it is explained; and what that was before the last change. */
  const rests: (readonly number[] | undefined)[] = Array.from({ length: size * elements });
  const judged: { readonly part: number; readonly rest: readonly number[] | undefined }[] = [];
  const flip = (part: number): void => {
    const query = Math.floor(part / elements);
    isWrong[part] ^= 1;
    wrongs[query] += isWrong[part] === 1 ? 1 : -1;
    unexplained.note(query, wrongs[query] > 0);
  };
  const setRest = (part: number, rest: readonly number[] | undefined): void => {
    if ((rest === undefined) !== (isWrong[part] === 1)) flip(part);
    rests[part] = rest;
  };
  const judge = (query: number, one: number): void => {
    const part = query * elements + one;
    const picked: number[] = [];
    const isExplained = isPartExplained(query, one, picked);
    judged.push({ part, rest: rests[part] });
    setRest(part, isExplained ? picked : undefined);
  };
  /**
   * Whether what explains a part is as it was, though the updates of a session at these places, or of any (-1), have
   * changed sides with others: none of what others did that it rests on is among them. What its own session did keeps
   * its order in any case, and what stands elsewhere stays before, or after, all of these places.
   */
  const isKept = (part: number, t: number, from: number, to: number, s: number): boolean => {
    const rest = rests[part];
    if (rest === undefined) return false;
    for (const update of rest)
      if (place[update] >= from && place[update] <= to && (s < 0 || s === t || session[update] === s))
        return false;
    return true;
  };
  /** The same → the last removal of the element in the session before the query: what stands before that is nothing to it. */
  const lastRemoval = new Int32Array(size * elements).fill(-1);
  for (const members of sessions) {
    const removed = new Int32Array(elements).fill(-1);
    for (const operation of members) {
      if (element[operation] < 0) lastRemoval.set(removed, operation * elements);
      else if (kind[operation] === REMOVE) removed[element[operation]] = operation;
    }
  }
  /** Session → element → the queries that ask of it, in order. */
  const askersOf = sessions.map((members) =>
    model.names.map((_, one) =>
      members.filter((query) => asks[query] !== undefined && isAskedOf(query, one)),
    ),
  );
  const isTouched = new Uint8Array(elements);
  /** Writes the updates at these places into their lists anew; those of the session have changed sides with others. */
  const list = (from: number, to: number, s: number): void => {
    const next = new Int32Array(elements).fill(-1);
    isTouched.fill(0);
    for (let at = from; at <= to; at++) {
      const one = element[line[at]];
      if (next[one] < 0) next[one] = countBefore(lists[one], from);
      lists[one][next[one]++] = line[at];
      if (s < 0 || session[line[at]] === s) isTouched[one] = 1;
    }
  };
  let last = { from: 0, to: -1, s: 0 };
  const change = (from: number, to: number, s: number): number => {
    judged.length = 0;
    const old = unexplained.total;
    last = { from, to, s };
    list(from, to, s);
    for (let one = 0; one < elements; one++)
      for (let t = 0; t < sessions.length; t++) {
        if (isTouched[one] === 0 && s >= 0 && t !== s) continue;
        const asking = askersOf[t][one];
        let [low, high] = [0, asking.length];
        while (low < high) {
          const middle = (low + high) >> 1;
          if (limitOf(asking[middle]) < from) low = middle + 1;
          else high = middle;
        }
        for (; low < asking.length; low++) {
          const part = asking[low] * elements + one;
          const removal = lastRemoval[part];
          if (removal >= 0 && place[removal] > to) break;
          if (!isKept(part, t, from, to, s)) judge(asking[low], one);
        }
      }
    return unexplained.total - old;
  };
  for (const query of queries)
    for (let one = 0; one < elements; one++) if (isAskedOf(query, one)) judge(query, one);
  return {
    updates,
    unexplained,
    change,
    undo() {
      list(last.from, last.to, last.s);
      for (let at = judged.length - 1; at >= 0; at--) setRest(judged[at].part, judged[at].rest);
      judged.length = 0;
    },
    work: Math.ceil((elements * queries.length) / 100),
    witness() {
      const linearization: number[] = [];
      const visibility: Record<string, readonly number[]> = {};
      const placed = new Int32Array(sessions.length);
      const placeUpTo = (s: number, end: number): void => {
        for (; placed[s] < end; placed[s]++) {
          const operation = sessions[s][placed[s]];
          const seen: number[] = [...sessions[s].subarray(0, placed[s])];
          if (asks[operation] !== undefined)
            for (let one = 0; one < elements; one++)
              if (isAskedOf(operation, one)) isPartExplained(operation, one, seen);
          visibility[ids[operation]] = [...new Set(seen)].map((one) => ids[one]).sort((a, b) => a - b);
          linearization.push(ids[operation]);
        }
      };
      for (const update of line) placeUpTo(session[update], position[update] + 1);
      for (let s = 0; s < sessions.length; s++) placeUpTo(s, sessions[s].length);
      return { linearization, visibility };
    },
  };
}
