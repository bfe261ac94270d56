import { lowerBound } from "../conclude/answer-ask.js";
import type { Ask, KeyModel } from "../models/key-model.js";
import { withoutObject } from "../models/key-model.js";
import type { LongProblem } from "../long-problem.js";
import type { SumModel } from "../models/sum-model.js";

/** What a result asks of one key, by the numbers of contents. */
export interface CompactAsk {
  readonly key: number;
  /** Content → 1 where it is an answer. */
  readonly isAnswer: Uint8Array;
  /** Session → positions of the updates that put an answer there, ascending. */
  readonly fits: readonly Int32Array[];
  /** Session → positions of the operations that ask this, ascending. */
  readonly askers: readonly Int32Array[];
}

/**
 * A type of keys or a counter, as small numbers: what a beginning of one order leads to is, beside how far each session
 * has come, the contents of those keys that several sessions update; and one number for each object, its size or sum.
 */
export interface OrderMachine {
  /** Operation → the key that it updates, or -1; and the content that it puts there. */
  readonly keyOf: Int32Array;
  readonly contentOf: Int32Array;
  /** How many keys several sessions update; key → its place among these, or -1. */
  readonly slots: number;
  readonly slotOf: Int32Array;
  /** What a key that one session alone updates has when that session has come so far. */
  settled(key: number, placed: Int32Array): number;
  readonly isFilling: readonly Uint8Array[];
  /** Operation → what its result asks of keys. */
  readonly asks: readonly (readonly CompactAsk[])[];
  /** Key → content → what is asked of the key that this is an answer to. */
  readonly answers: readonly (readonly (readonly CompactAsk[])[])[];
  readonly objects: number;
  /** Object → its number at the start; operation → its object, and what it adds to the sum of that. */
  readonly start: Float64Array;
  readonly objectOf: Int32Array;
  readonly amount: Float64Array;
  /** Operation → what its result tells of the number: nothing (0), that it is this (1), or that it is not (2). */
  readonly tells: Uint8Array;
  readonly told: Float64Array;
}

/** Methods whose results are told by what they ask of keys, and by the number of those that have something. */
const told: ReadonlySet<string> = new Set(
  "add remove contains put get containsKey read write inc dec size isEmpty".split(" "),
);

/** The machine of a problem whose type is one of these. */
export function createOrderMachine(
  problem: LongProblem,
  keys: KeyModel | undefined,
  sums: SumModel | undefined,
): OrderMachine | undefined {
  if (keys?.lastWins !== true && sums === undefined) return undefined;
  const { labels, label, size, sessions, session, position, history } = problem;
  const alone = labels.map((one) => withoutObject(problem, one));
  if (!alone.every(({ label: { method } }) => told.has(method))) return undefined;
  const objects = history.objects.length;
  const ofLabel = <List extends Int32Array | Uint8Array | Float64Array>(
    list: List,
    values: ArrayLike<number>,
  ): List => {
    for (let operation = 0; operation < size; operation++) list[operation] = values[label[operation]];
    return list;
  };
  const common = {
    objects,
    objectOf: ofLabel(
      new Int32Array(size),
      alone.map(({ object }) => object),
    ),
  };
  const none = new Int32Array(size).fill(-1);
  if (sums !== undefined) {
    const amount = new Float64Array(size);
    for (let operation = 0; operation < size; operation++) {
      const sum = sums.high[common.objectOf[operation]][session[operation]];
      amount[operation] = sum[position[operation] + 1] - sum[position[operation]];
    }
    return {
      ...common,
      keyOf: none,
      contentOf: none,
      slots: 0,
      slotOf: new Int32Array(0),
      settled: () => 0,
      isFilling: [],
      asks: Array.from(label, () => []),
      answers: [],
      start: new Float64Array(objects),
      amount,
      tells: ofLabel(
        new Uint8Array(size),
        sums.asks.map((ask) => (ask === undefined ? 0 : 1)),
      ),
      told: ofLabel(
        new Float64Array(size),
        sums.asks.map((ask) => ask?.amount ?? 0),
      ),
    };
  }
  if (keys === undefined) return undefined;
  const updaters = keys.certain.map((lists) => lists.flatMap(({ length }, s) => (length > 0 ? [s] : [])));
  let slots = 0;
  const slotOf = Int32Array.from(updaters, ({ length }) => (length > 1 ? slots++ : -1));
  const contentOf = ofLabel(new Int32Array(size), keys.contentOf);
  const asks = compactAsks(problem, keys, contentOf);
  const ofKey = new Map<number, CompactAsk[]>();
  for (const ask of new Set(asks.flat())) {
    const known = ofKey.get(ask.key);
    if (known === undefined) ofKey.set(ask.key, [ask]);
    else known.push(ask);
  }
  const counts = alone.map(({ label: { method, result } }) => {
    if (method === "size" && typeof result === "number") return { tells: 1, told: result };
    return method === "isEmpty" && result !== undefined
      ? { tells: result === true ? 1 : 2, told: 0 }
      : { tells: 0, told: 0 };
  });
  const start = Float64Array.from(history.objects, (_, object) =>
    counts.some(({ tells }) => tells > 0) ? sizeAtStart(problem, object) : 0,
  );
  return {
    ...common,
    keyOf: ofLabel(new Int32Array(size), keys.keyOf),
    contentOf,
    slots,
    slotOf,
    settled(key, placed) {
      const [s] = updaters[key];
      if (s === undefined) return 0;
      const positions = keys.certain[key][s];
      const at = lowerBound(positions, placed[s]) - 1;
      return at < 0 ? 0 : contentOf[sessions[s][positions[at]]];
    },
    isFilling: keys.isFilling,
    asks,
    answers: keys.isFilling.map((contents, key) =>
      Array.from(contents, (_, content) =>
        (ofKey.get(key) ?? []).filter(({ isAnswer }) => isAnswer[content] === 1),
      ),
    ),
    start,
    amount: new Float64Array(size),
    tells: ofLabel(
      new Uint8Array(size),
      counts.map(({ tells }) => tells),
    ),
    told: ofLabel(
      new Float64Array(size),
      counts.map((count) => count.told),
    ),
  };
}

/** What each result asks, with who else asks the same. */
function compactAsks(
  { sessions, label }: LongProblem,
  { asks, isFilling }: KeyModel,
  contentOf: Int32Array,
): readonly (readonly CompactAsk[])[] {
  const askers = new Map<Ask, number[][]>();
  sessions.forEach((members, s) =>
    members.forEach((operation, at) => {
      for (const ask of asks[label[operation]]) {
        let lists = askers.get(ask);
        if (lists === undefined) askers.set(ask, (lists = sessions.map(() => [])));
        lists[s].push(at);
      }
    }),
  );
  const compact = new Map<Ask, CompactAsk>();
  for (const [ask, lists] of askers) {
    const isAnswer = new Uint8Array(isFilling[ask.key].length);
    if (ask.orNone) isAnswer[0] = 1;
    ask.fits.forEach((positions, s) => {
      for (const at of positions) isAnswer[contentOf[sessions[s][at]]] = 1;
    });
    compact.set(ask, {
      key: ask.key,
      isAnswer,
      fits: ask.fits,
      askers: lists.map((list) => Int32Array.from(list)),
    });
  }
  return Array.from(label, (one) => asks[one].map((ask) => compact.get(ask) as CompactAsk));
}

/** How many elements the object has at the start: of some the history may say nothing. */
function sizeAtStart({ single, history, initial }: LongProblem, object: number): number {
  const state = history.objects.length > 1 ? (initial as readonly unknown[])[object] : initial;
  return (single.step(state, { method: "size", args: [] }) as { result: number }).result;
}
