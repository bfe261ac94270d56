import type { Value } from "@sightline/core";
import { type Call, isUpdate } from "./workload.js";

/**
 * Queries that together show all that these calls have changed, and what earlier queries showed: asked when all is
 * delivered, all must answer alike.
 */
export function finalReads(
  type: string,
  calls: readonly Call[],
  earlier: readonly Call[] = [],
): readonly Call[] {
  const query = perKey[type];
  if (query === undefined) return [{ method: "read", args: [] }];
  const updates = calls.filter(({ method }) => isUpdate(method));
  const keys = new Set([...earlier, ...updates].map(({ args }) => args[0]));
  return [...keys].map((key) => ({ method: query, args: [key] }));
}

/** What asks for one key. */
const perKey: Readonly<Record<string, string>> = { map: "get", set: "contains", rpq: "score" };

/** A query, and what was answered. */
export interface FinalRead extends Call {
  readonly result: Value;
}

/** Where one window of a long run ends, and the next begins. */
export interface WindowEnd {
  /** The number of the next. */
  readonly next: number;
  /** What all replicas show, as `initial` of a history takes it. */
  readonly state: Value;
  /** What showed it. */
  readonly reads: readonly Call[];
  /** The last unique value that was written. */
  readonly written: number;
}

/** The state that final reads show, as `initial` of a history takes it; `undefined` where they do not show all of it. */
export function stateShown(type: string, reads: readonly FinalRead[]): Value | undefined {
  switch (type) {
    case "map":
      return reads.filter(({ result }) => result !== null).map(({ args, result }) => [args[0], result]);
    case "set":
      return reads.filter(({ result }) => result === true).map(({ args }) => args[0]);
    case "register":
    case "counter":
    case "pn-counter":
    case "list":
    case "sequence":
      return reads[0]?.result;
    default:
      return undefined;
  }
}
