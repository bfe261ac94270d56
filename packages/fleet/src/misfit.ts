import { type History, HistoryError } from "@sightline/core";
import type { Input, Job } from "./job.js";
import type { InvalidInput } from "./report.js";
import { typeFault } from "./type-fault.js";

/** What an exception says of a history that does not fit its type, or of a user's type; else it is a bug. */
export function misfit(
  error: unknown,
  history: History,
  input: Pick<Input, "name">,
  job: Pick<Job, "type" | "typeLoader">,
): InvalidInput | undefined {
  if (error instanceof HistoryError)
    return { file: input.name, ...locate(history, error), reason: error.message, code: error.code };
  const reason = typeFault(error, job);
  return reason === undefined ? undefined : { file: input.name, reason, code: "SL1401" };
}

/** Where in its file an error of a whole history stands, as far as the history remembers. */
function locate(history: History, error: HistoryError): Pick<InvalidInput, "line" | "column"> {
  const [list, id] = error.path;
  const line = history.lines?.[list === "operations" && typeof id === "number" ? id : 0] ?? 0;
  return { line: Math.max(1, line), column: 1 };
}
