import { LEVEL } from "../../../criteria/levels.js";
import type { Bounds } from "../conclude/bounds.js";
import { isAmong } from "../conclude/answer-ask.js";
import type { FlatAsk, FlatModel } from "./flat-model.js";

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
  /** `[session * objects + object]`: how many keys are filled for it, or the sum of what it sees. */
  readonly number: Float64Array;
  readonly objects: number;
  /** At `monotonic`, session → what it sees of others beyond the counts; and of each operation how many of those. */
  readonly extra: number[][];
  readonly extraCount: Int32Array;
  /** `[session * size + operation]`: 1 where it is among those. */
  readonly isExtra: Uint8Array;
  /**
   * Where more than session order happens before, `[session * width + other]`: up to which operation of the other the
   * session sees what those saw, as they happen before it (`monotonic`, `peer`); and how much of its `extra`.
   */
  readonly heard: Int32Array;
  readonly heardExtra: Int32Array;
  /** Below `monotonic`, operation → what it alone sees of others. */
  readonly picked: Map<number, readonly number[]>;
  /** Below `monotonic`, operation → how many operations of each session it alone sees, where it picks whole sessions. */
  readonly pickedCounts: Map<number, Int32Array>;
  /** Of counters whose updates are not of ones (`peer` and above): read → the sight that it chose, by its name. */
  readonly chosen: Map<number, string>;
  /** Read → the sights that led nowhere. */
  readonly avoided: Map<number, Set<string>>;
  /** How many of `line` are there. */
  count: number;
  /** What was changed since a trial began: pairs of a place in `last` and what was there. */
  readonly undo: number[];
}

export function createFlatViews(model: FlatModel, bounds: Bounds, level: number): FlatViews {
  const { size, sessions } = model.problem;
  const width = sessions.length;
  const objects = model.start.length;
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
    number: new Float64Array(width * objects),
    objects,
    extra: sessions.map(() => []),
    extraCount: new Int32Array(size),
    isExtra: new Uint8Array(level === LEVEL.monotonic ? width * size : 0),
    heard: new Int32Array(width * width),
    heardExtra: new Int32Array(width * width),
    picked: new Map(),
    pickedCounts: new Map(),
    chosen: new Map(),
    avoided: new Map(),
    count: 0,
    undo: [],
  };
}

/** Nothing is placed, and nothing seen. */
export function clearViews(views: FlatViews): void {
  const { place, placed, sees, last, number, objects, extra, picked, undo, model } = views;
  place.fill(-1);
  for (const counts of [placed, sees, views.isExtra, views.heard, views.heardExtra]) counts.fill(0);
  last.fill(-1);
  for (let s = 0; s < placed.length; s++) number.set(model.start, s * objects);
  for (const list of extra) list.length = 0;
  picked.clear();
  views.pickedCounts.clear();
  undo.length = 0;
  views.count = 0;
}

/** Whether the key has something where this is the last update of it. */
export const isFilled = ({ keys, fills }: FlatModel, key: number, last: number): number =>
  last < 0 ? (keys?.filledAtStart[key] ?? 0) : fills[last];

/** Lets the session see an update, wherever it stands. */
export function see(views: FlatViews, s: number, update: number): void {
  const { model, place, last, number, undo } = views;
  const sum = s * views.objects + model.object[update];
  number[sum] += model.adds[update];
  const key = model.key[update];
  if (key < 0) return;
  const at = s * model.keyCount + key;
  const old = last[at];
  if (old >= 0 && place[old] > place[update]) return;
  undo.push(at, old);
  last[at] = update;
  number[sum] += model.fills[update] - isFilled(model, key, old);
}

/** What the numbers of the session are now, to be given back to `unsee`. */
export const numbersOf = ({ number, objects }: FlatViews, s: number): Float64Array =>
  number.slice(s * objects, (s + 1) * objects);

/** Takes back what the session saw since the trial began. */
export function unsee(
  { last, number, objects, undo }: FlatViews,
  s: number,
  numbersBefore: Float64Array,
): void {
  while (undo.length > 0) {
    const old = undo.pop() as number;
    last[undo.pop() as number] = old;
  }
  number.set(numbersBefore, s * objects);
}

/** Lets the session see the others as far as the counts say. */
export function seeUpTo(views: FlatViews, s: number, counts: Int32Array): void {
  const { sees, model, isExtra } = views;
  const { sessions, updates, size } = model.problem;
  const width = sessions.length;
  for (let t = 0, at = s * width; t < width; t++, at++) {
    const members = sessions[t];
    for (let next = sees[at]; next < counts[t]; next++)
      if (updates[members[next]] === 1 && isExtra[s * size + members[next]] !== 1)
        see(views, s, members[next]);
    if (counts[t] > sees[at]) sees[at] = counts[t];
  }
}

/** Lets the session see one update beyond the counts (`monotonic`). */
export function seeExtra(views: FlatViews, s: number, update: number): void {
  const { session, position, size, sessions } = views.model.problem;
  if (position[update] < views.sees[s * sessions.length + session[update]]) return;
  if (views.isExtra[s * size + update] === 1) return;
  views.isExtra[s * size + update] = 1;
  views.extra[s].push(update);
  see(views, s, update);
}

/** Whether the answer to what is asked is what the session sees. */
export function isAnswered(views: FlatViews, s: number, ask: FlatAsk): boolean {
  const { model, last, number } = views;
  if (ask.of === "number") return number[s * views.objects + ask.object] === ask.wanted;
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
  const counts = views.pickedCounts.get(operation);
  if (counts === undefined) return;
  for (let t = 0, at = operation * width; t < width; t++, at++) if (counts[t] > saw[at]) saw[at] = counts[t];
}
