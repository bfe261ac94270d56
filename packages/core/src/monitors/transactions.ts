import type { Budget } from "../budget.js";
import type { Found } from "../linearize/engine.js";
import type { Part } from "../linearize/part.js";
import { type Monitor, satisfied, violation, words } from "./monitor.js";
import { createPrecedence, type Precedence } from "./precedence.js";
import { isKnown, MOST_TRANSACTIONS } from "./transaction-access.js";
import { AT_FIRST, type KeyAccesses, type Sources, sourcesOf } from "./transaction-sources.js";

/**
 * Decides transactions on registers where it is known who read from whom, by saturation: who reads x from w, while t
 * wrote x too, comes before t if t comes after w; and t comes before w if t comes before the reader (Papadimitriou,
 * "The serializability of concurrent database updates", 1979; here to a fixpoint, as CAV'19 does for memory). A circle
 * refutes; else an order along it is tried, which decides nearly all; where it fails, only a search can tell.
 */
export const transactionMonitor: Monitor = (part, budget) => {
  if (part.size > MOST_TRANSACTIONS || !isKnown(part)) return undefined;
  const bytes = (part.size * part.size) / 4;
  const shortage = budget.exceeded(0, bytes);
  if (shortage !== undefined) return { verdict: "unknown", reason: shortage, states: 0 };
  const sources = sourcesOf(part);
  if (sources === undefined || "verdict" in sources) return sources;
  const precedence = createPrecedence(part);
  if (precedence === undefined) return undefined;
  const refuted = saturate(part, sources, precedence, budget);
  if (refuted !== undefined) return refuted;
  return orderAlong(part, sources, precedence);
};

/** Adds what must be so, until nothing is new. A verdict where it cannot be. */
function saturate(part: Part, { keys }: Sources, precedence: Precedence, budget: Budget): Found | undefined {
  const clash = (a: number, b: number, rows: readonly number[], pair?: readonly [number, number]): Found => {
    const all = new Set([a, b, ...rows]);
    if (a !== b) precedence.reasons(b, a, all);
    if (pair !== undefined) precedence.reasons(pair[0], pair[1], all);
    return violation(
      part,
      [...all],
      `${words(part, a)} would have to come before ${words(part, b)}, and after it`,
    );
  };
  for (const { sources } of keys)
    for (const { reader, writer } of sources)
      if (writer !== AT_FIRST && !precedence.add(writer, reader, { rows: [] }))
        return clash(writer, reader, []);
  precedence.grew();
  do {
    const shortage = budget.exceeded(0, 0);
    if (shortage !== undefined) return { verdict: "unknown", reason: shortage, states: 0 };
    for (const { writers, sources } of keys)
      for (const { reader, writer } of sources)
        for (const other of writers) {
          if (other === writer || other === reader) continue;
          if (writer === AT_FIRST || precedence.holds(writer, other)) {
            const pair = writer === AT_FIRST ? undefined : ([writer, other] as const);
            const because = { rows: [], ...(pair !== undefined && { pair }) };
            if (!precedence.add(reader, other, because)) return clash(reader, other, [], pair);
          } else if (precedence.holds(other, reader)) {
            const pair = [other, reader] as const;
            if (!precedence.add(other, writer, { rows: [reader], pair }))
              return clash(other, writer, [reader], pair);
          }
        }
  } while (precedence.grew());
  return undefined;
}

/** Lines the rows up, the first that may come next each time; `undefined` where that leads into a dead end. */
function orderAlong(part: Part, { keys, rows }: Sources, precedence: Precedence): Found | undefined {
  const left = new Set(rows);
  const accesses = accessesByRow(part.size, keys);
  /** Key → who wrote what it holds, and how many have still to read that. */
  const holder = new Int32Array(keys.length).fill(AT_FIRST);
  const unread = keys.map(({ sources }) => sources.filter(({ writer }) => writer === AT_FIRST).length);
  const readersOf = keys.map(({ sources }) => {
    const counts = new Map<number, number>();
    for (const { writer } of sources) counts.set(writer, (counts.get(writer) ?? 0) + 1);
    return counts;
  });
  /** Row → how many must still come before it. */
  const waits = new Int32Array(part.size);
  for (const row of rows) for (const other of rows) if (precedence.holds(other, row)) waits[row]++;
  const mayCome = (row: number): boolean =>
    waits[row] === 0 &&
    accesses[row].every(({ key, writer, writes }) => {
      if (writer !== undefined && holder[key] !== writer) return false;
      return !writes || unread[key] === (writer === undefined ? 0 : 1);
    });
  const linearization: number[] = [];
  while (left.size > 0) {
    const next = firstOf(left, mayCome);
    if (next === undefined) return undefined;
    left.delete(next);
    linearization.push(next);
    for (const row of left) if (precedence.holds(next, row)) waits[row]--;
    for (const { key, writer, writes } of accesses[next]) {
      if (writer !== undefined) unread[key]--;
      if (!writes) continue;
      holder[key] = next;
      unread[key] = readersOf[key].get(next) ?? 0;
    }
  }
  return satisfied(part, Int32Array.from(linearization));
}

function firstOf(rows: Iterable<number>, holds: (row: number) => boolean): number | undefined {
  for (const row of rows) if (holds(row)) return row;
  return undefined;
}

/** What a row does to a key: whom it reads from, if it reads, and whether it writes. */
interface RowAccess {
  readonly key: number;
  writer: number | undefined;
  writes: boolean;
}

function accessesByRow(size: number, keys: readonly KeyAccesses[]): readonly (readonly RowAccess[])[] {
  const rows: RowAccess[][] = Array.from({ length: size }, () => []);
  const accessOf = (row: number, key: number): RowAccess => {
    const known = rows[row].find((access) => access.key === key);
    if (known !== undefined) return known;
    const access = { key, writer: undefined, writes: false };
    rows[row].push(access);
    return access;
  };
  for (const [key, { writers, sources }] of keys.entries()) {
    for (const row of writers) accessOf(row, key).writes = true;
    for (const { reader, writer } of sources) accessOf(reader, key).writer = writer;
  }
  return rows;
}
