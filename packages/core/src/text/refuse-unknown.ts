import { HistoryError } from "../history/error.js";
import { didYouMean } from "./did-you-mean.js";

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
    const hint = didYouMean(key, known, `the ${what}s are ${known.join(", ")}`);
    throw new HistoryError("SL1301", `unknown ${what} "${key}": ${hint}`, [...path, key]);
  }
}
