import { crc32 } from "node:zlib";

/** A line of a journal: the checksum of what follows it, and that. */
export function lineOf(text: string): string {
  return `${checksum(text)} ${text}\n`;
}

/** The text of a line without its line break; `undefined` where it is damaged. */
export function textOf(line: Buffer): string | undefined {
  const text = line.toString("utf8", 9);
  return line[8] === SPACE && line.toString("latin1", 0, 8) === checksum(text) ? text : undefined;
}

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, "0");

const [SPACE, NEWLINE] = [32, 10];

/** A stretch of a file. */
export interface Stretch {
  readonly offset: number;
  readonly length: number;
}

/** How many bytes are read at a time. */
const BLOCK = 1 << 20;

/** The lines that end with a line break, each with its place; `read` gives the bytes at an offset, none at the end. */
export function* linesIn(
  read: (offset: number, length: number) => Buffer,
): Generator<Stretch & { readonly line: Buffer }> {
  let held: Buffer = Buffer.alloc(0);
  let offset = 0;
  for (;;) {
    const block = read(offset + held.length, BLOCK);
    if (block.length === 0) return;
    held = held.length === 0 ? block : Buffer.concat([held, block]);
    let begin = 0;
    for (let end = held.indexOf(NEWLINE); end >= 0; end = held.indexOf(NEWLINE, begin)) {
      yield { offset: offset + begin, length: end - begin, line: held.subarray(begin, end) };
      begin = end + 1;
    }
    held = held.subarray(begin);
    offset += begin;
  }
}
