import { stripVTControlCharacters } from "node:util";
import { forTerminal } from "../../render/style.js";

/** A block of lines on a terminal that is drawn again and again in its place. */
export interface LiveBlock {
  show(text: string): void;
  /** Takes the block off the screen. */
  clear(): void;
}

type Terminal = Pick<NodeJS.WriteStream, "isTTY" | "columns" | "write">;

/** Nobody reads faster than this. */
const EVERY = 200;

/** A block that is never shown. */
export const noLiveBlock: LiveBlock = { show() {}, clear() {} };

/** A live block where the stream is a terminal; else one that does nothing. */
export function createLiveBlock(
  stream: Terminal = process.stdout,
  now: () => number = () => performance.now(),
): LiveBlock {
  if (!stream.isTTY) return noLiveBlock;
  let lines = 0;
  let last = -Infinity;
  const erase = (): string => (lines === 0 ? "" : `\u001b[${lines}A\u001b[J`);
  return {
    show(block) {
      if (now() < last + EVERY) return;
      last = now();
      const text = forTerminal(block);
      stream.write(erase() + text);
      lines = screenLines(text, stream.columns || Infinity);
    },
    clear() {
      if (lines > 0) stream.write(erase());
      lines = 0;
    },
  };
}

/** How many lines of the screen a text takes that ends in a newline: what is too long goes on below. */
function screenLines(text: string, columns: number): number {
  const visible = stripVTControlCharacters(text).split("\n").slice(0, -1);
  return visible.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
}
