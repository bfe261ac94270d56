import type { Effect, View } from "./views.js";

/** An operation in its place, with what it sees. */
export interface Placed {
  readonly operation: number;
  readonly place: number;
  /** How many of each session it sees, itself included. */
  readonly sees: Int32Array;
  /** What it sees beyond these counts. */
  readonly extra: readonly number[];
  /** What it does, where that depends on what it sees. */
  readonly effect: Effect | undefined;
  /** The one before it in its session, and in the linearization. */
  readonly previous: Placed | undefined;
  readonly earlier: Placed | undefined;
}

/** A linearization in the making: how far each session has come, and what it sees there. */
export interface Configuration {
  /** How many of each session are placed, and all together. */
  readonly placed: Int32Array;
  count: number;
  /** The last one placed, of each session and of all. */
  readonly latest: (Placed | undefined)[];
  last: Placed | undefined;
  /** What the last operation of each session sees. */
  readonly sees: Int32Array[];
  readonly extra: (readonly number[])[];
  readonly view: View[];
  /** What an operation of each session must see by happens-before alone, and the view of that. */
  readonly owed: Int32Array[];
  readonly owedView: View[];
  /** Queries that nothing explained: session → how many were placed when it was last tried, or -1. */
  readonly blocked: Int32Array;
  /** Session → how often its next query was tried in vain. */
  readonly failures: Int32Array;
  /** The hint of the latest operation that was due. */
  clock: number;
  /** How far it departs from the hints, and what that and the blocked sessions come to. */
  disorder: number;
  cost: number;
}

/** The configuration in which nothing is placed. */
export function emptyConfiguration(width: number, empty: View): Configuration {
  const zeros = (): Int32Array[] => Array.from({ length: width }, () => new Int32Array(width));
  return {
    placed: new Int32Array(width),
    count: 0,
    latest: Array.from({ length: width }, () => undefined),
    last: undefined,
    sees: zeros(),
    extra: Array.from({ length: width }, () => []),
    view: Array.from({ length: width }, () => empty),
    owed: zeros(),
    owedView: Array.from({ length: width }, () => empty),
    blocked: new Int32Array(width).fill(-1),
    failures: new Int32Array(width),
    clock: -Infinity,
    disorder: 0,
    cost: 0,
  };
}

/** A copy to go on from; vectors and views are shared, since nobody changes them. */
export function cloneConfiguration(from: Configuration): Configuration {
  return {
    ...from,
    placed: from.placed.slice(),
    latest: from.latest.slice(),
    sees: from.sees.slice(),
    extra: from.extra.slice(),
    view: from.view.slice(),
    owed: from.owed.slice(),
    owedView: from.owedView.slice(),
    blocked: from.blocked.slice(),
    failures: from.failures.slice(),
  };
}

/** What is placed of each session beyond the given counts, in session order. */
export function placedBeyond({ placed, latest }: Configuration, sees: Int32Array): Placed[][] {
  return Array.from(placed, (count, s) => {
    const length = Math.max(0, count - sees[s]);
    const found = new Array<Placed>(length);
    let node = latest[s];
    for (let at = length - 1; at >= 0 && node !== undefined; at--) {
      found[at] = node;
      node = node.previous;
    }
    return found;
  });
}

/** The operation of the session at the position, which is placed. */
export function placedAt({ placed, latest }: Configuration, s: number, position: number): Placed {
  let node = latest[s];
  for (let at = placed[s] - 1; at > position && node !== undefined; at--) node = node.previous;
  if (node === undefined) throw new Error("nothing is placed there");
  return node;
}

export const byPlace = (a: Placed, b: Placed): number => a.place - b.place;
