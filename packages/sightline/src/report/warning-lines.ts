import { visible } from "../render/visible.js";
import { historyTitle } from "./history-title.js";

/** `file: warning: 0 operations`: what to know before one trusts the answer, on standard error; nothing where there is nothing to say. */
export function warningLines(
  history: Parameters<typeof historyTitle>[0],
  warnings: readonly string[] = [],
): string {
  return warnings.map((words) => `${visible(historyTitle(history))}: warning: ${visible(words)}\n`).join("");
}
