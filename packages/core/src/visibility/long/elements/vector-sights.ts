import { LEVEL } from "../../../criteria/levels.js";
import { createRandom, type Random } from "../../../random.js";
import type { Bounds } from "../conclude/bounds.js";
import type { ElementAsk } from "./element-model.js";
import { createReader, type FullRun } from "./full-run.js";
import { createSweepSights, SWEPT } from "./sweep-sights.js";
import { createSightSums } from "./sight-sums.js";

/** The most updates of one session that are looked at, and of those that may have put an element there. */
const [ROOM, MOST_PUTS] = [20, 5];
/** Where there are fewer elements, some may be taken away where there are none, and sums tell too little. */
const SMALL = 16;
/** How far before and behind the front an element is looked for, among what all see, and else. */
const [NEAR, FAR] = [10, 28];

/** After how many updates one is taken to be heard of by few, and by all. */
const [NEW, OLD] = [3, 10];

/**
 * What is dear about a sight: to see anything; or to see what is new, and not to see what is old; the same, and what
 * chance says.
 */
export type Taste = "little" | "usual" | "any";

/** What sessions see where that is whole sessions up to some place (`peer`, `causal`). */
export interface VectorSights {
  /** `[session * width + other]`: how many operations of another the session sees. */
  readonly sees: Int32Array;
  /** `[operation * width + session]`: the same of each operation that is placed. */
  readonly saw: Int32Array;
  /** Session → up to which number it sees all updates. */
  readonly whole: Int32Array;
  /** `[operation * width + session]`: how many operations of a session it may see at most. */
  readonly cap: Int32Array;
  /** Lets the session see as much more as its next operation must. */
  owe(operation: number): void;
  /** Whether the session finds what is asked for in what it sees. */
  isAnswered(s: number, ask: ElementAsk): boolean;
  /** A sight that answers, as cheap as is easy to tell; or `undefined`. */
  find(operation: number, ask: ElementAsk, order?: Int32Array, from?: number): Int32Array | undefined;
  taste: Taste;
  /** Sets the taste: little, or with a number other than 0 what chance says, by that number. */
  flavour(salt: number): void;
  /** What all this has taken since it was set to nothing, in elementary steps. */
  steps: number;
}

export function createVectorSights(
  full: FullRun,
  bounds: Bounds,
  level: number,
  random: Random,
): VectorSights {
  const { model, updates, sizes, put, gone, puts, top, below } = full;
  const { problem, change, element, isQueue } = model;
  const { sessions, session, position, size } = problem;
  const cap = bounds.most.slice();
  const width = sessions.length;
  const sees = new Int32Array(width * width);
  const saw = new Int32Array(size * width);
  const whole = new Int32Array(width);
  const read = createReader(full);
  const sums = createSightSums(width, ROOM);
  const { brings, costs, counts, least, chosen } = sums;
  const inOrder = Int32Array.from(updates, (_, at) => at);
  /** `[session * ROOM + n]`: places in the order of its updates that are not seen. */
  const unseen = new Int32Array(width * ROOM);
  const sight = new Int32Array(width);
  /** Whether somebody was found, in the last look, who put the element there. */
  let wasThere = false;
  const best = new Int32Array(width);
  const advance = (s: number): number => {
    while (
      whole[s] < full.count &&
      position[updates[whole[s]]] < sees[s * width + session[updates[whole[s]]]]
    )
      whole[s]++;
    return whole[s];
  };
  const sweep = createSweepSights(full, cap, level, sees, saw);
  /** Whether sums may have told too little, of those that are worth a sweep. */
  const mayHelp = (s: number, ask: ElementAsk): boolean => {
    if (ask.of === "element" && !wasThere) return false;
    if (level === LEVEL.causal || !isQueue) return true;
    return sizes[whole[s]] < SMALL;
  };
  let chance = random;
  const self: VectorSights = {
    sees,
    saw,
    whole,
    cap,
    steps: 0,
    taste: "little",
    flavour(salt) {
      self.taste = salt === 0 ? "little" : "any";
      chance = salt === 0 ? random : createRandom(salt);
    },
    owe(operation) {
      const s = session[operation];
      for (let t = 0; t < width; t++) {
        const owed = bounds.sees[operation * width + t];
        if (t === s || owed <= sees[s * width + t]) continue;
        sees[s * width + t] = owed;
        if (level < LEVEL.causal) continue;
        for (let r = 0, at = sessions[t][owed - 1] * width; r < width; r++, at++)
          if (saw[at] > sees[s * width + r]) sees[s * width + r] = saw[at];
      }
    },
    isAnswered(s, ask) {
      const from = advance(s);
      self.steps += full.count - from + 4;
      return read(sees, s * width, ask, inOrder, from) === 0;
    },
    find(operation, ask, order = inOrder, least = full.count) {
      const s = session[operation];
      const from = Math.min(advance(s), least);
      const found = look(operation, s, ask, order, from);
      if (found !== undefined || order !== inOrder || !mayHelp(s, ask)) return found;
      self.steps += 2 * SWEPT * (8 + full.count - from);
      return sweep(operation, ask, order, from, best) ? best : undefined;
    },
  };
  /** The sight that was chosen, closed; whether it may be and answers. */
  const isRight = (
    operation: number,
    s: number,
    ask: ElementAsk,
    order: Int32Array,
    from: number,
  ): boolean => {
    const base = s * width;
    for (let t = 0; t < width; t++) sight[t] = sees[base + t];
    for (let t = 0; t < width; t++) {
      if (counts[t] === 0 || chosen[t] === 0) continue;
      const last = updates[order[unseen[t * ROOM + chosen[t] - 1]]];
      if (position[last] >= sight[t]) sight[t] = position[last] + 1;
      if (level === LEVEL.causal)
        for (let r = 0, at = last * width; r < width; r++, at++) if (saw[at] > sight[r]) sight[r] = saw[at];
    }
    for (let t = 0; t < width; t++) if (t !== s && sight[t] > cap[operation * width + t]) return false;
    self.steps += full.count - from;
    return read(sight, 0, ask, order, from) === 0;
  };
  const price = (age: number, isSeen: boolean): number => {
    if (self.taste === "little") return isSeen ? 2 : 0;
    if (isSeen) return Math.max(0, NEW - age);
    return age > OLD ? 2 : 0;
  };
  function look(
    operation: number,
    s: number,
    ask: ElementAsk,
    order: Int32Array,
    from: number,
  ): Int32Array | undefined {
    const { count } = full;
    const base = s * width;
    counts.fill(0);
    least.fill(0);
    let [now, seenPuts, seenTakes] = [sizes[from], put[from], gone[from]];
    self.steps += count - from;
    for (let at = from; at < count; at++) {
      const update = updates[order[at]];
      const t = session[update];
      if (position[update] < sees[base + t]) {
        now = Math.max(0, now + change[update]);
        if (change[update] > 0) seenPuts++;
        else seenTakes++;
      } else if (counts[t] < ROOM && position[update] < cap[operation * width + t])
        unseen[t * ROOM + counts[t]++] = at;
    }
    const priceAll = (): void => {
      for (let t = 0; t < width; t++) {
        const to = t * (ROOM + 1);
        costs[to] = 0;
        let [seen, rest] = [0, 0];
        for (let n = 0; n < counts[t]; n++) rest += price(count - unseen[t * ROOM + n], false);
        costs[to] = rest;
        for (let n = 0; n < counts[t]; n++) {
          const age = count - unseen[t * ROOM + n];
          seen += price(age, true) + (self.taste === "any" ? chance.int(2) : 0);
          rest -= price(age, false);
          costs[to + n + 1] = seen + rest;
        }
      }
    };
    priceAll();
    const weigh = (weight: (at: number, by: number) => number): void => {
      for (let t = 0; t < width; t++) {
        const to = t * (ROOM + 1);
        brings[to] = 0;
        for (let n = 0; n < counts[t]; n++) {
          const at = unseen[t * ROOM + n];
          brings[to + n + 1] = brings[to + n] + weight(at, change[updates[order[at]]]);
        }
        self.steps += counts[t] * 8;
      }
    };
    if (ask.of === "size") {
      weigh((_, by) => by);
      if (sums.choose(ask.least - now, ask.most - now) === undefined) return undefined;
      return isRight(operation, s, ask, order, from) ? sight : undefined;
    }
    let cheapest = Infinity;
    const { element: wanted } = ask;
    /** Tries that the element was put there at a place of the order (before `from`: a number), by a sum. */
    const attempt = (at: number, low: number, high: number): void => {
      let unseenIn = -1;
      if (at >= from) {
        const update = updates[order[at]];
        const t = session[update];
        if (position[update] >= sees[base + t]) {
          for (let n = 0; n < counts[t]; n++) if (unseen[t * ROOM + n] === at) least[(unseenIn = t)] = n + 1;
          if (unseenIn < 0) return;
        }
      }
      const cost = sums.choose(low, high);
      if (unseenIn >= 0) least[unseenIn] = 0;
      self.steps += 200;
      if (cost === undefined || cost >= cheapest || !isRight(operation, s, ask, order, from)) return;
      cheapest = cost;
      best.set(sight);
    };
    let tried = 0;
    wasThere = false;
    if (isQueue) {
      /** In front where as many are taken away as were put there before it. */
      const tryPut = (at: number, before: number): void => {
        wasThere = true;
        tried++;
        weigh((place, by) => (by < 0 ? 1 : place < at ? -1 : 0));
        attempt(at, before - seenTakes, before - seenTakes);
      };
      let before = seenPuts;
      for (let at = count - 1; at >= from && tried < MOST_PUTS; at--) {
        const update = updates[order[at]];
        const isSeen = position[update] < sees[base + session[update]];
        if (change[update] < 0) continue;
        if (isSeen) before--;
        if (before < seenTakes - FAR) break;
        if (element[update] === wanted && before <= seenTakes + FAR) tryPut(at, before);
      }
      const middle = Math.min(seenTakes, put[from]);
      for (let away = 0; away < NEAR && tried < 2 * MOST_PUTS; away++) {
        const one = middle + away;
        if (one < put[from] && element[updates[puts[one]]] === wanted) tryPut(-1, one);
        const other = middle - away - 1;
        if (other >= 0 && other < put[from] && element[updates[puts[other]]] === wanted) tryPut(-1, other);
      }
    } else {
      /** On top where as many are taken away after it as were put there. */
      let net = 0;
      const tryPut = (at: number): void => {
        wasThere = true;
        tried++;
        weigh((place, by) => (place > at ? by : 0));
        attempt(at, -net, -net);
      };
      for (let at = count - 1; at >= from && tried < MOST_PUTS; at--) {
        const update = updates[order[at]];
        if (change[update] > 0 && element[update] === wanted) tryPut(at);
        if (position[update] < sees[base + session[update]]) net += change[update];
      }
      let deep = 0;
      for (let one = top[from]; one >= 0 && deep < NEAR; one = below[one], deep++, net++)
        if (element[updates[one]] === wanted) tryPut(-1);
    }
    return cheapest < Infinity ? best : undefined;
  }
  return self;
}
