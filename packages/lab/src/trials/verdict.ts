import { hardlyOverlapped } from "../object/hardly-overlapped.js";
import { isViolation, type ProgramResult } from "./run-tests.js";

/**
 * What a program came to: `skipped` where the object does not take it; `unknown` where nothing wrong was
 * seen, but that means nothing, for its threads hardly overlapped or its calls did not return.
 */
export type ProgramVerdict = "admitted" | "violated" | "skipped" | "unknown";

/** The verdict on what was seen of a program. */
export function verdictOf(result: ProgramResult): ProgramVerdict {
  if (isViolation(result)) return "violated";
  if (result.failure?.kind === "rejected") return "skipped";
  return result.failure !== undefined || result.executions === 0 || hardlyOverlapped(result)
    ? "unknown"
    : "admitted";
}
