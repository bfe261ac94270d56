import { labelOf } from "../../history/history.js";
import { canonical, equal, type Value } from "../../history/value.js";
import type { Ordered, Replicated } from "../../types/replicated.js";
import type { Meter } from "../meter.js";
import { type KnownProblem, sawUpdate } from "./known-problem.js";
import { createOrderGraph, type OrderEdge } from "./order-graph.js";

/** Why one element of a list stands before another. */
export const LISTED = {
  /** They stood so at first. */
  first: 0,
  /** A result lists them so. */
  listed: 1,
  /** The later one was put right after the earlier one. */
  placed: 2,
  /** It was chosen, so that an element stands where it was put. */
  chosen: 3,
} as const;

/** How often what was chosen is taken back before an order is given up. */
const TAKEN_BACK = 50;

/** No more neighbours are kept: a set of numbers has its bounds. */
const MOST_TOLD = 2 ** 22;

/** A type with an order of its elements. */
export type ListType = Replicated & { readonly ordered: Ordered };

/** The one order that the elements of a list have, as far as results tell of it; the rest is chosen. */
export interface ListOrder {
  readonly elements: readonly Value[];
  /**
   * The elements in an order, the newest first where nothing else is known; or a circle of what results tell.
   * `undefined` where what was chosen leads in circles again and again.
   */
  sort(): { readonly list: readonly Value[] } | { readonly circle: readonly OrderEdge[] } | undefined;
  /** Lets the element that the operation puts stand where it does; false where that changes nothing. */
  putInPlace(id: number): boolean;
}

/** An element, and who put it there; −1 where it was there at first. */
interface Element {
  readonly value: Value;
  readonly put: number;
}

/**
 * The order of one object's elements. What a result lists is in that order, and what is put right after an element
 * stands after it. `undefined` where an element is put twice, or far too many stand next to each other somewhere.
 */
export function createListOrder(
  problem: KnownProblem,
  type: ListType,
  initial: Value | undefined,
  object: number,
  meter: Meter,
): ListOrder | undefined {
  const { history, sessions } = problem;
  const nodes = new Map<string, number>();
  const elements: Element[] = [];
  const note = (value: Value, put: number): boolean => {
    const name = canonical(value);
    if (nodes.has(name)) return false;
    nodes.set(name, elements.length);
    elements.push({ value, put });
    return true;
  };
  for (const value of type.initial(initial)) if (!note(value, -1)) return undefined;
  for (let id = 0; id < history.size; id++) {
    if (history.object[id] !== object) continue;
    const value = type.puts(labelOf(history, id));
    if (value !== undefined && !note(value, id)) return undefined;
  }
  const nodeOf = (value: Value): number => nodes.get(canonical(value)) ?? -1;

  const told: OrderEdge[] = [];
  const add = distinctEdges(told, elements.length);
  for (let node = 1; node < elements.length && elements[node].put < 0; node++)
    add(node - 1, node, LISTED.first, -1);
  for (const members of sessions) {
    let before: readonly Value[] = [];
    for (const id of members) {
      if (history.object[id] !== object) continue;
      if (told.length > MOST_TOLD) return undefined;
      const label = labelOf(history, id);
      const listed = type.ordered.listed(label);
      meter.work(1 + (listed.length >> 2));
      const [start, end] = changedPart(before, listed);
      let previous = start < end ? nodeOf(listed[start]) : -1;
      for (let at = start + 1; at < end; at++) {
        const node = nodeOf(listed[at]);
        if (previous >= 0 && node >= 0) add(previous, node, LISTED.listed, id);
        previous = node;
      }
      if (listed.length > 0) before = listed;
      const place = type.ordered.place(label);
      if (place === undefined || !("after" in place) || place.after === null) continue;
      const [after, own] = [nodeOf(place.after), nodeOf(type.puts(label) as Value)];
      if (after >= 0) add(after, own, LISTED.placed, id);
    }
  }

  const rank = Float64Array.from(elements, ({ put }) =>
    put < 0 ? Infinity : -(history.timed ? history.call[put] : put),
  );
  /** What was chosen so that elements stand where they were put, the last at the end. */
  let chosen: OrderEdge[] = [];
  const choose = (from: number, to: number, id: number): boolean => {
    if (chosen.some((edge) => edge.from === from && edge.to === to)) return false;
    chosen.push({ from, to, kind: LISTED.chosen, shownBy: id });
    return true;
  };
  /** Takes back what was chosen last of a circle; false where nothing of it was chosen. */
  const takeBack = (circle: readonly OrderEdge[]): boolean => {
    const wrong = chosen.findLast((edge) =>
      circle.some(({ from, to, kind }) => kind === LISTED.chosen && edge.from === from && edge.to === to),
    );
    if (wrong === undefined) return false;
    const { from, to, shownBy: id } = wrong;
    chosen = chosen.filter((edge) => edge.shownBy !== id);
    const label = labelOf(history, id);
    const place = type.ordered.place(label);
    const own = nodeOf(type.puts(label) as Value);
    // What cannot stand after the new element stands before the one that this was put right after.
    if (from === own && place !== undefined && "after" in place && place.after !== null)
      choose(to, nodeOf(place.after), id);
    return true;
  };
  let order: readonly number[] = [];
  /** What is there to the operation, in the order that was found last. */
  const thereTo = (id: number): readonly number[] => {
    const seen = (other: number): boolean => sawUpdate(problem, id, other);
    const takers: number[] = [];
    for (let other = 0; other < history.size; other++)
      if (problem.updates[other] === 1 && history.object[other] === object && seen(other)) takers.push(other);
    return order.filter((node) => {
      const { value, put } = elements[node];
      meter.work(takers.length);
      return (
        (put < 0 || seen(put)) &&
        !takers.some(
          (taker) =>
            type.takes(labelOf(history, taker), value) && (put < 0 || sawUpdate(problem, taker, put)),
        )
      );
    });
  };
  return {
    elements: elements.map(({ value }) => value),
    sort() {
      for (let tries = 0; tries <= TAKEN_BACK; tries++) {
        const graph = createOrderGraph(elements.length);
        for (const { from, to, kind, shownBy } of told) graph.add(from, to, kind, shownBy);
        for (const { from, to, kind, shownBy } of chosen) graph.add(from, to, kind, shownBy);
        meter.work(8 * graph.size);
        const sorted = graph.sort(rank);
        if (sorted instanceof Int32Array) {
          order = [...sorted];
          return { list: order.map((node) => elements[node].value) };
        }
        if (!takeBack(sorted)) return { circle: sorted };
      }
      return undefined;
    },
    putInPlace(id) {
      const label = labelOf(history, id);
      const place = type.ordered.place(label);
      const value = type.puts(label);
      if (place === undefined || value === undefined) return false;
      const there = thereTo(id);
      const at =
        "index" in place ? place.index : place.after === null ? 0 : 1 + there.indexOf(nodeOf(place.after));
      const own = nodeOf(value);
      const before = at > 0 && there.length > 0 && choose(there[Math.min(at, there.length) - 1], own, id);
      return (at < there.length && choose(own, there[at], id)) || before;
    },
  };
}

/** Adds edges that were not there; of each, whether it is new. */
function distinctEdges(
  edges: OrderEdge[],
  nodes: number,
): (from: number, to: number, kind: number, shownBy: number) => boolean {
  const last = new Int32Array(nodes).fill(-1); // most are those that were there just now
  const known = new Set<number>();
  return (from, to, kind, shownBy) => {
    if (last[from] === to) return false;
    last[from] = to;
    const edge = from * nodes + to;
    if (known.has(edge)) return false;
    known.add(edge);
    edges.push({ from, to, kind, shownBy });
    return true;
  };
}

/** The part of a list in which neighbours may be others than in the one before: from where, and up to where. */
function changedPart(
  before: readonly Value[],
  listed: readonly Value[],
): readonly [start: number, end: number] {
  const shorter = Math.min(before.length, listed.length);
  let start = 0;
  while (start < shorter && equal(before[start], listed[start])) start++;
  let same = 0;
  while (same < shorter - start && equal(before[before.length - 1 - same], listed[listed.length - 1 - same]))
    same++;
  return [Math.max(0, start - 1), Math.min(listed.length, listed.length - same + 1)];
}
