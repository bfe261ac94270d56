import { PENDING } from "../history/history.js";
import { createValueTable } from "../history/value-tables.js";
import type { Label } from "../history/history.js";
import type { Value } from "../history/value.js";
import type { Found } from "../linearize/engine.js";
import type { Part } from "../linearize/part.js";
import { pick } from "./sorted-by.js";
import { violation, words } from "./monitor.js";

/** How a container of values calls its methods. */
export interface ContainerMethods {
  readonly insert: string;
  readonly inserted: Value;
  readonly remove: string;
  /** Methods that change nothing, whatever they return. */
  readonly queries: ReadonlySet<string>;
  /** Whether observations by `peek` of a value are supported. */
  readonly peeks: boolean;
}

/** The operations of a container by value; values are numbered 0, 1, 2, … by the call of their insertion. */
export interface Contents {
  /** Value → the row that inserts it. */
  readonly insert: Int32Array;
  /** Value → the row that removes it, or -1. */
  readonly remove: Int32Array;
  /** Value → its first peek by call, or -1; then from peek to peek by `nextPeek`. */
  readonly firstPeek: Int32Array;
  readonly nextPeek: Int32Array;
  /** Rows that saw the container empty. */
  readonly empty: readonly number[];
  /** Rows that fit anywhere. */
  readonly free: readonly number[];
}

/** What a label does; a rich query tells more than the monitors can use. */
const Kind = { Insert: 0, Remove: 1, Peek: 2, Empty: 3, Free: 4, Rich: 5, Unsupported: 6 } as const;

function kindOf({ method, args, result }: Label, methods: ContainerMethods): number {
  if (method === methods.insert) {
    const fits = args.length === 1 && args[0] !== null;
    return fits && (result === undefined || result === methods.inserted) ? Kind.Insert : Kind.Unsupported;
  }
  if (args.length > 0) return Kind.Unsupported;
  if (method === methods.remove)
    return result === undefined ? Kind.Unsupported : result === null ? Kind.Empty : Kind.Remove;
  if (!methods.queries.has(method)) return Kind.Unsupported;
  if (result === undefined) return Kind.Free;
  if (method === "peek") return result === null ? Kind.Empty : methods.peeks ? Kind.Peek : Kind.Rich;
  const saysEmpty = (method === "isEmpty" && result === true) || (method === "size" && result === 0);
  return saysEmpty ? Kind.Empty : Kind.Rich;
}

/**
 * Sorts a part's operations by value. Answers `undefined` where a value is inserted twice, where a
 * removal is pending or returned unobserved, where the container does not start empty, and where
 * a query tells more than "empty" (or a peek its value, if supported).
 *
 * A pending insertion whose value nobody saw is left out: without it every other operation does
 * as it did.
 */
export function contentsOf(part: Part, methods: ContainerMethods): Contents | Found | undefined {
  const { initial } = part;
  if (initial !== undefined && initial !== null && !(Array.isArray(initial) && initial.length === 0))
    return undefined;
  const valueId = createValueTable();
  const kinds = part.labels.map((label) => kindOf(label, methods));
  const valueIds = part.labels.map(({ args, result = null }, label) => {
    if (kinds[label] === Kind.Insert) return valueId(args[0]);
    return kinds[label] === Kind.Remove || kinds[label] === Kind.Peek ? valueId(result) : -1;
  });
  const bound = valueIds.reduce((most, id) => Math.max(most, id), -1) + 1;
  const insert = new Int32Array(bound).fill(-1);
  const remove = new Int32Array(bound).fill(-1);
  const firstPeek = new Int32Array(bound).fill(-1);
  const nextPeek = new Int32Array(part.size).fill(-1);
  const empty: number[] = [];
  const free: number[] = [];
  for (let row = part.size - 1; row >= 0; row--) {
    const kind = kinds[part.label[row]];
    const value = valueIds[part.label[row]];
    const { method } = part.labels[part.label[row]];
    if (kind === Kind.Unsupported) return undefined;
    if (part.ret[row] === PENDING && kind !== Kind.Insert) {
      if (method === methods.remove) return undefined;
      continue; // It need not have taken effect, and nobody can tell.
    }
    if (kind === Kind.Rich) return undefined;
    if (kind === Kind.Insert) {
      if (insert[value] >= 0) return undefined;
      insert[value] = row;
    } else if (kind === Kind.Peek) {
      nextPeek[row] = firstPeek[value];
      firstPeek[value] = row;
    } else if (kind === Kind.Empty) empty.push(row);
    else if (kind === Kind.Free) free.push(row);
  }
  for (let row = 0; row < part.size; row++) {
    const kind = kinds[part.label[row]];
    if (kind !== Kind.Remove && (kind !== Kind.Peek || part.ret[row] === PENDING)) continue;
    const value = valueIds[part.label[row]];
    if (insert[value] < 0)
      return violation(part, [row], `${words(part, row)}, but no operation put that value in`);
    if (kind === Kind.Peek) continue;
    if (remove[value] >= 0)
      return violation(
        part,
        [insert[value], remove[value], row],
        `${words(part, remove[value])} and ${words(part, row)} removed the same value, put in only once by ${words(part, insert[value])}`,
      );
    remove[value] = row;
  }
  const kept: number[] = [];
  for (let row = 0; row < part.size; row++) {
    if (kinds[part.label[row]] !== Kind.Insert) continue;
    const value = valueIds[part.label[row]];
    if (part.ret[row] !== PENDING || remove[value] >= 0 || firstPeek[value] >= 0) kept.push(value);
  }
  return {
    insert: pick(insert, kept),
    remove: pick(remove, kept),
    firstPeek: pick(firstPeek, kept),
    nextPeek,
    empty,
    free,
  };
}
