import { type AnnotationRecord, checkAnnotations } from "./annotations.js";
import { checkFields } from "./check-fields.js";
import { checkValue } from "./check-value.js";
import { HistoryError, pathed } from "./error.js";
import type { Seen } from "./history.js";
import type { Value } from "./value.js";

/** The fields of a history other than its operations, as in its JSON form. */
export interface HistoryHeader {
  readonly type?: string;
  readonly name?: string;
  readonly seen?: Seen;
  readonly initial?: Value;
  readonly happensBefore?: readonly (readonly [number, number])[];
  /** What else happened while it was recorded: faults, deliveries. Data only: no criterion looks at it. */
  readonly annotations?: readonly AnnotationRecord[];
}

const headerFields = ["type", "name", "seen", "initial", "operations", "happensBefore", "annotations"];

/** Checks the header's own fields. Throws a `HistoryError`. */
export function checkHeader(header: object): asserts header is HistoryHeader {
  const { type, name, seen, initial, annotations } = header as Record<string, unknown>;
  if (type !== undefined && typeof type !== "string")
    throw new HistoryError("SL1002", `"type" must be a string`, ["type"]);
  if (name !== undefined && name !== null && typeof name !== "string")
    throw new HistoryError("SL1002", `"name" must be a string`, ["name"]);
  if (seen !== undefined) checkSeen(seen);
  checkFields(header, headerFields, []);
  if (initial !== undefined) pathed(() => checkValue(initial), ["initial"]);
  if (annotations !== undefined) checkAnnotations(annotations);
}

/** Checks how often a history was seen: a count, and of how many. Throws a `HistoryError`. */
function checkSeen(seen: unknown): asserts seen is Seen {
  if (seen === null || typeof seen !== "object" || Array.isArray(seen))
    throw new HistoryError("SL1002", `"seen" must be an object such as {"count": 3, "of": 1000}`, ["seen"]);
  const fail = (reason: string, field: string): never => {
    throw new HistoryError("SL1002", reason, ["seen", field]);
  };
  const { count, of } = seen as Record<string, unknown>;
  if (!Number.isSafeInteger(count) || (count as number) < 1)
    fail(`"count" must be a whole number, at least 1`, "count");
  if (of !== undefined && (!Number.isSafeInteger(of) || (of as number) < (count as number)))
    fail(`"of" must be a whole number, at least "count"`, "of");
  for (const field of Object.keys(seen))
    if (field !== "count" && field !== "of") fail(`"seen" has "count" and "of", no "${field}"`, field);
}
