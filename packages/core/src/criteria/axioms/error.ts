import { HistoryError } from "../../history/error.js";
import { shorten } from "../../text/shorten.js";

/** How much of a long line is shown before and after the place. */
const BEFORE = 60;
const AFTER = 100;

/**
 * What is wrong with a text in the axiom language, and where: line and column count from 1. The message
 * shows the line, or as much of it as people read, with carets under the offending token.
 */
export class AxiomError extends HistoryError {
  /** The reason alone, in one line. */
  readonly reason: string;
  readonly line: number;
  readonly column: number;

  constructor(reason: string, text: string, start: number, end: number) {
    const lineStart = start === 0 ? 0 : text.lastIndexOf("\n", start - 1) + 1;
    const lineEnd = text.indexOf("\n", start) < 0 ? text.length : text.indexOf("\n", start);
    const shown = { from: Math.max(lineStart, start - BEFORE), to: Math.min(lineEnd, start + AFTER) };
    const [before, after] = [shown.from > lineStart ? "…" : "", shown.to < lineEnd ? "…" : ""];
    const source = text.slice(shown.from, shown.to).replace(/\r$/, "");
    const margin = (before + text.slice(shown.from, start)).replace(/[^\t]/gu, " ");
    const carets = text.slice(start, Math.min(end, shown.to)).replace(/./gu, "^") || "^";
    super("SL1201", `${reason}\n  ${before}${source}${after}\n  ${margin}${carets}`);
    this.reason = shorten(reason);
    this.line = text.slice(0, lineStart).split("\n").length;
    this.column = start - lineStart + 1;
  }
}
