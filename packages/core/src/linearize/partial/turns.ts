import { type History, mayBeAbsent, PENDING } from "../../history/history.js";
import { sessionChains } from "../sessions.js";

/** Whose turn it may be: the operations of each session in order, and what each waits for. */
export interface Turns {
  readonly chains: readonly (readonly number[])[];
  /** Operation → its chain. */
  readonly chainOf: Int32Array;
  /** Operation → its place in its chain. */
  readonly placeOf: Int32Array;
  /** Whether an order may go on without `id`, and something waits until it is known that it does. */
  mayBePassed(id: number): boolean;
  /** The position of the first return among operations that were not passed, where chain c stands at `at[c]`. */
  firstReturn(at: Int32Array): number;
  /** Whether all that comes before `id` was passed, where `first` is `firstReturn(at)`. */
  isNext(id: number, at: Int32Array, first: number): boolean;
}

/** The turns of a history by session order, declared happens-before and, where asked for, real time. */
export function turnsOf(history: History, useTime: boolean): Turns {
  const { size, call, ret, happensBefore } = history;
  const chains = sessionChains(history).filter((chain) => chain.length > 0);
  const [chainOf, placeOf] = [new Int32Array(size), new Int32Array(size)];
  // Operation → the first return of it and of what follows it in its session.
  const soonest = new Int32Array(size);
  chains.forEach((chain, c) => {
    let soon = PENDING;
    for (let place = chain.length - 1; place >= 0; place--) {
      const id = chain[place];
      [chainOf[id], placeOf[id]] = [c, place];
      if (useTime) soon = Math.min(soon, ret[id]);
      soonest[id] = soon;
    }
  });
  const waitsFor = new Map<number, number[]>();
  const isWaitedFor = new Uint8Array(size);
  for (let e = 0; e < happensBefore.length; e += 2) {
    const [before, after] = [happensBefore[e], happensBefore[e + 1]];
    isWaitedFor[before] = 1;
    const list = waitsFor.get(after);
    if (list === undefined) waitsFor.set(after, [before]);
    else list.push(before);
  }
  const isWaited = (id: number): boolean =>
    isWaitedFor[id] === 1 || placeOf[id] < chains[chainOf[id]].length - 1 || (useTime && ret[id] !== PENDING);
  return {
    chains,
    chainOf,
    placeOf,
    mayBePassed: (id) => mayBeAbsent(history, id) && isWaited(id),
    firstReturn(at) {
      let first = PENDING;
      if (useTime)
        for (let c = 0; c < chains.length; c++)
          if (at[c] < chains[c].length) first = Math.min(first, soonest[chains[c][at[c]]]);
      return first;
    },
    isNext(id, at, first) {
      if (useTime && first < call[id]) return false;
      return waitsFor.get(id)?.every((before) => at[chainOf[before]] > placeOf[before]) ?? true;
    },
  };
}
