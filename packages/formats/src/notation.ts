import { HistoryError, NotationError, parseHistory } from "@sightline/core";
import { readLines } from "./bytes/lines.js";
import type { ByteWindow } from "./bytes/window.js";
import { PlacedError } from "./input-error.js";
import type { Found } from "./item.js";

/** Follows the braces of a text in the notation, line by line. */
interface Scanner {
  depth: number;
  /** Parentheses that are open in front of the sessions: braces in them are values. */
  front: number;
  /** Whether a session has ended. */
  closed: boolean;
  /** Whether anything but blanks and comments has been seen since the last history. */
  some: boolean;
  /** Whether the last thing seen was `||` or a comma between edges: more must follow. */
  more: boolean;
}

const piece = /"(?:[^"\\]|\\.)*"?|#.*|\/\/.*|[{}[\]()]|\|\||\S/gu;

const newScanner = (): Scanner => ({ depth: 0, front: 0, closed: false, some: false, more: false });

/** How a line begins that belongs to the history before it. */
const goesOn = /^\s*(?:\|\||with\s+[^\s{])/u;

function scan(scanner: Scanner, line: string): void {
  for (const [found] of line.matchAll(piece)) {
    if (found.startsWith("#") || found.startsWith("//")) continue;
    scanner.some = true;
    scanner.more = found === "||" || (found === "," && scanner.depth === 0);
    if (scanner.depth === 0 && (found === "(" || found === ")")) scanner.front += found === "(" ? 1 : -1;
    if (scanner.front > 0) continue;
    if (found === "{") scanner.depth++;
    else if (found === "}") {
      scanner.depth--;
      scanner.closed = true;
    }
  }
}

/**
 * Reads histories in the notation: any number of them in one file, each ending on a line where its braces
 * are closed, unless `||` stands at the end of that line, or `||` or `with` at the beginning of the next.
 */
export async function* readNotation(window: ByteWindow, type: string | undefined): AsyncGenerator<Found> {
  let lines: string[] = [];
  let firstLine = 1;
  let scanner = newScanner();

  const finish = (): Found => {
    try {
      return {
        history: withLines(parseHistory(lines.join("\n"), type === undefined ? {} : { type }), firstLine),
      };
    } catch (error) {
      if (error instanceof NotationError)
        return {
          error: new PlacedError(error.message, error.line + firstLine - 1, error.column, error.code),
        };
      if (error instanceof HistoryError)
        return { error: new PlacedError(error.message, firstLine, 1, error.code) };
      throw error;
    }
  };

  for await (const { text, number } of readLines(window)) {
    const blank = /^\s*(?:#|\/\/|$)/u.test(text);
    const complete = scanner.closed && scanner.depth <= 0 && !scanner.more;
    if (complete && !blank && !goesOn.test(text)) {
      yield finish();
      [lines, scanner] = [[], newScanner()];
    }
    if (!scanner.some && blank) continue;
    if (lines.length === 0) firstLine = number;
    lines.push(text);
    scan(scanner, text);
  }
  if (scanner.some) yield finish();
}

/** Lines counted from the beginning of the file: those of a history that nobody else has seen yet. */
function withLines<H extends { readonly lines: Int32Array | undefined }>(history: H, firstLine: number): H {
  const { lines } = history;
  if (lines !== undefined) for (let id = 0; id < lines.length; id++) lines[id] += firstLine - 1;
  return history;
}
