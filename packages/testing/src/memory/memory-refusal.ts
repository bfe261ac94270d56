import type { History } from "@sightline/core/history/history.js";
import type { OperationRecord } from "@sightline/core/history/builder.js";
import { parseHistory } from "@sightline/core/history/parse-history.js";
import type { MemoryModel } from "@sightline/core/criteria/memory-models.js";
import type { Witness } from "@sightline/core/result.js";
import { verifyMemory } from "@sightline/core/witness/verify-memory.js";
import { fromRecord, type HistoryRecord } from "../history/history-record.js";

/** Why the verifier refuses a witness; `undefined` where it does not. */
export function refusal(history: History | string, model: MemoryModel, witness: Witness): string | undefined {
  const read = typeof history === "string" ? parseHistory(history) : history;
  const verification = verifyMemory(read, { model }, witness);
  return verification.valid ? undefined : verification.reason;
}

/** A history of reads and writes from its record. */
export const historyOf = (record: HistoryRecord): History => fromRecord(record) as History;

/** A write as a history records it. */
export const writeOf = (session: number, variable: string, value: number | null): OperationRecord => ({
  session,
  method: "write",
  args: [variable, value],
});

/** A read as a history records it; without a result it was not observed. */
export const readOf = (session: number, variable: string, result?: number | null): OperationRecord => ({
  session,
  method: "read",
  args: [variable],
  ...(result !== undefined && { result }),
});

/** Store buffering, and a run of the machine that shows it. */
export const storeBuffering = "{ write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }";
export const storeBufferRun = {
  linearization: [1, 3, 0, 2],
  execution: [0, 2, 1, 3, 0, 2],
  storeOrder: { x: [0], y: [2] },
};
