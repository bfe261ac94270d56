import { nearest } from "../text/nearest.js";
import { HistoryError } from "./error.js";

/** Refuses a field whose name is a slip of a known one: silently ignored, it would change the verdict. */
export function checkFields(
  record: object,
  known: readonly string[],
  path: readonly (string | number)[],
): void {
  for (const field of Object.keys(record)) {
    if (known.includes(field)) continue;
    const meant = nearest(field, known);
    if (meant !== undefined)
      throw new HistoryError("SL1003", `unknown field "${field}": did you mean "${meant}"?`, [
        ...path,
        field,
      ]);
  }
}
