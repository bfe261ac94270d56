import { PENDING } from "../../history/history.js";
import { createNumbers, type Numbers } from "../../history/numbers.js";
import { printValue } from "../../history/print.js";
import { equal, type Value } from "../../history/value.js";
import type { Found } from "../../linearize/engine.js";
import type { Part } from "../../linearize/part.js";
import { words } from "../monitor.js";
import { answers, initialPairs, tookEffect, type Token, tokenOf, type TransactionAccess } from "./access.js";
import { foundWrong } from "./found-wrong.js";

/** What a key held before anybody wrote it. */
export const AT_FIRST = -1;

/** A read of a key by a transaction that had not written it before. */
export interface Read {
  readonly key: number;
  /** The node that wrote what it found, or `AT_FIRST`. */
  readonly writer: number;
}

/** Who read from whom, and who wrote what, by nodes: the rows that took effect. */
export interface RegisterAccesses {
  readonly rows: Int32Array;
  /** The names of the keys. */
  readonly keys: readonly Value[];
  /** Node → its reads. */
  readonly reads: readonly (readonly Read[])[];
  /** Node → the keys that it wrote. */
  readonly writes: readonly (readonly number[])[];
}

/** What one transaction left in each key, what it found there before it wrote itself, and what it wrote in passing. */
interface Summary {
  readonly writes: ReadonlyMap<number, Value>;
  readonly reads: ReadonlyMap<number, Value>;
  readonly passing: readonly (readonly [key: number, value: Value])[];
}

const SEVERAL = -2;

/**
 * Who read from whom. `undefined` where a value that was read may have been written by several; a verdict where that
 * alone shows a violation.
 */
export function registerAccesses(part: Part): RegisterAccesses | Found | undefined {
  const keys = createNumbers(tokenOf);
  const summaries: Summary[] = [];
  /** Key → value → who left it there. */
  const writers: Map<Token, number>[] = [];
  for (let row = 0; row < part.size; row++) {
    const summary = summarise(part, row, keys);
    // What may not have happened breaks nothing by itself.
    if ("verdict" in summary) return part.ret[row] === PENDING ? undefined : summary;
    summaries.push(summary);
    for (const [key, value] of summary.writes) {
      const written = (writers[key] ??= new Map());
      const token = tokenOf(value);
      written.set(token, written.has(token) ? SEVERAL : row);
    }
  }
  const initial = new Map(initialPairs(part.initial).map(([key, value]) => [keys.of(key), value]));
  const readsOf: Read[][] = summaries.map(() => []);
  for (const [row, { reads }] of summaries.entries())
    for (const [key, value] of reads) {
      const writer = writers[key]?.get(tokenOf(value));
      const first = equal(initial.get(key) ?? null, value);
      const unclear = writer === SEVERAL || (first && writer !== undefined);
      const wrong = unclear || writer === row || (writer === undefined && !first);
      if (unclear || (wrong && part.ret[row] === PENDING)) return undefined;
      if (writer === row) return readAhead(part, row, keys.items[key]);
      if (wrong) return fromNowhere(part, row, key, keys.items[key], value, summaries);
      readsOf[row].push({ key, writer: writer ?? AT_FIRST });
    }
  const rows = tookEffect(
    part.size,
    (row) => part.ret[row] !== PENDING,
    (row) => readsOf[row].flatMap(({ writer }) => (writer === AT_FIRST ? [] : [writer])),
  );
  const nodeOf = new Int32Array(part.size);
  rows.forEach((row, node) => (nodeOf[row] = node));
  return {
    rows,
    keys: keys.items,
    reads: Array.from(rows, (row) =>
      readsOf[row].map(({ key, writer }) => ({
        key,
        writer: writer === AT_FIRST ? AT_FIRST : nodeOf[writer],
      })),
    ),
    writes: Array.from(rows, (row) => [...summaries[row].writes.keys()]),
  };
}

/** Runs through a transaction by itself: what it wrote, it finds. */
function summarise(part: Part, row: number, keys: Numbers<Value>): Summary | Found {
  const { args, result } = part.labels[part.label[row]];
  const asked = args[0] as readonly TransactionAccess[];
  const told = result as readonly TransactionAccess[] | undefined;
  const writes = new Map<number, Value>();
  const reads = new Map<number, Value>();
  const passing: (readonly [number, Value])[] = [];
  if (result !== undefined && !answers(asked, result))
    return foundWrong(part, [row], `${words(part, row)} does not return the accesses that it was asked for`);
  for (let i = 0; i < asked.length; i++) {
    const [kind, name, value] = asked[i];
    const key = keys.of(name);
    const own = writes.get(key);
    if (kind !== "read") {
      if (own !== undefined) passing.push([key, own]);
      writes.set(key, value);
    } else if (told !== undefined) {
      const found = told[i][2];
      const expected = own === undefined ? reads.get(key) : own;
      if (expected !== undefined && !equal(expected, found))
        return foundWrong(
          part,
          [row],
          `${words(part, row)} found ${printValue(found)} in ${printValue(name)}, where ${own === undefined ? "it had found" : "it had written"} ${printValue(expected)}`,
        );
      if (expected === undefined) reads.set(key, found);
    }
  }
  return { writes, reads, passing };
}

const readAhead = (part: Part, row: number, key: Value): Found =>
  foundWrong(part, [row], `${words(part, row)} read ${printValue(key)} as it wrote it itself later`);

/** A value that no transaction left behind. */
function fromNowhere(
  part: Part,
  row: number,
  key: number,
  name: Value,
  value: Value,
  summaries: readonly Summary[],
): Found {
  const wrote = summaries.findIndex(({ passing }) =>
    passing.some(([other, held]) => other === key && equal(held, value)),
  );
  const found = `${words(part, row)} found ${printValue(value)} in ${printValue(name)}`;
  return wrote < 0
    ? foundWrong(part, [row], `${found}, which nobody wrote`)
    : foundWrong(part, [row], `${found}, which ${words(part, wrote)} overwrote before it ended`);
}
