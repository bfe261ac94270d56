import { PENDING } from "../history/history.js";
import { printValue } from "../history/print.js";
import { canonical, type Value } from "../history/value.js";
import type { Found } from "../linearize/engine.js";
import type { Part } from "../linearize/part.js";
import { type Monitor, satisfied, violation, words } from "./monitor.js";
import { createPrecedence, type Precedence } from "./precedence.js";
import { answers, isKnown, MOST_TRANSACTIONS, type TransactionAccess } from "./transaction-access.js";

/** What a transaction appended to a key, and what it found there before that. */
interface ListAccess {
  readonly appended: string[];
  found: readonly string[] | undefined;
}

/**
 * Decides transactions on lists of which every element was appended once: a list that was read tells who appended
 * before, in which order, and that all others come later (Elle's list-append: Kingsbury and Alvaro, VLDB 2020). What
 * must come before what is then all known: it is a circle, or any order along it will do.
 */
export const listTransactionMonitor: Monitor = (part, budget) => {
  if (part.size > MOST_TRANSACTIONS || !isKnown(part)) return undefined;
  const shortage = budget.exceeded(0, (part.size * part.size) / 4);
  if (shortage !== undefined) return { verdict: "unknown", reason: shortage, states: 0 };
  const rows: Map<string, ListAccess>[] = [];
  for (let row = 0; row < part.size; row++) {
    const summary = summarise(part, row);
    if ("verdict" in summary) return summary;
    rows.push(summary);
  }
  const appenders = appendersOf(rows);
  return appenders === undefined ? undefined : orderLists(part, rows, appenders);
};

/** Key → element → who appended it; `undefined` where an element was appended twice. */
function appendersOf(
  rows: readonly ReadonlyMap<string, ListAccess>[],
): ReadonlyMap<string, ReadonlyMap<string, number>> | undefined {
  const appenders = new Map<string, Map<string, number>>();
  for (const [row, accesses] of rows.entries())
    for (const [key, { appended }] of accesses)
      for (const element of appended) {
        const known = appenders.get(key) ?? new Map<string, number>();
        if (known.has(element)) return undefined;
        appenders.set(key, known.set(element, row));
      }
  return appenders;
}

function orderLists(
  part: Part,
  rows: readonly ReadonlyMap<string, ListAccess>[],
  appenders: ReadonlyMap<string, ReadonlyMap<string, number>>,
): Found | undefined {
  const initial = initialLists(part);
  if (initial === undefined) return undefined;
  const precedence = createPrecedence(part);
  if (precedence === undefined) return undefined;
  const took = rows.map((_, row) => part.ret[row] !== PENDING);
  const reads: { readonly reader: number; readonly key: string; readonly before: readonly number[] }[] = [];
  for (const [reader, accesses] of rows.entries())
    for (const [key, { found }] of accesses) {
      if (found === undefined) continue;
      const before = sequenceIn(found, initial.get(key) ?? [], appenders.get(key), rows, key);
      if (before === undefined || before.includes(reader))
        return violation(
          part,
          [reader, ...(before ?? [])],
          `${words(part, reader)} found a list in ${printValue(JSON.parse(key) as Value)} that no transactions leave behind`,
        );
      for (const row of before) took[row] = true;
      reads.push({ reader, key, before });
    }
  for (const { reader, key, before } of reads) {
    const chain = [...before, reader];
    for (let i = 1; i < chain.length; i++)
      if (!precedence.add(chain[i - 1], chain[i], { rows: [reader] }))
        return clash(part, chain[i - 1], chain[i], [reader], precedence);
    for (const other of new Set(appenders.get(key)?.values()))
      if (took[other] && other !== reader && !before.includes(other))
        if (!precedence.add(reader, other, { rows: [] })) return clash(part, reader, other, [], precedence);
  }
  return lineUp(part, took, precedence);
}

function clash(part: Part, a: number, b: number, rows: readonly number[], precedence: Precedence): Found {
  const all = new Set([a, b, ...rows]);
  if (a !== b) precedence.reasons(b, a, all);
  return violation(
    part,
    [...all],
    `${words(part, a)} would have to come before ${words(part, b)}, and after it`,
  );
}

/** The rows that took effect, in an order along what must come before what. */
function lineUp(part: Part, took: readonly boolean[], precedence: Precedence): Found {
  const rows = took.flatMap((is, row) => (is ? [row] : []));
  const waits = new Int32Array(part.size);
  for (const row of rows) for (const other of rows) if (precedence.holds(other, row)) waits[row]++;
  const order = rows.toSorted((a, b) => waits[a] - waits[b] || a - b); // who has fewer before it comes first
  return satisfied(part, Int32Array.from(order));
}

/** Who appended the elements of a list, in order; `undefined` where that is not what transactions do. */
function sequenceIn(
  found: readonly string[],
  initial: readonly string[],
  appenders: ReadonlyMap<string, number> | undefined,
  rows: readonly ReadonlyMap<string, ListAccess>[],
  key: string,
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

function initialLists({ initial }: Part): ReadonlyMap<string, readonly string[]> | undefined {
  const pairs = Array.isArray(initial)
    ? (initial as readonly (readonly [Value, Value])[])
    : Object.entries((initial ?? {}) as Readonly<Record<string, Value>>);
  const lists = new Map<string, readonly string[]>();
  for (const [key, elements] of pairs) {
    if (!Array.isArray(elements)) return undefined;
    lists.set(canonical(key), (elements as readonly Value[]).map(canonical));
  }
  return lists;
}

/** Runs through a transaction by itself: what it appended stands at the end of what it finds. */
function summarise(part: Part, row: number): Map<string, ListAccess> | Found {
  const { args, result } = part.labels[part.label[row]];
  const asked = args[0] as readonly TransactionAccess[];
  if (result !== undefined && !answers(asked, result))
    return violation(part, [row], `${words(part, row)} does not return the accesses that it was asked for`);
  const told = result as readonly TransactionAccess[] | undefined;
  const keys = new Map<string, ListAccess>();
  for (const [i, [kind, key, value]] of asked.entries()) {
    const text = canonical(key);
    const access = keys.get(text) ?? { appended: [], found: undefined };
    keys.set(text, access);
    if (kind !== "read") access.appended.push(canonical(value));
    else if (told !== undefined) {
      const list = told[i][2];
      const elements = Array.isArray(list) ? (list as readonly Value[]).map(canonical) : undefined;
      const own = access.appended;
      const base = elements?.slice(0, elements.length - own.length);
      const fits =
        elements !== undefined &&
        elements.length >= own.length &&
        own.every((element, k) => elements[elements.length - own.length + k] === element) &&
        (access.found === undefined || access.found.join() === base?.join());
      if (!fits)
        return violation(
          part,
          [row],
          `${words(part, row)} found ${printValue(list)} in ${printValue(key)}, which does not go with what it read and appended there before`,
        );
      access.found = base;
    }
  }
  return keys;
}
