import { type HistoryBuilder, HistoryError, type OperationRecord } from "@sightline/core";
import { PlacedError } from "./input-error.js";

/** Adds an operation that begins at a place of its file; what is wrong with it is told with that place. */
export function addOperation(
  builder: HistoryBuilder,
  operation: OperationRecord,
  line: number,
  column = 1,
): void {
  try {
    builder.add(operation, line);
  } catch (error) {
    if (!(error instanceof HistoryError)) throw error;
    throw new PlacedError(error.message, line, column, error.code);
  }
}
