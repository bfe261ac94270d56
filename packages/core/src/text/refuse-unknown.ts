import { HistoryError } from "../history/error.js";
import { nearest } from "./nearest.js";

/**
 * Refuses a key that is none of the known ones: silently ignored, it would change the answer.
 * @param what what such a key is, such as `option`
 * @param path where the object stands
 */
export function refuseUnknown(
  what: string,
  given: object,
  known: readonly string[],
  path: readonly string[] = [],
): void {
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    const meant = nearest(key, known);
    const hint = meant === undefined ? `the ${what}s are ${known.join(", ")}` : `did you mean "${meant}"?`;
    throw new HistoryError("SL1301", `unknown ${what} "${key}": ${hint}`, [...path, key]);
  }
}
