import type { Bounds } from "../conclude/bounds.js";
import { isReady } from "../is-ready.js";
import type { OrderRows } from "./order-rows.js";

/**
 * How far each session has come in a beginning of one order; which state that leads to, its owner knows. A beginning
 * goes on by an update of some session, which is a choice, and then by all queries that are explained, which is none: a
 * query changes nothing, and the sooner it is placed, the sooner what must stand after it can be.
 */
export interface Frontier {
  /** How far each session has come. */
  readonly placed: Int32Array;
  /** Goes to where a row has come. */
  enter(rows: OrderRows, row: number): void;
  /** The next operation of a session, where that is an update which can stand next and is explained; or -1. */
  nextUpdate(session: number): number;
  /** Places every query that can stand next and is explained, until there is none. */
  settle(each?: (query: number) => void): void;
}

/** @param isExplained whether the state of the beginning explains an operation; to ask changes nothing */
export function createFrontier(
  { problem, before }: Bounds,
  placed: Int32Array,
  isExplained: (operation: number) => boolean,
): Frontier {
  const { sessions, updates } = problem;
  const width = placed.length;
  return {
    placed,
    enter(rows, row) {
      for (let s = 0, at = row * width; s < width; s++, at++) placed[s] = rows.placed[at];
    },
    nextUpdate(s) {
      if (placed[s] === sessions[s].length) return -1;
      const head = sessions[s][placed[s]];
      if (updates[head] === 0 || !isReady(before, placed, head, s) || !isExplained(head)) return -1;
      return head;
    },
    settle(each) {
      for (let again = true; again; ) {
        again = false;
        for (let s = 0; s < width; s++)
          for (const members = sessions[s]; placed[s] < members.length; again = true) {
            const head = members[placed[s]];
            if (updates[head] === 1 || !isExplained(head) || !isReady(before, placed, head, s)) break;
            placed[s]++;
            each?.(head);
          }
      }
    },
  };
}

/**
 * The whole order that a row is the end of: the updates on the way to it, each with the queries that are explained
 * after it.
 *
 * @param enter goes to a row, and to the state that it leads to
 */
export function orderOfRow(
  { session }: Bounds["problem"],
  rows: OrderRows,
  { placed, settle }: Pick<Frontier, "placed" | "settle">,
  enter: (row: number) => void,
  last: number,
): readonly number[] {
  const line: number[] = [];
  for (let row = last; row >= 0; row = rows.parent[row]) line.push(row);
  const order: number[] = [];
  const come = new Int32Array(placed.length);
  for (const row of line.reverse()) {
    enter(row);
    placed.set(come);
    const update = rows.update[row];
    if (update >= 0) {
      order.push(update);
      placed[session[update]]++;
    }
    settle((query) => void order.push(query));
    come.set(placed);
  }
  return order;
}
