import { createHistoryBuilder, type OperationRecord } from "@sightline/core/history/builder.js";
import { HistoryError } from "@sightline/core/history/error.js";
import type { History } from "@sightline/core/history/history.js";

/** The history of these operations, whatever they are: some tests want it refused. */
export function buildHistory(operations: readonly unknown[], header: object = {}): History {
  const builder = createHistoryBuilder(header);
  for (const operation of operations) builder.add(operation as OperationRecord);
  return builder.finish();
}

/** Path and reason of the error that building the history throws; throws itself where it is accepted. */
export function refusal(
  operations: readonly unknown[],
  header: object = {},
): [path: unknown, reason: string] {
  try {
    buildHistory(operations, header);
  } catch (error) {
    if (error instanceof HistoryError) return [error.path, error.message];
    throw error;
  }
  throw new Error("it was accepted");
}
