import { fingerprint } from "../../text/fingerprint.js";
import { neededOrders, type Relation } from "./needed-orders.js";
import { type Pattern, shapeOf } from "./shape.js";

/** The cause of a violation. */
export interface Found {
  readonly criterion: string;
  readonly kind: string;
  /** The bad pattern by its name in the literature, where it has one. */
  readonly name?: string | undefined;
  readonly pattern: Pattern;
  /** Whether the pattern with fewer orders is a violation by itself. Absent: all of them count. */
  readonly stillFails?: (before: Relation) => boolean;
}

/**
 * The cause of a violation as a short text: the same for violations of one criterion and type whose cores are
 * the same operations in the same needed orders, up to the names of sessions, objects, keys and values, the
 * ids and the times.
 */
export function causeOf({ criterion, kind, name = "", pattern, stillFails }: Found): string {
  const { type, initial, before } = pattern;
  const first = shapeOf(pattern);
  const needed = stillFails?.(before) === true ? neededOrders(before, first.order, stillFails) : before;
  const { text } = needed === before ? first : shapeOf({ ...pattern, before: needed });
  return fingerprint([criterion, type, JSON.stringify(initial ?? null), kind, name, text].join("\n"));
}
