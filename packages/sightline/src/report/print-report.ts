import { type History, type Result, refuseUnknown } from "@sightline/core";
import { viewOperations } from "@sightline/fleet";
import { forTerminal, styleFor } from "../render/style.js";
import { renderReport } from "./render-report.js";

/** Options of `printReport`. */
export interface ReportOptions {
  /** What the history is called. Default: its own name, or `history`. */
  readonly title?: string;
  /** Whether to colour it, for a terminal. Default: false. */
  readonly colours?: boolean;
  /** The columns to fit it in, at least 40. Default: 100. */
  readonly width?: number;
}

/**
 * What `sightline check` prints of a result: one line, and below it why a history is violated or unknown.
 * Ends in a newline.
 *
 * ```ts
 * const result = check(history);
 * if (result.verdict !== "satisfied") process.stderr.write(printReport(history, result));
 * ```
 */
export function printReport(history: History, result: Result, options: ReportOptions = {}): string {
  refuseUnknown("option", options, ["title", "colours", "width"]);
  const { title = history.name ?? "history", colours = false, width = 100 } = options;
  const operations =
    result.verdict === "violated" ? viewOperations(history, result.violation.operations) : [];
  const report = { file: title, index: 0, name: null, size: history.size, result, operations };
  const style = styleFor({ isTTY: true, columns: width }, colours ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" });
  return forTerminal(renderReport(report, style));
}
