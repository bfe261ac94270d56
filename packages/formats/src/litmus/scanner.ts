import { PlacedError } from "../input-error.js";
import type { Place } from "../native/locate.js";

/** A text, where it stands in its file, and how far it has been read. */
export interface Scanner {
  readonly text: string;
  /** The place of the text's first character. */
  readonly origin: Place;
  position: number;
}

/** A scanner at the beginning of a text. */
export const scannerOf = (text: string, origin: Place): Scanner => ({ text, origin, position: 0 });

/** Scanner → where each line of its text begins: every access of a test has a place. */
const lineStarts = new WeakMap<Scanner, readonly number[]>();

/** Where the character at `offset` stands in the file. */
export function placeAt(scanner: Scanner, offset: number): Place {
  const { text, origin } = scanner;
  const starts = lineStarts.get(scanner) ?? [
    0,
    ...Array.from(text.matchAll(/\n/gu), ({ index }) => index + 1),
  ];
  lineStarts.set(scanner, starts);
  let line = 0;
  for (let high = starts.length - 1; line < high; ) {
    const middle = (line + high + 1) >> 1;
    if (starts[middle] <= offset) line = middle;
    else high = middle - 1;
  }
  const column = Array.from(text.slice(starts[line], offset)).length + 1;
  return line === 0
    ? { line: origin.line, column: origin.column + column - 1 }
    : { line: origin.line + line, column };
}

/** Throws a `PlacedError` at a place. */
export function failAtPlace({ line, column }: Place, reason: string): never {
  throw new PlacedError(reason, line, column);
}

/** Throws a `PlacedError` at the scanner's position, or at another. */
export function fail(scanner: Scanner, reason: string, offset = scanner.position): never {
  return failAtPlace(placeAt(scanner, offset), reason);
}

/** What comes next, for error messages: a word or a character. */
export function describeNext(scanner: Scanner): string {
  const next = /[\w$%.]+|\S/uy;
  next.lastIndex = scanner.position;
  const found = next.exec(scanner.text)?.[0];
  return found === undefined ? "the end of the test" : JSON.stringify(found.slice(0, 40));
}

/** Skips blanks. */
export function skipBlanks(scanner: Scanner): void {
  const { text } = scanner;
  while (scanner.position < text.length && /\s/u.test(text[scanner.position])) scanner.position++;
}

/**
 * Takes what `pattern`, which must be sticky, matches after blanks; `undefined` (and no blank taken) where it
 * matches nothing.
 */
export function take(scanner: Scanner, pattern: RegExp): string | undefined {
  const start = scanner.position;
  skipBlanks(scanner);
  pattern.lastIndex = scanner.position;
  const found = pattern.exec(scanner.text)?.[0];
  if (found === undefined) scanner.position = start;
  else scanner.position += found.length;
  return found;
}

/** Takes what `pattern` matches after blanks, or fails. */
export function expectNext(scanner: Scanner, pattern: RegExp, what: string): string {
  const found = take(scanner, pattern);
  if (found !== undefined) return found;
  skipBlanks(scanner);
  return fail(scanner, `expected ${what}, not ${describeNext(scanner)}`);
}

/** A name of a location, a register or a type. */
export const namePattern = /[A-Za-z_]\w*/y;
