import { understand } from "../../ask/understand.js";
import { createBudget, orExhausted } from "../../budget.js";
import type { CriterionSpec } from "../../criteria/criterion.js";
import { type History, labelOf } from "../../history/history.js";
import { select } from "../../history/select.js";
import { equal } from "../../history/value.js";
import { boundsOf, type Limits } from "../../limits.js";
import type { Violation } from "../../result.js";
import type { SequentialType } from "../../types/type.js";
import { searchPartials } from "./search-partials.js";

/** What is asked about a violation. */
export interface PartialOrderOptions {
  /** The sequential type: itself, or the name of a built-in one. Default: the history's. */
  readonly type?: SequentialType | string;
  /** The criterion that is violated. Default: as `check` has it. */
  readonly criterion?: string;
  /** What the search may use. */
  readonly limits?: Limits;
}

/** Longest partial linearizations of a history, or of the part of it that fails. */
export interface PartialOrders {
  /**
   * The longest first. For each operation that is in any, the first that has it is a longest with it; each has an
   * operation that none before it has.
   */
  readonly orders: readonly PartialOrder[];
  /** The operations of the part. */
  readonly among: readonly number[];
  /** Whether all was tried: none is longer then, and an operation that is in none can be in none. */
  readonly complete: boolean;
  /** Whether all that were found are in `orders`; else the shortest were left out. */
  readonly all: boolean;
}

/** An order of operations with which a linearization might begin. */
export interface PartialOrder {
  readonly order: readonly number[];
  /** The operations whose turn it would be next, and that cannot return from its last state what they returned. */
  readonly refused: readonly number[];
}

/** The most operations that all orders tell together. */
const MOST_TOLD = 200_000;

/**
 * How far orders of a history lead that has none: for each operation, a longest partial linearization that contains it
 * (as Porcupine shows them). A partial linearization is an order of some operations in which each comes after all that
 * must come before it (those that may never have taken effect may be missing) and returns what it returned.
 * `undefined` for criteria that ask for more than one order.
 *
 * ```ts
 * const history = parseHistory("register { write(1); read() => 2 } || { read() => 1 }");
 * partialOrders(history)?.orders; // [{ order: [0, 2], refused: [1] }]
 * ```
 */
export function partialOrders(
  history: History,
  options: PartialOrderOptions = {},
  { part, prefix = [] }: Pick<Violation, "part" | "prefix"> = {},
): PartialOrders | undefined {
  const { limits, ...asked } = options;
  const { criterion, type, initial } = understand(history, asked);
  if (!asksForOneOrder(criterion)) return undefined;
  const budget = createBudget(boundsOf(limits));
  const { history: selected, ids } = select(history, idsOf(history, type, part));
  const placeOf = new Map(Array.from(ids, (id, place) => [id, place]));
  const { reach, complete, refusedAfter } = searchPartials(
    {
      history: selected,
      type,
      initial,
      useTime: criterion.kind === "linearizability" && history.timed,
      hint: prefix.flatMap((id) => placeOf.get(id) ?? []),
    },
    budget,
  );
  const orders: PartialOrder[] = [];
  let told = 0;
  const tell = (order: readonly number[]): void => {
    told += order.length;
    orders.push({
      order: order.map((place) => ids[place]),
      refused: orExhausted(
        () => refusedAfter(order),
        () => [],
      ).map((place) => ids[place]),
    });
  };
  const isTold = new Uint8Array(ids.length);
  const rest = Array.from(ids.keys()).filter((place) => reach.lengthWith(place) > 0);
  rest.sort((a, b) => reach.lengthWith(b) - reach.lengthWith(a) || a - b);
  let all = true;
  const mark = (order: readonly number[]): readonly number[] => {
    for (const place of order) isTold[place] = 1;
    return order;
  };
  const longest = reach.longest();
  if (longest.length > 0) tell(mark(longest));
  for (const place of rest) {
    if (isTold[place] === 1) continue;
    all = told + reach.lengthWith(place) <= MOST_TOLD;
    if (!all) break;
    tell(mark(reach.longestWith(place)));
  }
  return { orders, among: Array.from(ids), complete, all };
}

/** Whether the criterion asks for one order of all operations that explains each. */
const asksForOneOrder = ({ kind, name }: CriterionSpec): boolean =>
  kind === "linearizability" || kind === "sequential" || (kind === "memory" && name === "sc");

/** The operations of the part that fails, of the whole history where it is not told. */
function idsOf(history: History, type: SequentialType, part: Violation["part"]): Int32Array {
  const all = Int32Array.from({ length: history.size }, (_, id) => id);
  if (part === undefined) return all;
  const key = part.key as Parameters<typeof equal>[0] | undefined;
  return all.filter((id) => {
    if (part.object !== undefined && history.objects[history.object[id]] !== part.object) return false;
    const touched = key === undefined ? undefined : type.partition?.(labelOf(history, id));
    return key === undefined || (touched !== undefined && equal(touched, key));
  });
}
