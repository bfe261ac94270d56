import { HistoryError } from "../../history/error.js";

/**
 * What is wrong with a text in the axiom language, and where: line and column count from 1. The message
 * shows the line, with carets under the offending token.
 */
export class AxiomError extends HistoryError {
  /** The reason alone, in one line. */
  readonly reason: string;
  readonly line: number;
  readonly column: number;

  constructor(reason: string, text: string, start: number, end: number) {
    const lineStart = text.lastIndexOf("\n", start - 1) + 1;
    const lineEnd = text.indexOf("\n", start) < 0 ? text.length : text.indexOf("\n", start);
    const source = text.slice(lineStart, lineEnd).replace(/\r$/, "");
    const margin = text.slice(lineStart, start).replace(/[^\t]/gu, " ");
    const carets = text.slice(start, Math.min(end, lineEnd)).replace(/./gu, "^") || "^";
    super(`${reason}\n  ${source}\n  ${margin}${carets}`);
    this.reason = reason;
    this.line = text.slice(0, lineStart).split("\n").length;
    this.column = start - lineStart + 1;
  }
}
