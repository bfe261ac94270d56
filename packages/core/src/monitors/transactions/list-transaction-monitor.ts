import { PENDING } from "../../history/history.js";
import { createNumbers } from "../../history/numbers.js";
import { printValue } from "../../history/print.js";
import type { Value } from "../../history/value.js";
import type { Found } from "../../linearize/engine.js";
import type { Part } from "../../linearize/part.js";
import { type Monitor, satisfied, words } from "../monitor.js";
import { initialPairs, tookEffect, type Token, tokenOf } from "./access.js";
import { baseOrder } from "./base-order.js";
import { circleFound } from "./circle-found.js";
import { foundWrong } from "./found-wrong.js";
import { type ListAccess, listAccesses } from "./list-accesses.js";
import { NONE, type OrderGraph, sortAlong } from "./order-graph.js";
import { findCircle } from "./find-circle.js";

/** A list that was read: by whom, where, and who had appended to it, in order. */
interface ListRead {
  readonly reader: number;
  readonly key: number;
  readonly before: readonly number[];
}

/**
 * Decides transactions on lists of which every element was appended once: a list that was read tells who appended
 * before, in which order, and that all others come later (Elle's list-append: Kingsbury and Alvaro, VLDB 2020). What
 * must come before what is then all known: it is a circle, or any order along it will do.
 */
export const listTransactionMonitor: Monitor = (part, budget) => {
  const shortage = budget.exceeded(0, 200 * part.size);
  if (shortage !== undefined) return { verdict: "unknown", reason: shortage, states: 0 };
  const keys = createNumbers(tokenOf);
  const accesses: ReadonlyMap<number, ListAccess>[] = [];
  for (let row = 0; row < part.size; row++) {
    const own = listAccesses(part, row, keys);
    // What may not have happened breaks nothing by itself.
    if ("verdict" in own) return part.ret[row] === PENDING ? undefined : own;
    accesses.push(own);
  }
  const initial = new Map<number, readonly Token[]>();
  for (const [key, elements] of initialPairs(part.initial)) {
    if (!Array.isArray(elements)) return undefined;
    initial.set(keys.of(key), (elements as readonly Value[]).map(tokenOf));
  }
  const appenders = appendersOf(accesses);
  if (appenders === undefined) return undefined;
  const reads: ListRead[] = [];
  for (const [reader, own] of accesses.entries())
    for (const [key, { found }] of own) {
      if (found === undefined) continue;
      const before = sequenceIn(found, initial.get(key) ?? [], key, appenders.get(key), accesses);
      if (before !== undefined && !before.includes(reader)) reads.push({ reader, key, before });
      else if (part.ret[reader] === PENDING) return undefined;
      else return noSuchList(part, reader, keys.items[key]);
    }
  return orderLists(part, reads, appenders, keys.items);
};

/** Key → element → who appended it; `undefined` where an element was appended twice. */
function appendersOf(
  rows: readonly ReadonlyMap<number, ListAccess>[],
): ReadonlyMap<number, ReadonlyMap<Token, number>> | undefined {
  const appenders = new Map<number, Map<Token, number>>();
  for (const [row, accesses] of rows.entries())
    for (const [key, { appended }] of accesses)
      for (const element of appended) {
        const known = appenders.get(key) ?? new Map<Token, number>();
        if (known.has(element)) return undefined;
        appenders.set(key, known.set(element, row));
      }
  return appenders;
}

/** Who appended the elements of a list, in order; `undefined` where that is not what transactions do. */
function sequenceIn(
  found: readonly Token[],
  initial: readonly Token[],
  key: number,
  appenders: ReadonlyMap<Token, number> | undefined,
  rows: readonly ReadonlyMap<number, ListAccess>[],
): readonly number[] | undefined {
  if (initial.some((element, i) => found[i] !== element)) return undefined;
  const sequence: number[] = [];
  for (let at = initial.length; at < found.length; ) {
    const row = appenders?.get(found[at]);
    if (row === undefined) return undefined;
    const block = rows[row].get(key)?.appended ?? [];
    if (block.some((element, i) => found[at + i] !== element)) return undefined; // all of it, or nothing
    sequence.push(row);
    at += block.length;
  }
  return sequence;
}

/** What a transaction found is no list that transactions leave behind, whatever the others did. */
const noSuchList = (part: Part, reader: number, key: Value): Found =>
  foundWrong(
    part,
    [reader],
    `${words(part, reader)} found a list in ${printValue(key)} that no transactions leave behind`,
  );

/** Of two lists of one key neither begins with the other. */
const apart = (part: Part, a: number, b: number, key: Value): Found =>
  foundWrong(
    part,
    [a, b],
    `${words(part, a)} and ${words(part, b)} found lists in ${printValue(key)} of which neither begins with the other`,
  );

function orderLists(
  part: Part,
  reads: readonly ListRead[],
  appenders: ReadonlyMap<number, ReadonlyMap<Token, number>>,
  names: readonly Value[],
): Found | undefined {
  const readsOf: ListRead[][] = Array.from({ length: part.size }, () => []);
  for (const read of reads) readsOf[read.reader].push(read);
  const rows = tookEffect(
    part.size,
    (row) => part.ret[row] !== PENDING,
    (row) => readsOf[row].flatMap(({ before }) => before),
  );
  const base = baseOrder(part, rows, names.length);
  const { graph, spare } = base;
  // Orders that contradict each other by themselves are told elsewhere.
  if (sortAlong(graph).length < graph.nodes) return undefined;
  const nodeOf = new Int32Array(part.size).fill(NONE);
  rows.forEach((row, node) => (nodeOf[row] = node));
  const readsOfKey: NodeRead[][] = names.map(() => []);
  for (const { reader, key, before } of reads)
    if (nodeOf[reader] !== NONE)
      readsOfKey[key].push({ reader: nodeOf[reader], before: before.map((row) => nodeOf[row]) });
  for (const [key, lists] of readsOfKey.entries()) {
    if (lists.length === 0) continue;
    const longest = lists.reduce((a, b) => (b.before.length > a.before.length ? b : a));
    const other = lists.find(({ before }) => before.some((node, i) => longest.before[i] !== node));
    if (other !== undefined) return apart(part, rows[other.reader], rows[longest.reader], names[key]);
    const listed = new Set(longest.before);
    const unread = new Set<number>();
    for (const row of appenders.get(key)?.values() ?? [])
      if (nodeOf[row] !== NONE && !listed.has(nodeOf[row])) unread.add(nodeOf[row]);
    addKey(graph, key, lists, longest, unread, spare + key);
  }
  const sorted = sortAlong(graph);
  if (sorted.length < graph.nodes)
    return circleFound(part, findCircle({ part, graph, rows, keys: names, lists: true }, sorted), (row) =>
      readsOf[row].flatMap(({ before }) => before),
    );
  return satisfied(
    part,
    sorted.filter((node) => node < rows.length).map((node) => rows[node]),
  );
}

/** A list that was read, by nodes. */
interface NodeRead {
  readonly reader: number;
  readonly before: readonly number[];
}

/**
 * The orders that one key tells: who appended to the longest list that was read, one after another; each reader
 * between the last whose element it found and the next; all readers before who appended what nobody read.
 *
 * @param unread who appended what nobody read
 * @param end a node for the end of what was read: without it there would be an edge for each reader and each of these
 */
function addKey(
  graph: OrderGraph,
  key: number,
  lists: readonly NodeRead[],
  longest: NodeRead,
  unread: ReadonlySet<number>,
  end: number,
): void {
  const { before: chain, reader: shows } = longest;
  for (let i = 1; i < chain.length; i++) graph.add(chain[i - 1], chain[i], "ww", key, shows);
  const toTheEnd: number[] = [];
  for (const { reader, before } of lists) {
    const last = before.at(-1);
    if (last !== undefined) graph.add(last, reader, "wr", key);
    if (before.length === chain.length) toTheEnd.push(reader);
    else if (chain[before.length] !== reader) graph.add(reader, chain[before.length], "rw", key);
  }
  if (unread.size === 0) return;
  const both = toTheEnd.filter((reader) => unread.has(reader));
  if (both.length > 1) {
    graph.add(both[0], both[1], "rw", key);
    graph.add(both[1], both[0], "rw", key);
    return;
  }
  const middle = both.length === 1 ? both[0] : end;
  for (const reader of toTheEnd) if (reader !== middle) graph.add(reader, middle, "rw", key);
  for (const node of unread) if (node !== middle) graph.add(middle, node, "rw", key);
}
