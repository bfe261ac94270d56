import { LEVEL } from "../../../criteria/levels.js";
import type { Bounds } from "../bounds.js";
import { type FlatAsk, type FlatModel, isAmong } from "./flat-model.js";

/** What the sessions see while they run, as flat lists that are changed in place. */
export interface FlatViews {
  readonly model: FlatModel;
  readonly bounds: Bounds;
  readonly level: number;
  /** Operation → its place in the linearization, or -1; and the operations by their places. */
  readonly place: Int32Array;
  readonly line: Int32Array;
  /** How many of each session are placed. */
  readonly placed: Int32Array;
  /** `[session * width + other]`: how many operations of the other, its first ones, the session sees. */
  readonly sees: Int32Array;
  /** `[operation * width + session]`: the same of an operation that is placed, itself included. */
  readonly saw: Int32Array;
  /** `[session * keys + key]`: the last update of the key that the session sees, or -1. */
  readonly last: Int32Array;
  /** Session → how many keys are filled for it, or the sum of what it sees. */
  readonly number: Float64Array;
  /** At `monotonic`, session → what it sees of others beyond the counts; and of each operation how many of those. */
  readonly extra: number[][];
  readonly extraCount: Int32Array;
  /** Below `monotonic`, operation → what it alone sees of others. */
  readonly picked: Map<number, readonly number[]>;
  /** How many of `line` are there. */
  count: number;
  /** What was changed since a trial began: pairs of a place in `last` and what was there. */
  readonly undo: number[];
}

export function createFlatViews(model: FlatModel, bounds: Bounds, level: number): FlatViews {
  const { size, sessions } = model.problem;
  const width = sessions.length;
  return {
    model,
    bounds,
    level,
    place: new Int32Array(size),
    line: new Int32Array(size),
    placed: new Int32Array(width),
    sees: new Int32Array(width * width),
    saw: new Int32Array(size * width),
    last: new Int32Array(width * model.keyCount),
    number: new Float64Array(width),
    extra: sessions.map(() => []),
    extraCount: new Int32Array(size),
    picked: new Map(),
    count: 0,
    undo: [],
  };
}

/** Nothing is placed, and nothing seen. */
export function clearViews(views: FlatViews): void {
  const { place, placed, sees, last, number, extra, picked, undo, model } = views;
  place.fill(-1);
  placed.fill(0);
  sees.fill(0);
  last.fill(-1);
  number.fill(model.start);
  for (const list of extra) list.length = 0;
  picked.clear();
  undo.length = 0;
  views.count = 0;
}

/** Whether the key has something where this is the last update of it. */
export const isFilled = ({ keys, fills }: FlatModel, key: number, last: number): number =>
  last < 0 ? (keys?.filledAtStart[key] ?? 0) : fills[last];

/** Lets the session see an update, wherever it stands. */
export function see({ model, place, last, number, undo }: FlatViews, s: number, update: number): void {
  number[s] += model.adds[update];
  const key = model.key[update];
  if (key < 0) return;
  const at = s * model.keyCount + key;
  const old = last[at];
  if (old >= 0 && place[old] > place[update]) return;
  undo.push(at, old);
  last[at] = update;
  number[s] += model.fills[update] - isFilled(model, key, old);
}

/** Takes back what the session saw since the trial began. */
export function unsee({ last, number, undo }: FlatViews, s: number, numberBefore: number): void {
  while (undo.length > 0) {
    const old = undo.pop() as number;
    last[undo.pop() as number] = old;
  }
  number[s] = numberBefore;
}

/** Lets the session see the others as far as the counts say (`peer` and above). */
export function seeUpTo(views: FlatViews, s: number, counts: Int32Array): void {
  const { sees, model } = views;
  const { sessions, updates } = model.problem;
  const width = sessions.length;
  for (let t = 0, at = s * width; t < width; t++, at++) {
    const members = sessions[t];
    for (let next = sees[at]; next < counts[t]; next++)
      if (updates[members[next]] === 1) see(views, s, members[next]);
    if (counts[t] > sees[at]) sees[at] = counts[t];
  }
}

/** Whether the answer to what is asked is what the session sees. */
export function isAnswered(views: FlatViews, s: number, ask: FlatAsk): boolean {
  const { model, last, number } = views;
  if (ask.of === "number") return number[s] === ask.wanted;
  const { session, position } = model.problem;
  return ask.asks.every(({ key, fits, orNone }) => {
    const seen = last[s * model.keyCount + key];
    return seen < 0 ? orNone : isAmong(fits[session[seen]], position[seen]);
  });
}

/** Places the next operation of its session, which sees what its session sees. */
export function placeNext(views: FlatViews, operation: number): void {
  const { model, level, place, line, placed, sees, saw, extra, extraCount, undo } = views;
  const { session, position, updates } = model.problem;
  const width = placed.length;
  const s = session[operation];
  place[operation] = views.count;
  line[views.count++] = operation;
  placed[s]++;
  if (level !== LEVEL.weak) {
    if (updates[operation] === 1) see(views, s, operation);
    sees[s * width + s] = position[operation] + 1;
  }
  undo.length = 0;
  extraCount[operation] = extra[s].length;
  saw.set(sees.subarray(s * width, (s + 1) * width), operation * width);
}
