import { isAbove } from "./score-views.js";
import type { ScoreAsk } from "./score-model.js";
import { ABSENT, ADD, INCREMENT } from "./score-views.js";
import type { Judge } from "./anneal-order.js";
import { createUnexplained } from "./unexplained.js";
import type { UpdateLine } from "./update-line.js";

/** What there is after so many updates of the line, where each operation sees all before it. */
export interface OrderJudge extends Judge {
  /** Whether the query is explained after so many updates of the line. */
  isAnswer(ask: ScoreAsk, after: number): boolean;
  /** The score of an element after so many updates, and the element that is the maximum, or -1. */
  scoreAfter(after: number, element: number): number;
  topAfter(after: number): number;
  /** The linearization, with each query where it is explained. */
  linearization(): readonly number[];
}

/** Tells which queries are explained by all before them, between the updates of their session around them. */
export function createOrderJudge(updates: UpdateLine): OrderJudge {
  const { scores, line, place, own, between } = updates;
  const { element, kind, amount, asks, model } = scores;
  const { size } = model.problem;
  const elements = model.names.length;
  const { length } = line;
  /** `[updates so far * elements + element]`: its score; 1 where that is provisional; and the maximum. */
  const value = new Float64Array((length + 1) * elements).fill(ABSENT);
  const isLoose = new Uint8Array((length + 1) * elements);
  const top = new Int32Array(length + 1).fill(-1);
  const unexplained = createUnexplained(size);
  /** What there was before the last change, from this place on up to that. */
  const [oldValue, oldLoose, oldTop] = [value.slice(), isLoose.slice(), top.slice()];
  let [changedFrom, changedTo] = [0, 0];

  /** Writes what there is after the update at the place, from what was before it; whether that is anything new. */
  const step = (at: number): boolean => {
    const update = line[at];
    const one = element[update];
    const [from, to] = [at * elements, (at + 1) * elements];
    let isNew = false;
    oldTop[at + 1] = top[at + 1];
    for (let other = 0; other < elements; other++) {
      oldValue[to + other] = value[to + other];
      oldLoose[to + other] = isLoose[to + other];
      let score = value[from + other];
      let loose = isLoose[from + other];
      if (other === one) {
        if (kind[update] === INCREMENT) {
          if (score === ABSENT) [score, loose] = [amount[update], 1];
          else score += amount[update];
        } else if (kind[update] !== ADD) [score, loose] = [ABSENT, 0];
        else if (score === ABSENT) score = amount[update];
        else if (loose === 1) [score, loose] = [score + amount[update], 0];
      }
      if (value[to + other] === score && isLoose[to + other] === loose) continue;
      value[to + other] = score;
      isLoose[to + other] = loose;
      isNew = true;
    }
    if (!isNew) return false;
    let best = -1;
    for (let other = 0; other < elements; other++) {
      if (value[to + other] === ABSENT) continue;
      if (best < 0 || isAbove(scores, other, value[to + other], best, value[to + best])) best = other;
    }
    top[at + 1] = best;
    return true;
  };
  const isAnswer = ({ element: one, score, isMaximum }: ScoreAsk, after: number): boolean => {
    if (isMaximum && top[after] !== one) return false;
    return one < 0 || value[after * elements + one] === (score ?? ABSENT);
  };
  /** Looks at the queries after so many updates of a session; calls back where each is explained. */
  const judge = (s: number, count: number, each?: (query: number, after: number) => void): void => {
    const queries = between[s][count];
    if (queries.length === 0) return;
    let after = count === 0 ? 0 : place[own[s][count - 1]] + 1;
    const end = count === own[s].length ? length : place[own[s][count]];
    for (const query of queries) {
      const ask = asks[query];
      let at = after;
      while (at <= end && ask !== undefined && !isAnswer(ask, at)) at++;
      unexplained.note(query, at > end);
      if (at <= end) after = at;
      each?.(query, after);
    }
  };
  const change = (from: number, to: number): number => {
    unexplained.keep();
    const old = unexplained.total;
    let end = from;
    while (end < length && (step(end) || end <= to)) end++;
    [changedFrom, changedTo] = [from + 1, end];
    for (let s = 0; s < own.length; s++) {
      const members = own[s];
      let [low, high] = [0, members.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (place[members[middle]] < from) low = middle + 1;
        else high = middle;
      }
      for (let count = low; count <= members.length; count++) {
        if (count > 0 && place[members[count - 1]] >= end) break;
        judge(s, count);
      }
    }
    return unexplained.total - old;
  };
  change(0, length - 1);
  return {
    updates,
    unexplained,
    change,
    undo() {
      const [from, to] = [changedFrom * elements, (changedTo + 1) * elements];
      value.set(oldValue.subarray(from, to), from);
      isLoose.set(oldLoose.subarray(from, to), from);
      top.set(oldTop.subarray(changedFrom, changedTo + 1), changedFrom);
      unexplained.undo();
    },
    isAnswer,
    scoreAfter: (after, one) => value[after * elements + one],
    topAfter: (after) => top[after],
    work: elements,
    linearization() {
      const after: number[][] = Array.from({ length: length + 1 }, () => []);
      for (const [s, lists] of between.entries())
        for (let count = 0; count < lists.length; count++)
          judge(s, count, (query, at) => void after[at].push(query));
      return after.flatMap((queries, at) => (at === 0 ? queries : [line[at - 1], ...queries]));
    },
  };
}
