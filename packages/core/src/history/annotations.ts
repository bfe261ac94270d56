import { checkFields } from "./check-fields.js";
import { checkValue } from "./check-value.js";
import { HistoryError, pathed } from "./error.js";
import type { Annotation, Clock } from "./history.js";
import type { Instants } from "./instants.js";

/** An annotation as in the JSON form of a history. */
export interface AnnotationRecord {
  /** When it happened or began, by the clock of `call` and `return`. */
  readonly at: number | string | bigint;
  /** When it ended. Without it, it took no time. */
  readonly until?: number | string | bigint | undefined;
  readonly text: string;
  /** Whom it is about, where it is about one session. */
  readonly session?: string | number | undefined;
}

const fields = ["at", "until", "text", "session"];

/** Checks annotations but for their times, which are compared with those of operations later. Throws a `HistoryError`. */
export function checkAnnotations(given: unknown): asserts given is readonly AnnotationRecord[] {
  if (!Array.isArray(given))
    throw new HistoryError(
      "SL1002",
      `"annotations" must be an array of objects such as {"at": 3, "text": "node 1 is killed"}`,
      ["annotations"],
    );
  given.forEach((one: unknown, index) => pathed(() => checkAnnotation(one), ["annotations", index]));
}

function checkAnnotation(given: unknown): void {
  if (given === null || typeof given !== "object" || Array.isArray(given))
    throw new HistoryError("SL1002", "an annotation must be an object");
  checkFields(given, fields, []);
  const { at, text, session } = given as Record<string, unknown>;
  if (at === undefined) throw new HistoryError("SL1002", `"at" is missing`);
  if (typeof text !== "string")
    throw new HistoryError("SL1002", text === undefined ? `"text" is missing` : `"text" must be a string`, [
      "text",
    ]);
  if (session === undefined) return;
  if (typeof session !== "number" && typeof session !== "string")
    throw new HistoryError("SL1002", `"session" must be a number or a string`, ["session"]);
  pathed(() => checkValue(session), ["session"]);
}

/** Annotations among the events of a history, and their moments. */
export interface PlacedAnnotations {
  readonly annotations: readonly Annotation[];
  readonly moments: NonNullable<Clock["annotations"]>;
}

/** Places annotations among the events of the first `size` operations. Throws a `HistoryError`. */
export function placeAnnotations(
  given: readonly AnnotationRecord[],
  instants: Instants,
  size: number,
): PlacedAnnotations {
  const places = instants.place(size, given);
  return {
    annotations: given.map(({ text, session }, index) => ({
      ...places[index].position,
      text,
      ...(session !== undefined && { session }),
    })),
    moments: places.map(({ moment }) => moment),
  };
}
