import { type History, mayBeAbsent, labelOf } from "../history/history.js";
import { printOperation } from "../history/print.js";
import type { Witness } from "../result.js";
import type { Relations } from "./broken-axiom.js";
import { addBit, closeRows, hasBit, holdsFirst, prefixRow, rowOf, type Rows } from "./rows.js";

/** A witness that holds together: places are indices into `order`. */
export interface Execution {
  readonly history: History;
  readonly order: readonly number[];
  /** Place → the places of what it sees, itself included (POPL'19 §3). */
  readonly vis: Rows;
  /** Place → whether it sees all before it. */
  readonly seesAll: readonly boolean[];
  /** Place → the places of what happens before it, without itself. */
  readonly before: Rows;
}

/** The execution that a witness tells of, or what is wrong with its visibilities. Its members are the right ones. */
export function executionOf(
  history: History,
  witness: Witness,
  orderName: "session" | "realtime",
): Execution | string {
  const order = witness.linearization;
  const vis = sights(history, witness);
  if (typeof vis === "string") return vis;
  const before = happensBefore(history, order, orderName);
  if (before === undefined) return "happens-before contradicts itself: real time goes against another order";
  const seesAll = vis.map((row, place) => holdsFirst(row, place));
  return { history, order, vis, seesAll, before };
}

/** The relations between its places that axioms speak of. */
export function relationsOf({ history, order, vis, before }: Execution): Relations {
  const size = order.length;
  const relation = (holds: (a: number, b: number) => boolean): Rows =>
    order.map((_, a) => rowOf(size, (b) => holds(a, b)));
  const { session } = history;
  return {
    size,
    method: (place) => labelOf(history, order[place]).method,
    lin: relation((a, b) => a < b),
    vis: relation((a, b) => a !== b && hasBit(vis[b], a)),
    hb: relation((a, b) => hasBit(before[b], a)),
    po: relation((a, b) => session[order[a]] === session[order[b]] && order[a] < order[b]),
  };
}

/** An operation in words, as a clause: `operation 3, put(1,0) => null,`. */
export const words = (history: History, id: number): string =>
  `operation ${id}, ${printOperation(labelOf(history, id))},`;

/** Every id is an operation, none occurs twice, and only pending and optional operations are left out. */
export function wrongMembers(history: History, order: readonly number[]): string | undefined {
  if (!Array.isArray(order)) return "the linearization is not a list of operation ids";
  const present = new Set<number>();
  for (const id of order) {
    if (!Number.isInteger(id) || id < 0 || id >= history.size)
      return `${JSON.stringify(id)} is not the id of an operation: ids go from 0 to ${history.size - 1}`;
    if (present.has(id)) return `${words(history, id)} occurs twice`;
    present.add(id);
  }
  for (let id = 0; id < history.size; id++)
    if (!present.has(id) && !mayBeAbsent(history, id))
      return `${words(history, id)} is missing: only a pending operation may be left out`;
  return undefined;
}

/** What each operation sees, by places; or the first thing wrong with it. One without a list sees all before it. */
function sights(
  history: History,
  { linearization: order, visibility = {}, unseen = {} }: Witness,
): Rows | string {
  const places = new Map(order.map((id, place) => [id, place]));
  const vis = order.map((_, place) => prefixRow(order.length, place + 1));
  const wrong =
    wrongLists(history, places, visibility, { field: "visibility", verb: "see" }, (place, others) => {
      vis[place] = prefixRow(order.length, 0);
      for (const other of others) addBit(vis[place], other);
      addBit(vis[place], place);
    }) ??
    wrongLists(history, places, unseen, { field: "unseen", verb: "not see" }, (place, others) => {
      for (const other of others) vis[place][other >> 5] &= ~(1 << (other & 31));
    });
  const twice = Object.keys(unseen).find((key) => Object.hasOwn(visibility, key));
  if (wrong === undefined && twice !== undefined)
    return `both what ${words(history, Number(twice))} sees and what it does not see is given`;
  return wrong ?? vis;
}

/** Reads lists of operations before others, and calls `use` with places; or says the first thing wrong with them. */
function wrongLists(
  history: History,
  places: ReadonlyMap<number, number>,
  lists: Readonly<Record<string, readonly number[]>>,
  { field, verb }: { readonly field: string; readonly verb: string },
  use: (place: number, others: readonly number[]) => void,
): string | undefined {
  const list = field === "visibility" ? "a visibility" : "what is unseen";
  /** Place → the last place whose list has it. */
  const listedFor = new Int32Array(places.size).fill(-1);
  for (const [key, given] of Object.entries(lists)) {
    const id = Number(key);
    const place = places.get(id);
    if (place === undefined || String(id) !== key)
      return `${list} is given for ${JSON.stringify(key)}, which is not in the linearization`;
    if (!Array.isArray(given)) return `the ${field} of ${words(history, id)} is not a list of operation ids`;
    const others: number[] = [];
    for (const other of given as readonly number[]) {
      const otherPlace = places.get(other);
      if (otherPlace === undefined)
        return `${words(history, id)} is said to ${verb} ${JSON.stringify(other)}, which is not in the linearization`;
      if (otherPlace === place)
        return `${words(history, id)} lists itself among what it ${verb === "see" ? "sees" : "does not see"}`;
      if (otherPlace > place)
        return `${words(history, id)} is said to ${verb} ${words(history, other)} which stands after it`;
      if (listedFor[otherPlace] === place)
        return `${words(history, id)} lists ${words(history, other)} twice`;
      listedFor[otherPlace] = place;
      others.push(otherPlace);
    }
    use(place, others);
  }
  return undefined;
}

/**
 * Session order, declared edges and, if asked, real time, closed through all operations (also those
 * that did not take effect), then by places. `undefined` where it has a cycle.
 */
function happensBefore(
  history: History,
  order: readonly number[],
  orderName: "session" | "realtime",
): Rows | undefined {
  const { size, session, happensBefore: edges } = history;
  // Those that took effect are numbered by their places, the others after them.
  const number = new Int32Array(size).fill(-1);
  order.forEach((id, place) => {
    number[id] = place;
  });
  let next = order.length;
  for (let id = 0; id < size; id++) if (number[id] < 0) number[id] = next++;
  const direct: number[][] = Array.from({ length: size }, () => []);
  const last = new Map<number, number>();
  for (let id = 0; id < size; id++) {
    const previous = last.get(session[id]);
    if (previous !== undefined) direct[number[id]].push(number[previous]);
    last.set(session[id], id);
  }
  for (let i = 0; i < edges.length; i += 2) direct[number[edges[i + 1]]].push(number[edges[i]]);
  if (orderName === "realtime" && history.timed)
    for (const [a, b] of timeEdges(history)) direct[number[b]].push(number[a]);
  const present = prefixRow(size, order.length);
  return closeRows(direct)
    ?.slice(0, order.length)
    .map((row) => row.map((word, at) => word & present[at]).subarray(0, (order.length + 31) >> 5));
}

/**
 * Enough of real time that the rest follows: a before b, unless a returned before something was called that in turn
 * returned before b was called.
 */
function* timeEdges({ size, call, ret }: History): Generator<readonly [number, number]> {
  const ids = Array.from({ length: size }, (_, id) => id);
  const byReturn = ids.toSorted((a, b) => ret[a] - ret[b]);
  let returned = 0;
  let latestCall = -1;
  for (const b of ids.toSorted((x, y) => call[x] - call[y])) {
    for (; returned < size && ret[byReturn[returned]] < call[b]; returned++)
      latestCall = Math.max(latestCall, call[byReturn[returned]]);
    for (let at = returned - 1; at >= 0 && ret[byReturn[at]] > latestCall; at--) yield [byReturn[at], b];
  }
}
