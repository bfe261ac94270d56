import { type History, mayBeAbsent, labelOf } from "../history/history.js";
import { printOperation } from "../history/print.js";
import type { Witness } from "../result.js";
import type { Relations } from "./broken-axiom.js";
import { closeRows, hasBit, isWithin, rowOf, type Rows } from "./rows.js";

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
  const seesAll = vis.map((row, place) =>
    isWithin(
      rowOf(order.length, (other) => other < place),
      row,
    ),
  );
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
function sights(history: History, { linearization: order, visibility = {} }: Witness): Rows | string {
  const places = new Map(order.map((id, place) => [id, place]));
  const vis = order.map((_, place) => rowOf(order.length, (other) => other <= place));
  for (const [key, seen] of Object.entries(visibility)) {
    const id = Number(key);
    const place = places.get(id);
    if (place === undefined || String(id) !== key)
      return `a visibility is given for ${JSON.stringify(key)}, which is not in the linearization`;
    if (!Array.isArray(seen)) return `the visibility of ${words(history, id)} is not a list of operation ids`;
    const listed = new Set([place]);
    for (const other of seen as readonly number[]) {
      const otherPlace = places.get(other);
      if (otherPlace === undefined)
        return `${words(history, id)} is said to see ${JSON.stringify(other)}, which is not in the linearization`;
      if (otherPlace === place) return `${words(history, id)} lists itself among what it sees`;
      if (otherPlace > place)
        return `${words(history, id)} is said to see ${words(history, other)} which stands after it`;
      if (listed.has(otherPlace)) return `${words(history, id)} lists ${words(history, other)} twice`;
      listed.add(otherPlace);
    }
    vis[place] = rowOf(order.length, (other) => listed.has(other));
  }
  return vis;
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
  const { size, session, happensBefore: edges, call, ret } = history;
  const direct: number[][] = Array.from({ length: size }, () => []);
  const last = new Map<number, number>();
  for (let id = 0; id < size; id++) {
    const previous = last.get(session[id]);
    if (previous !== undefined) direct[id].push(previous);
    last.set(session[id], id);
  }
  for (let i = 0; i < edges.length; i += 2) direct[edges[i + 1]].push(edges[i]);
  if (orderName === "realtime" && history.timed)
    for (let a = 0; a < size; a++) for (let b = 0; b < size; b++) if (ret[a] < call[b]) direct[b].push(a);
  const closed = closeRows(direct);
  return closed && order.map((id) => rowOf(order.length, (place) => hasBit(closed[id], order[place])));
}
