import { compare } from "../../../history/value.js";
import { LEVEL } from "../../../criteria/levels.js";
import type { Bounds } from "../conclude/bounds.js";
import type { ScoreAsk, ScoreModel } from "./score-model.js";

/** What an update does to its element. */
export const [ADD, INCREMENT, REMOVE] = [0, 1, 2];

/** A history of one priority queue as flat lists, by operations. */
export interface FlatScores {
  readonly model: ScoreModel;
  /** Operation → the element that it updates, or -1; what it does to it, and by how much. */
  readonly element: Int32Array;
  readonly kind: Uint8Array;
  readonly amount: Float64Array;
  /** Operation → what its result asks. */
  readonly asks: readonly (ScoreAsk | undefined)[];
  /** Element → its rank among all: of equal scores the larger is the maximum. */
  readonly rank: Int32Array;
}

/** The same in flat lists; `undefined` of several objects, or where a result is of no query that there is. */
export function createFlatScores(model: ScoreModel): FlatScores | undefined {
  const { problem, names, updates, asks } = model;
  const { size, label, history } = problem;
  if (history.objects.length > 1 || problem.crosses) return undefined;
  const element = new Int32Array(size).fill(-1);
  const kind = new Uint8Array(size);
  const amount = new Float64Array(size);
  const asked: (ScoreAsk | undefined)[] = [];
  for (let operation = 0; operation < size; operation++) {
    const update = updates[label[operation]];
    const ask = asks[label[operation]];
    if (ask === "nothing explains it") return undefined;
    asked.push(ask);
    if (update === undefined) continue;
    element[operation] = update.element;
    kind[operation] = update.kind === "add" ? ADD : update.kind === "incrby" ? INCREMENT : REMOVE;
    amount[operation] = update.amount;
  }
  const order = names.map((_, at) => at).sort((a, b) => compare(names[a].id, names[b].id));
  const rank = new Int32Array(names.length);
  order.forEach((one, at) => {
    rank[one] = at;
  });
  return { model, element, kind, amount, asks: asked, rank };
}

/** An element that is not there has this score, below all others. */
export const ABSENT = -Infinity;

/** What the sessions see while they run, at levels at which that is a vector; changed in place. */
export interface ScoreViews {
  readonly scores: FlatScores;
  readonly bounds: Bounds;
  readonly level: number;
  readonly elements: number;
  /** Operation → its place in the linearization, or -1; and the operations by their places. */
  readonly place: Int32Array;
  readonly line: Int32Array;
  count: number;
  /** How many of each session are placed. */
  readonly placed: Int32Array;
  /** `[session * width + other]`: how many operations of the other, its first ones, the session sees. */
  readonly sees: Int32Array;
  /** `[operation * width + session]`: the same of an operation that is placed, itself included. */
  readonly saw: Int32Array;
  /** Element → its updates that are placed, by their places; and how many they are. */
  readonly lists: readonly Int32Array[];
  readonly lengths: Int32Array;
  /** `[session * elements + element]`: its score for the session. */
  readonly value: Float64Array;
  /** Session → the element that is its maximum, `NONE`, or `UNKNOWN`. */
  readonly top: Int32Array;
}

export const [NONE, UNKNOWN] = [-1, -2];

export function createScoreViews(scores: FlatScores, bounds: Bounds, level: number): ScoreViews {
  const { problem, names } = scores.model;
  const { size, sessions } = problem;
  const width = sessions.length;
  const counts = new Int32Array(names.length);
  for (const one of scores.element) if (one >= 0) counts[one]++;
  return {
    scores,
    bounds,
    level,
    elements: names.length,
    place: new Int32Array(size),
    line: new Int32Array(size),
    count: 0,
    placed: new Int32Array(width),
    sees: new Int32Array(width * width),
    saw: new Int32Array(size * width),
    lists: Array.from(counts, (count) => new Int32Array(count)),
    lengths: new Int32Array(names.length),
    value: new Float64Array(width * names.length),
    top: new Int32Array(width),
  };
}

/** Who sees what the session sees: where all that stands before is seen, all see the same. */
export const viewerOf = ({ level }: ScoreViews, s: number): number => (level === LEVEL.complete ? 0 : s);

/** Nothing is placed, and nothing seen. */
export function clearViews(views: ScoreViews): void {
  views.place.fill(-1);
  views.count = 0;
  views.placed.fill(0);
  views.sees.fill(0);
  views.lengths.fill(0);
  views.value.fill(ABSENT);
  views.top.fill(NONE);
}

/** The score of an element to who sees so many of each session (from `at` in the counts on). */
export function scoreSeen(views: ScoreViews, element: number, counts: Int32Array, at: number): number {
  const { scores, lists, lengths } = views;
  const { kind, amount } = scores;
  const { session, position } = scores.model.problem;
  const list = lists[element];
  let [sum, base] = [0, 0];
  let isThere = false;
  for (let next = lengths[element] - 1; next >= 0; next--) {
    const update = list[next];
    if (position[update] >= counts[at + session[update]]) continue;
    if (kind[update] === REMOVE) break;
    isThere = true;
    if (kind[update] === INCREMENT) sum += amount[update];
    else base = amount[update];
  }
  return isThere ? base + sum : ABSENT;
}

/** Whether an element with one score stands above another with the other. */
export const isAbove = (
  { rank }: FlatScores,
  element: number,
  score: number,
  other: number,
  its: number,
): boolean => score > its || (score === its && rank[element] > rank[other]);

/** Notes the score of an element for a session. */
export function setScore(views: ScoreViews, s: number, element: number, score: number): void {
  const { value, top, elements, scores } = views;
  const at = s * elements + element;
  const old = value[at];
  if (old === score) return;
  value[at] = score;
  const best = top[s];
  if (best === UNKNOWN) return;
  if (best === element) {
    if (score < old) top[s] = UNKNOWN;
  } else if (
    score !== ABSENT &&
    (best === NONE || isAbove(scores, element, score, best, value[s * elements + best]))
  )
    top[s] = element;
}

/** The element that is the maximum for the session, or `NONE`. */
export function topOf(views: ScoreViews, s: number): number {
  const { value, top, elements, scores } = views;
  if (top[s] !== UNKNOWN) return top[s];
  let [best, most] = [NONE, ABSENT];
  for (let element = 0, at = s * elements; element < elements; element++, at++) {
    const score = value[at];
    if (score < most || score === ABSENT) continue;
    if (best === NONE || isAbove(scores, element, score, best, most)) [best, most] = [element, score];
  }
  top[s] = best;
  return best;
}

/** Lets the session see the others as far as the counts say. */
export function seeUpTo(views: ScoreViews, s: number, counts: Int32Array): void {
  const { sees, scores } = views;
  const { sessions } = scores.model.problem;
  const width = sessions.length;
  const touched: number[] = [];
  for (let t = 0, at = s * width; t < width; t++, at++) {
    const members = sessions[t];
    for (let next = sees[at]; next < counts[t]; next++)
      if (scores.element[members[next]] >= 0) touched.push(scores.element[members[next]]);
    if (counts[t] > sees[at]) sees[at] = counts[t];
  }
  for (const element of touched) setScore(views, s, element, scoreSeen(views, element, sees, s * width));
}

/** Whether what the session sees is the answer to what is asked. */
export function isAnswered(views: ScoreViews, s: number, { element, score, isMaximum }: ScoreAsk): boolean {
  const { value, elements } = views;
  if (!isMaximum) return value[s * elements + element] === (score ?? ABSENT);
  if (score === null) return topOf(views, s) === NONE;
  return value[s * elements + element] === score && topOf(views, s) === element;
}

/** Places the next operation of its session, which sees what its session sees. */
export function placeNext(views: ScoreViews, operation: number): void {
  const { scores, place, line, placed, sees, saw, lists, lengths } = views;
  const { session, position } = scores.model.problem;
  const width = placed.length;
  const s = viewerOf(views, session[operation]);
  place[operation] = views.count;
  line[views.count++] = operation;
  placed[session[operation]]++;
  sees[s * width + session[operation]] = position[operation] + 1;
  const element = scores.element[operation];
  if (element >= 0) {
    lists[element][lengths[element]++] = operation;
    setScore(views, s, element, scoreSeen(views, element, sees, s * width));
  }
  saw.set(sees.subarray(s * width, (s + 1) * width), operation * width);
}
