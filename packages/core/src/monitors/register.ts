import { PENDING } from "../history/history.js";
import { printValue } from "../history/print.js";
import type { Found } from "../linearize/engine.js";
import type { Part } from "../linearize/part.js";
import { insertAnywhere, momentsOf } from "./moments.js";
import { sortedBy } from "./sorted-by.js";
import { defineMonitor, satisfied, words } from "./monitor.js";
import { chainsOf, circle, refuted, type RegisterChains } from "./register-chains.js";
import { type Clash, enclosed, forwardZones } from "./zones.js";

/**
 * Decides registers on which every value is written at most once, and the initial value never
 * again, by the zones of Gibbons and Korach ("Testing shared memories", SIAM J. Comput. 1997) in
 * O(n log n). Successful compare-and-sets are welcome: a value and the one that replaced it stand
 * side by side, so a chain of them behaves as one write. It refuses compare-and-sets that failed
 * on a value which occurs.
 *
 * A *block* is a chain with all its reads; in a linearization it is contiguous. It must come
 * before another block when one of its operations returned before one of the other's was called:
 * `first.return < last.call`. Blocks can be ordered unless two must each come before the other.
 */
export const registerMonitor = defineMonitor((part) => {
  const chains = chainsOf(part);
  if (chains === undefined || "verdict" in chains) return chains;
  const blocks = blocksOf(part, chains);
  if ("verdict" in blocks) return blocks;
  const order = orderBlocks(blocks);
  if ("a" in order) return conflict(part, chains, blocks, order.a, order.b);
  const linearization = new Int32Array(blocks.sequence.length);
  let length = 0;
  for (const block of order) {
    const rows = blocks.sequence.subarray(blocks.start[block], blocks.start[block + 1]);
    linearization.set(rows, length);
    length += rows.length;
  }
  return satisfied(part, insertAnywhere(momentsOf(part), linearization, chains.free));
});

interface Blocks {
  readonly count: number;
  /** The rows of all blocks, one block after another, each in the order that it must have. */
  readonly sequence: Int32Array;
  readonly start: Int32Array;
  /** Block → the earliest return and the row that has it (-1: the initial value, before all time). */
  readonly first: Int32Array;
  readonly firstRow: Int32Array;
  /** Block → the latest call and the row that has it. */
  readonly last: Int32Array;
  readonly lastRow: Int32Array;
}

/** Lines up each chain: a write, its reads, the compare-and-set that replaced it, its reads, … */
function blocksOf(part: Part, chains: RegisterChains): Blocks | Found {
  const { valueCount, initial, writer, replacer, value, firstRead, nextRead } = chains;
  const isRoot = (candidate: number): boolean =>
    candidate === initial ||
    (writer[candidate] >= 0 &&
      value[writer[candidate]] >= 0 &&
      part.labels[part.label[writer[candidate]]].method === "write");
  const sequence = new Int32Array(part.size);
  const start = new Int32Array(valueCount + 1);
  const first = new Int32Array(valueCount);
  const firstRow = new Int32Array(valueCount).fill(-1);
  const last = new Int32Array(valueCount).fill(-1);
  const lastRow = new Int32Array(valueCount).fill(-1);
  const reached = new Uint8Array(valueCount);
  let count = 0;
  let length = 0;
  let early: Found | undefined;
  const append = (row: number): void => {
    sequence[length++] = row;
    if (part.ret[row] < last[count]) early ??= tooEarly(part, chains, row, lastRow[count]);
    if (part.ret[row] < first[count]) {
      first[count] = part.ret[row];
      firstRow[count] = row;
    }
    if (part.call[row] > last[count]) {
      last[count] = part.call[row];
      lastRow[count] = row;
    }
  };
  for (let root = 0; root < valueCount; root++) {
    if (!isRoot(root)) continue;
    first[count] = root === initial ? -1 : PENDING;
    for (let at = root; ; at = value[replacer[at]]) {
      reached[at] = 1;
      if (writer[at] >= 0) append(writer[at]);
      for (let read = firstRead[at]; read >= 0; read = nextRead[read]) append(read);
      if (replacer[at] < 0) break;
    }
    if (early !== undefined) return early;
    if (length > start[count]) start[++count] = length;
  }
  const round = circle(part, chains, reached);
  if (round !== undefined) return round;
  return { count, sequence: sequence.subarray(0, length), start, first, firstRow, last, lastRow };
}

/** An order of the blocks, or two that must each come before the other. */
function orderBlocks({ count, first, last }: Blocks): Int32Array | Clash {
  const zones = { first: first.subarray(0, count), last: last.subarray(0, count) };
  const forward = forwardZones(zones);
  if ("a" in forward) return forward;
  const clash = enclosed(zones, forward);
  if (clash !== undefined) return clash;
  // A forward zone begins at its first return, and a backward one may come right at its last call: if
  // that is inside a forward zone, it lasts longer and comes after it.
  return sortedBy(zones.first.map((begin, block) => Math.min(begin, last[block])));
}

const seenValue = (part: Part, row: number): string => {
  const { method, args, result } = part.labels[part.label[row]];
  return printValue(method === "read" ? (result ?? null) : args[args.length - 1]);
};

/** A row that returned before another was called which must come before it in the same chain. */
function tooEarly(part: Part, chains: RegisterChains, row: number, later: number): Found {
  const { value, writer } = chains;
  const why =
    value[row] === value[later]
      ? "but it is the only one that writes that value"
      : `but the value ${seenValue(part, row)} came from ${seenValue(part, later)} by compare-and-set`;
  return refuted(
    part,
    chains,
    [row, later, writer[value[row]], writer[value[later]]],
    `${words(part, row)} returned before ${words(part, later)} was called, ${why}`,
  );
}

/** Two blocks that must each come before the other (Gibbons & Korach, Theorem 4.1). */
function conflict(part: Part, chains: RegisterChains, blocks: Blocks, a: number, b: number): Found {
  const { firstRow, lastRow } = blocks;
  const writers = [firstRow[a], lastRow[a], firstRow[b], lastRow[b]].map((row) =>
    row < 0 ? -1 : chains.writer[chains.value[row]],
  );
  const rows = [firstRow[a], lastRow[a], firstRow[b], lastRow[b], ...writers];
  const before = (x: number, y: number): string =>
    firstRow[x] < 0
      ? "the initial value was there from the start"
      : `${words(part, firstRow[x])} returned before ${words(part, lastRow[y])} was called`;
  return refuted(
    part,
    chains,
    rows,
    `${before(a, b)}, and ${before(b, a)}: each value would have to come before the other, ` +
      "and each is written only once",
  );
}
