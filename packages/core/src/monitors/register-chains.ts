import { PENDING } from "../history/history.js";
import { createValueTable } from "../history/value-tables.js";
import type { Value } from "../history/value.js";
import type { Found } from "../linearize/engine.js";
import type { Part } from "../linearize/part.js";
import { list, violation, words } from "./monitor.js";

/**
 * The operations of a register by the value that they write or see. Each value is written once:
 * by a write, by a compare-and-set, or by nobody (the initial value).
 */
export interface RegisterChains {
  /** How many values there are, numbered 0, 1, 2, …; the initial value is `initial`. */
  readonly valueCount: number;
  readonly initial: number;
  /** Value → the row that writes it, or -1. */
  readonly writer: Int32Array;
  /** Value → the compare-and-set that replaced it, or -1. */
  readonly replacer: Int32Array;
  /** Row → the value that it leaves or sees, or -1 where the row is none of the part's business. */
  readonly value: Int32Array;
  /** Value → its first read by call, or -1; then from read to read by `nextRead`. */
  readonly firstRead: Int32Array;
  readonly nextRead: Int32Array;
  /** Rows that fit anywhere. */
  readonly free: readonly number[];
  /** Row → the row that saw its value, where only that tells that it took effect; else -1. */
  readonly seenBy: Int32Array;
}

/** A violation whose rows are joined by those that tell that they took effect at all. */
export function refuted(
  part: Part,
  { seenBy }: Pick<RegisterChains, "seenBy">,
  rows: readonly number[],
  reason: string,
): Found {
  const all = new Set<number>();
  for (const row of rows) for (let at = row; at >= 0 && !all.has(at); at = seenBy[at]) all.add(at);
  return violation(part, [...all], reason);
}

/** What a label does; a failed compare-and-set tells that the value was not the expected one. */
const Kind = { Read: 0, Write: 1, Cas: 2, Failed: 3, Free: 4, Unsupported: 5 } as const;

/** What each label says, one column per field. */
interface Meanings {
  readonly kind: Uint8Array;
  /** The value read or written. */
  readonly value: Int32Array;
  /** For compare-and-sets: the value expected, and whether the outcome is known. */
  readonly expected: Int32Array;
  readonly certain: Uint8Array;
}

function meaningsOf(part: Part, valueId: (value: Value) => number): Meanings {
  const { labels } = part;
  const kind = new Uint8Array(labels.length).fill(Kind.Unsupported);
  const value = new Int32Array(labels.length).fill(-1);
  const expected = new Int32Array(labels.length).fill(-1);
  const certain = new Uint8Array(labels.length).fill(1);
  for (let label = 0; label < labels.length; label++) {
    const { method, args, result } = labels[label];
    if (method === "read" && args.length === 0) {
      kind[label] = result === undefined ? Kind.Free : Kind.Read;
      if (result !== undefined) value[label] = valueId(result);
    } else if (method === "write" && args.length === 1 && (result === undefined || result === null)) {
      kind[label] = Kind.Write;
      value[label] = valueId(args[0]);
    } else if (method === "cas" && args.length === 2) {
      expected[label] = valueId(args[0]);
      value[label] = valueId(args[1]);
      if (result === false) kind[label] = Kind.Failed;
      else if (result === undefined || result === true) {
        const changes = expected[label] !== value[label];
        kind[label] = changes ? Kind.Cas : result === true ? Kind.Read : Kind.Free;
        certain[label] = result === true || !changes ? 1 : 0;
      }
    }
  }
  return { kind, value, expected, certain };
}

/**
 * Sorts a part's operations by value. Answers `undefined` where a value is written twice (or the
 * initial value again), where a compare-and-set failed on a value that occurs, and where one
 * returned but neither its result nor its value was seen.
 */
export function chainsOf(part: Part): RegisterChains | Found | undefined {
  let valueCount = 0;
  const number = createValueTable();
  const valueId = (given: Value): number => {
    const id = number(given);
    valueCount = Math.max(valueCount, id + 1);
    return id;
  };
  const initial = valueId(part.initial ?? null);
  const meanings = meaningsOf(part, valueId);

  const writer = new Int32Array(valueCount).fill(-1);
  for (let row = 0; row < part.size; row++) {
    const kind = meanings.kind[part.label[row]];
    const value = meanings.value[part.label[row]];
    if (kind === Kind.Unsupported) return undefined;
    if (kind !== Kind.Write && kind !== Kind.Cas) continue;
    if (value === initial || writer[value] >= 0) return undefined;
    writer[value] = row;
  }

  const { took, seenBy } = rowsThatTookEffect(part, meanings, writer);
  const replacer = new Int32Array(valueCount).fill(-1);
  const rowValue = new Int32Array(part.size).fill(-1);
  const firstRead = new Int32Array(valueCount).fill(-1);
  const nextRead = new Int32Array(part.size).fill(-1);
  const free: number[] = [];
  let twice: readonly number[] | undefined;
  for (let row = part.size - 1; row >= 0; row--) {
    const kind = meanings.kind[part.label[row]];
    const value = meanings.value[part.label[row]];
    const expected = meanings.expected[part.label[row]];
    const pending = part.ret[row] === PENDING;
    if (kind === Kind.Free || kind === Kind.Failed) {
      if (pending) continue; // It need not have taken effect, and nobody can tell.
      if (kind === Kind.Failed && (expected === initial || writer[expected] >= 0)) return undefined;
      free.push(row);
      continue;
    }
    if (took[row] === 0) {
      if (pending) continue; // Nobody saw what it wrote: as if it had not taken effect.
      return undefined; // A compare-and-set that may or may not have failed.
    }
    rowValue[row] = value;
    if (kind === Kind.Read) {
      nextRead[row] = firstRead[value];
      firstRead[value] = row;
    } else if (kind === Kind.Cas) {
      if (replacer[expected] >= 0) twice = [row, replacer[expected], writer[expected]];
      replacer[expected] = row;
    }
    const needed = kind === Kind.Cas ? expected : value;
    if (needed !== initial && writer[needed] < 0)
      return refuted(
        part,
        { seenBy },
        [row],
        `${words(part, row)}, but no operation writes the value it found`,
      );
  }
  if (twice !== undefined)
    return refuted(
      part,
      { seenBy },
      twice,
      `${words(part, twice[0])} and ${words(part, twice[1])} both replaced the same value, which is there only once`,
    );
  return { valueCount, initial, writer, replacer, value: rowValue, firstRead, nextRead, free, seenBy };
}

/**
 * Marks the rows that certainly took effect: all that returned with a known outcome, and then
 * every pending or unobserved update whose value one of those saw.
 */
function rowsThatTookEffect(part: Part, meanings: Meanings, writer: Int32Array) {
  const took = new Uint8Array(part.size);
  const seenBy = new Int32Array(part.size).fill(-1);
  const work: number[] = [];
  const take = (row: number, because: number): void => {
    if (took[row] === 1) return;
    took[row] = 1;
    seenBy[row] = because;
    work.push(row);
  };
  for (let row = 0; row < part.size; row++)
    if (part.ret[row] !== PENDING && meanings.certain[part.label[row]] === 1) take(row, -1);
  for (let row = work.pop(); row !== undefined; row = work.pop()) {
    const label = part.label[row];
    const kind = meanings.kind[label];
    const seen =
      kind === Kind.Read ? meanings.value[label] : kind === Kind.Cas ? meanings.expected[label] : -1;
    if (seen >= 0 && writer[seen] >= 0) take(writer[seen], row);
  }
  return { took, seenBy };
}

/** The violation where compare-and-sets wait for each other in a circle. */
export function circle(part: Part, chains: RegisterChains, reached: Uint8Array): Found | undefined {
  const { valueCount, writer, replacer, value } = chains;
  for (let start = 0; start < valueCount; start++) {
    const row = writer[start];
    if (row < 0 || value[row] < 0 || reached[start] === 1) continue;
    // A value not reached from a write or the initial value stands on a circle of replacers.
    const rows = [replacer[start]];
    for (let at = value[rows[0]]; at !== start; at = value[replacer[at]]) rows.push(replacer[at]);
    return refuted(
      part,
      chains,
      rows,
      `${list(rows.map((one) => words(part, one)))} each need the value that another of them writes`,
    );
  }
  return undefined;
}
