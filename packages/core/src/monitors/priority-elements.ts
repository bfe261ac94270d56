import { PENDING } from "../history/history.js";
import { createValueTable } from "../history/value-tables.js";
import { compare, equal, type Value } from "../history/value.js";
import type { Found } from "../linearize/engine.js";
import type { Part } from "../linearize/part.js";
import { violation, words } from "./monitor.js";

/** The operations on one element of a priority queue. */
export interface PriorityElement {
  readonly id: Value;
  readonly priority: number;
  readonly add: number;
  /** The one removal, or -1. */
  rem: number;
  /** Rows of `max` that found it the largest. */
  readonly largest: number[];
  /** Rows of `score` that found it, and that missed it. */
  readonly found: number[];
  readonly missed: number[];
}

/** The operations of a priority queue by element. */
export interface PriorityElements {
  /** The largest priority first; of equal priorities the larger id. */
  readonly elements: readonly PriorityElement[];
  /** Rows that saw the queue empty. */
  readonly empty: readonly number[];
  /** Rows that fit anywhere. */
  readonly free: readonly number[];
}

const isEmptyState = (initial: Value | undefined): boolean =>
  initial === undefined ||
  initial === null ||
  (typeof initial === "object" && Object.keys(initial).length === 0);

/** The result of `max` as `[id, priority]`; `undefined` where it has no such form, and so is no element's. */
function asPair(result: Value): readonly [Value, Value] | undefined {
  return Array.isArray(result) && result.length === 2 ? (result as unknown as [Value, Value]) : undefined;
}

/** Whether the label is one that the monitor understands, apart from what it observed. */
function isSupported(part: Part, row: number): boolean {
  const { method, args, result } = part.labels[part.label[row]];
  const silent = result === undefined || result === null;
  switch (method) {
    case "add":
      return args.length === 2 && Number.isSafeInteger(args[1]) && silent;
    case "rem":
      return args.length === 1 && silent;
    case "score":
      return args.length === 1;
    case "max":
      return args.length === 0;
    case "size":
      return args.length === 0 && (silent || result === 0 || part.ret[row] === PENDING);
    default:
      return false;
  }
}

/**
 * Sorts a part's operations by element. Answers `undefined` where an element is added or removed
 * twice, where one is incremented, where a size other than zero was observed, and where the queue
 * does not start empty. A pending add that nobody saw is left out.
 */
export function elementsOf(part: Part): PriorityElements | Found | undefined {
  if (!isEmptyState(part.initial)) return undefined;
  const number = createValueTable();
  const byId = new Map<number, PriorityElement>();
  const seen = new Set<number>();
  for (let row = 0; row < part.size; row++) {
    if (!isSupported(part, row)) return undefined;
    const { method, args, result } = part.labels[part.label[row]];
    if (method === "add") {
      const id = number(args[0]);
      if (byId.has(id)) return undefined;
      const priority = args[1] as number;
      byId.set(id, { id: args[0], priority, add: row, rem: -1, largest: [], found: [], missed: [] });
    } else if (part.ret[row] !== PENDING && result !== undefined && result !== null) {
      if (method === "score") seen.add(number(args[0]));
      const largest = method === "max" ? asPair(result) : undefined;
      if (largest !== undefined) seen.add(number(largest[0]));
    }
  }
  for (const [id, { add }] of byId) if (part.ret[add] === PENDING && !seen.has(id)) byId.delete(id);

  const empty: number[] = [];
  const free: number[] = [];
  for (let row = 0; row < part.size; row++) {
    const { method, args, result } = part.labels[part.label[row]];
    const pending = part.ret[row] === PENDING;
    if (method === "add") continue;
    if (method === "rem") {
      const element = byId.get(number(args[0]));
      if (element === undefined) {
        if (!pending) free.push(row); // It removes nothing.
      } else if (element.rem >= 0) return undefined;
      else element.rem = row;
      continue;
    }
    if (pending) continue; // It need not have taken effect, and nobody can tell.
    if (result === undefined) free.push(row);
    else if (method === "size" || (method === "max" && result === null)) empty.push(row);
    else {
      const observed = method === "max" ? asPair(result) : ([args[0], result] as const);
      const element = observed === undefined ? undefined : byId.get(number(observed[0]));
      if (result === null) (element === undefined ? free : element.missed).push(row);
      else if (observed === undefined || element === undefined || !equal(element.priority, observed[1]))
        return violation(
          part,
          element === undefined ? [row] : [row, element.add],
          `${words(part, row)}, but no operation adds the element with that priority`,
        );
      else (method === "max" ? element.largest : element.found).push(row);
    }
  }
  const elements = [...byId.values()].sort((a, b) => compare([b.priority, b.id], [a.priority, a.id]));
  return { elements, empty, free };
}
