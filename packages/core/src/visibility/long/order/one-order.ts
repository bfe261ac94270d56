import { createRandom } from "../../../random.js";
import * as maps from "../../../types/persistent-map.js";
import type { PersistentMap } from "../../../types/persistent-map.js";
import { stateKey } from "../../../types/type.js";
import type { Meter } from "../../meter.js";
import type { Bounds } from "../conclude/bounds.js";
import type { KeyModel } from "../models/key-model.js";
import { createOutlook, type ElementsLeft } from "./element-outlook.js";
import { isReady } from "../is-ready.js";
import type { LongProblem } from "../long-problem.js";
import { orderCost, shaken, type Weights } from "./order-cost.js";
import { mix } from "./order-rows.js";

/** What the search for one order goes by. */
export interface OrderGuide {
  readonly bounds: Bounds;
  readonly keys: KeyModel | undefined;
  /** Operation → its guessed place in the order; agrees with what is known to stand before what. */
  readonly moments: Float64Array;
  readonly meter: Meter;
}

/** How an attempt goes: how many beginnings are followed, and by which weights they are compared. */
export interface OrderAttempt {
  readonly width: number;
  readonly weights: Weights;
  readonly seed: number;
}

/** What a number that is wrong by one counts for, in turn: as measured, none is best for all histories. */
const DISTANCES = [0.3, 0.1, 0.3, 0.1, 1] as const;

/**
 * The attempts, one after another, and what each may visit for each operation: a quick one, then ever wider ones, by
 * other weights and by chance another way.
 */
export const orderAttempt = (step: number): OrderAttempt & { readonly visits: number } => ({
  width: step === 0 ? 8 : 32 << Math.min(4, (step - 1) >> 2),
  weights: { late: 0.3, early: 0.003, distance: DISTANCES[step % DISTANCES.length], away: 0.05 },
  seed: 1 + step,
  visits: step === 0 ? 60 : 600 * 1.2 ** (step - 1),
});

/** The beginning of an order, after an update and the queries that it explains. */
interface Beginning {
  readonly earlier: Beginning | undefined;
  readonly update: number;
  /** How far each session has come; and how many operations that are. */
  readonly placed: Int32Array;
  readonly count: number;
  readonly state: unknown;
  /** Where keys tell the state: a number that few other states have, and what is at each key. */
  readonly mark: number;
  readonly contents: PersistentMap<number>;
  /** Of a queue or a stack: what is there. */
  readonly left: ElementsLeft | undefined;
}

/** The most beginnings that are followed over a bad place; after how many retries there they are twice as many. */
const [WIDEST, RETRIES_EACH] = [4096, 2];
/** How often it goes back from one place, and how many layers are kept to go back to. */
const [RETRIES, KEPT] = [16, 2048];
/** Up to so many operations beginnings are told apart exactly, and to find no order shows that there is none. */
const SHORT = 64;

/**
 * Looks for one order of all operations that explains each result by all before it. Layer by layer, each with one
 * more update, the most promising beginnings are followed, with every query placed as soon as it is explained, which
 * is never worse than later. Where none can go on, it goes back some layers, and follows more of them, by somewhat
 * other weights, until the bad place is passed. That it finds none means nothing, but for a short history of which no
 * beginning was ever left out: equal positions and states have equal futures.
 */
export function* oneOrder(
  guide: OrderGuide,
  attempt: OrderAttempt,
): Generator<void, readonly number[] | "stuck" | "none"> {
  const { bounds, keys, moments, meter } = guide;
  const { problem } = bounds;
  const { size, sessions, updates } = problem;
  const sessionCount = sessions.length;
  const random = createRandom(attempt.seed);
  const cost = orderCost(problem, keys, moments);
  const marks = createMarks(problem, keys);
  const due = moments.filter((_, operation) => updates[operation] === 1).sort();
  const settle = createSettle(bounds);
  const isShort = size <= SHORT;
  const outlook = isShort ? undefined : createOutlook(bounds, keys);

  const placed = new Int32Array(sessionCount);
  const first = settle(placed, problem.initial);
  let layer: Beginning[] = [
    {
      earlier: undefined,
      update: -1,
      placed,
      count: first,
      state: problem.initial,
      mark: 0,
      contents: undefined,
      left: outlook?.start,
    },
  ];
  const layers: (readonly Beginning[] | undefined)[] = [];
  let { width, weights } = attempt;
  let [wideUntil, lastDeath, retry] = [-1, -1, 0];
  let isTruncated = false;
  const trial = new Int32Array(sessionCount);
  for (let round = 0; ; round++) {
    if (meter.isTurnOver()) yield;
    if (round > wideUntil && width !== attempt.width) {
      ({ width, weights } = attempt);
      layer.length = Math.min(layer.length, width);
    }
    layers[round] = layer;
    if (round >= KEPT) layers[round - KEPT] = undefined;
    const now = due[Math.min(round + 1, due.length - 1)] ?? 0;
    const known = new Set<number | string>();
    /** Parents, sessions and costs of what comes next. */
    const ways: {
      readonly from: Beginning;
      readonly s: number;
      readonly left: ElementsLeft | undefined;
      readonly cost: number;
    }[] = [];
    for (const from of layer) {
      if (from.count === size) return orderOf(bounds, from);
      for (let s = 0; s < sessionCount; s++) {
        if (from.placed[s] === sessions[s].length) continue;
        const head = sessions[s][from.placed[s]];
        if (updates[head] === 0 || !isReady(bounds.before, from.placed, head, s)) continue;
        if (!problem.explains(from.state, head)) continue;
        meter.visit();
        const state = problem.next(from.state, head);
        trial.set(from.placed);
        trial[s]++;
        settle(trial, state);
        const left = from.left && outlook?.after(from.left, head, trial);
        if (left === undefined && outlook !== undefined) continue;
        const name = isShort
          ? `${trial.join()}/${stateKey(problem.type, state)}`
          : nameOf(trial, left?.mark ?? marks.mark(from, head, state));
        if (known.has(name)) continue;
        known.add(name);
        const evaluated = cost(trial, state, now, weights);
        if (evaluated < Infinity) ways.push({ from, s, left, cost: evaluated });
      }
    }
    if (ways.length === 0) {
      if (!isTruncated || retry >= RETRIES) return isShort && !isTruncated ? "none" : "stuck";
      retry = round > lastDeath + 3 ? 1 : retry + 1;
      lastDeath = Math.max(lastDeath, round);
      wideUntil = lastDeath + 3;
      const grade = Math.floor(retry / RETRIES_EACH);
      width = Math.min(WIDEST, attempt.width * (2 << grade));
      weights = shaken(attempt.weights, random);
      const back = Math.max(0, lastDeath - (4 << grade));
      const kept = layers[back];
      if (kept === undefined) return "stuck";
      layer = kept.slice();
      round = back - 1;
      continue;
    }
    ways.sort((a, b) => a.cost - b.cost);
    if (ways.length > width) {
      isTruncated = true;
      ways.length = width;
    }
    layer = ways.map(({ from, s, left }) => {
      const update = sessions[s][from.placed[s]];
      const state = problem.next(from.state, update);
      const after = from.placed.slice();
      after[s]++;
      const more = settle(after, state);
      const mark = left === undefined ? marks.mark(from, update, state) : 0;
      return {
        earlier: from,
        update,
        placed: after,
        count: from.count + 1 + more,
        state,
        mark,
        contents: marks.contents(from, update),
        left,
      };
    });
  }
}

/** Places every query that the state explains; how many they are. */
function createSettle(
  bounds: Bounds,
): (placed: Int32Array, state: unknown, each?: (query: number) => void) => number {
  const { problem } = bounds;
  const { sessions, updates } = problem;
  return (placed, state, each) => {
    let count = 0;
    for (let again = true; again; ) {
      again = false;
      for (let s = 0; s < sessions.length; s++)
        while (placed[s] < sessions[s].length) {
          const head = sessions[s][placed[s]];
          if (
            updates[head] === 1 ||
            !isReady(bounds.before, placed, head, s) ||
            !problem.explains(state, head)
          )
            break;
          placed[s]++;
          count++;
          each?.(head);
          again = true;
        }
    }
    return count;
  };
}

/** The whole order: the updates of the last beginning, each with the queries that were placed after it. */
function orderOf(bounds: Bounds, last: Beginning): readonly number[] {
  const { problem } = bounds;
  const settle = createSettle(bounds);
  const line: Beginning[] = [];
  for (let one: Beginning | undefined = last; one !== undefined; one = one.earlier) line.push(one);
  const placed = new Int32Array(problem.sessions.length);
  const order: number[] = [];
  for (const { update, state } of line.reverse()) {
    if (update >= 0) {
      order.push(update);
      placed[problem.session[update]]++;
    }
    settle(placed, state, (query) => void order.push(query));
  }
  return order;
}

/** Numbers of states that tell most apart. */
interface Marks {
  mark(from: Beginning, update: number, state: unknown): number;
  contents(from: Beginning, update: number): PersistentMap<number>;
}

/** Where the last update of a key is all that counts, what changes is one key's share; else by the state's own key. */
function createMarks({ labels, label, type }: LongProblem, keys: KeyModel | undefined): Marks {
  if (keys?.lastWins === true) {
    const numbers = new Map<string, number>();
    const contentOf = labels.map(({ method, args }) => {
      const text = JSON.stringify([method, args]);
      const known = numbers.get(text) ?? numbers.size + 1;
      numbers.set(text, known);
      return known;
    });
    return {
      mark({ mark, contents }, update) {
        const key = keys.keyOf[label[update]];
        const content = contentOf[label[update]];
        const old = maps.get(contents, key) ?? 0;
        return old === content ? mark : mark ^ mix(key, old) ^ mix(key, content);
      },
      contents({ contents }, update) {
        const key = keys.keyOf[label[update]];
        return maps.set(contents, key, contentOf[label[update]]);
      },
    };
  }
  const numbers = new Map<string | number, number>();
  return {
    mark(_, __, state) {
      const key = stateKey(type, state);
      const known = numbers.get(key) ?? numbers.size;
      if (known === numbers.size) numbers.set(key, known);
      return known;
    },
    contents: () => undefined,
  };
}

/** A number of 53 bits for positions and a state. */
function nameOf(placed: Int32Array, mark: number): number {
  let [low, high] = [mix(mark, 77), mix(mark, 177)];
  for (const count of placed) {
    low = mix(low, count);
    high = mix(high, count + 1);
  }
  return (low >>> 0) * 0x200000 + (high & 0x1fffff);
}
