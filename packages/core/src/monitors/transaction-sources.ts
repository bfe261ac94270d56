import { PENDING } from "../history/history.js";
import { printValue } from "../history/print.js";
import { canonical, equal, type Value } from "../history/value.js";
import type { Found } from "../linearize/engine.js";
import type { Part } from "../linearize/part.js";
import { violation, words } from "./monitor.js";
import { answers, type TransactionAccess } from "./transaction-access.js";

/** What a key held before anybody wrote it. */
export const AT_FIRST = -1;

/** A read of a key by a transaction that had not written it before, and who wrote what it found. */
export interface Source {
  readonly reader: number;
  /** A row, or `AT_FIRST`. */
  readonly writer: number;
}

/** Who wrote and who read a key. */
export interface KeyAccesses {
  readonly key: Value;
  readonly writers: number[];
  readonly sources: Source[];
}

/** Transactions on registers, key by key. */
export interface Sources {
  readonly keys: readonly KeyAccesses[];
  /** The rows that took effect: those that returned, and the pending ones that somebody read from. */
  readonly rows: readonly number[];
}

/** What one transaction left in each key, and what it found there before it wrote itself. */
interface Summary {
  readonly writes: Map<string, Value>;
  readonly reads: Map<string, Value>;
  readonly overwritten: readonly (readonly [string, Value])[];
}

/**
 * Who read from whom. `undefined` where a value that was read may have been written by several; a verdict where that
 * alone shows a violation.
 */
export function sourcesOf(part: Part): Sources | Found | undefined {
  const keys = new Map<string, KeyAccesses & { readonly written: Map<string, number> }>();
  const keyOf = (text: string): KeyAccesses & { readonly written: Map<string, number> } => {
    let known = keys.get(text);
    if (known === undefined)
      keys.set(
        text,
        (known = { key: JSON.parse(text) as Value, writers: [], sources: [], written: new Map() }),
      );
    return known;
  };
  const summaries: Summary[] = [];
  for (let row = 0; row < part.size; row++) {
    const summary = summarise(part, row);
    if ("verdict" in summary) return summary;
    summaries.push(summary);
    for (const [key, value] of summary.writes) {
      const { writers, written } = keyOf(key);
      writers.push(row);
      const text = canonical(value);
      written.set(text, written.has(text) ? SEVERAL : row);
    }
  }
  const read = new Set<number>();
  const initial = initialOf(part);
  for (const [row, { reads }] of summaries.entries())
    for (const [key, value] of reads) {
      const { written, sources } = keyOf(key);
      const writer = written.get(canonical(value));
      const first = equal(initial.get(key) ?? null, value);
      if (writer === SEVERAL || (first && writer !== undefined)) return undefined;
      if (writer === undefined && !first) return fromNowhere(part, row, key, value, summaries);
      if (writer === row)
        return violation(part, [row], `${words(part, row)} read ${keyName(key)} as it wrote it itself later`);
      sources.push({ reader: row, writer: writer ?? AT_FIRST });
      if (writer !== undefined) read.add(writer);
    }
  const rows = summaries.flatMap((_, row) => (part.ret[row] !== PENDING || read.has(row) ? [row] : []));
  const present = new Set(rows);
  return {
    rows,
    keys: [...keys.values()].map(({ key, writers, sources }) => ({
      key,
      writers: writers.filter((row) => present.has(row)),
      sources,
    })),
  };
}

const SEVERAL = -2;
const keyName = (key: string): string => printValue(JSON.parse(key) as Value);

function initialOf({ initial }: Part): ReadonlyMap<string, Value> {
  const pairs = Array.isArray(initial)
    ? (initial as readonly (readonly [Value, Value])[])
    : Object.entries((initial ?? {}) as Readonly<Record<string, Value>>);
  return new Map(pairs.map(([key, value]) => [canonical(key), value]));
}

/** Runs through a transaction by itself: what it wrote, it finds. */
function summarise(part: Part, row: number): Summary | Found {
  const { args, result } = part.labels[part.label[row]];
  const asked = args[0] as readonly TransactionAccess[];
  const told = part.ret[row] === PENDING ? undefined : (result as readonly TransactionAccess[]);
  const writes = new Map<string, Value>();
  const reads = new Map<string, Value>();
  const overwritten: (readonly [string, Value])[] = [];
  if (told !== undefined && !answers(asked, result as Value))
    return violation(part, [row], `${words(part, row)} does not return the accesses that it was asked for`);
  for (const [i, [kind, key, value]] of asked.entries()) {
    const text = canonical(key);
    const own = writes.get(text);
    if (kind !== "read") {
      if (own !== undefined) overwritten.push([text, own]);
      writes.set(text, value);
    } else if (told !== undefined) {
      const found = told[i]?.[2] ?? null;
      const expected = own ?? reads.get(text);
      if (expected !== undefined && !equal(expected, found))
        return violation(
          part,
          [row],
          `${words(part, row)} found ${printValue(found)} in ${printValue(key)}, where ${own === undefined ? "it had found" : "it had written"} ${printValue(expected)}`,
        );
      if (expected === undefined) reads.set(text, found);
    }
  }
  return { writes, reads, overwritten };
}

/** A value that no transaction left behind. */
function fromNowhere(
  part: Part,
  row: number,
  key: string,
  value: Value,
  summaries: readonly Summary[],
): Found {
  const passing = summaries.findIndex(({ overwritten }) =>
    overwritten.some(([name, held]) => name === key && equal(held, value)),
  );
  const found = `${words(part, row)} found ${printValue(value)} in ${keyName(key)}`;
  return passing < 0
    ? violation(part, [row], `${found}, which nobody wrote`)
    : violation(part, [row], `${found}, which ${words(part, passing)} overwrote before it ended`);
}
