import { architectures } from "./parse.js";

/** `X86 SB`: an architecture and the name of a test, with or without more names, a string or a comment. */
export const testHeader = new RegExp(
  String.raw`^\s*(?:${architectures.join("|")})[ \t]+[^\s{}()=|;"]+\s*(?:\([^*()]*\)\s*)?(?:"[^"]*"\s*)?(?:(?:\(\*|//|#).*)?$`,
  "u",
);

/** `Test SB Allowed`: the beginning of a log. */
export const logHeader = /^\s*Test\s+(\S+)(?:\s+[A-Z][a-z]+)?\s*$/u;

/** `Histogram (4 states)` of litmus7 or `States 4` of herd. */
export const statesHeader = /^\s*(?:Histogram \((\d+) states?\)|States (\d+))\s*$/u;

/** The frame that litmus7 prints around the name of a test's file. */
export const frame = /^%/u;

/** Whether text is a litmus test or a log of one. */
export function isLitmusText(beginning: string): boolean {
  const text = beginning.replace(/^(?:\s+|[%#][^\n]*|\/\/[^\n]*|\(\*[^]*?\*\))+/u, "");
  const end = text.indexOf("\n");
  const first = end < 0 ? text : text.slice(0, end);
  return (
    testHeader.test(first) ||
    statesHeader.test(first) ||
    /^Test \S+ (?:Allowed|Forbidden|Required)\s*$/u.test(first)
  );
}
