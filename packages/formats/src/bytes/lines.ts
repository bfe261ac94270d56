import { type ByteWindow, fetchMore, skipLine } from "./window.js";

/** One line of an input, without its line break. */
export interface Line {
  readonly text: string;
  /** From 1. */
  readonly number: number;
}

const NEWLINE = 10;
const RETURN = 13;
const MAX_LINE = 1 << 26;

/** The lines of an input, one at a time; bytes that are not UTF-8 become U+FFFD. */
export async function* readLines(window: ByteWindow): AsyncGenerator<Line> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  for (;;) {
    const found = window.bytes.indexOf(NEWLINE, window.position);
    const complete = found >= 0 && found < window.end;
    if (!complete && !window.done && window.end - window.position < MAX_LINE) {
      await fetchMore(window);
      continue;
    }
    const { position, line: number } = window;
    let end = complete ? found : window.end;
    if (!complete && position === end) return;
    if (end > position && window.bytes[end - 1] === RETURN) end--;
    const text = decoder.decode(window.bytes.subarray(position, end));
    await skipLine(window);
    yield { text, number };
  }
}
