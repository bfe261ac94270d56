import { createHistoryBuilder } from "@sightline/core/history/builder.js";
import { HistoryError } from "@sightline/core/history/error.js";
import type { History } from "@sightline/core/history/history.js";
import type { HistoryRecord } from "@sightline/core/history/record.js";

export { type HistoryRecord, recordOf as toRecord } from "@sightline/core/history/record.js";

/** The history of a record, or `undefined` where its declared happens-before is cyclic. */
export function fromRecord({ operations, ...header }: HistoryRecord): History | undefined {
  const builder = createHistoryBuilder(header);
  for (const operation of operations) builder.add(operation);
  try {
    return builder.finish();
  } catch (error) {
    if (error instanceof HistoryError && error.path[0] === "happensBefore") return undefined;
    throw error;
  }
}
