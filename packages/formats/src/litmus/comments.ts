import { fail, type Scanner, scannerOf } from "./scanner.js";

/**
 * Blanks out the comments of a test, so that all else keeps its place. They are OCaml's, `(* … *)`, which
 * nest; but inside the functions of a C test `(*` begins an expression, and comments are those of C. `//`
 * begins one to the end of the line everywhere, and `#` outside C.
 */
export function blankComments(scanner: Scanner, isC: boolean): Scanner {
  const { text, origin } = scanner;
  const characters = text.split("");
  let braces = 0;
  let groups = 0;
  const blank = (from: number, to: number): number => {
    for (let i = from; i < to; i++) if (characters[i] !== "\n") characters[i] = " ";
    return to;
  };
  for (let at = 0; at < text.length; ) {
    // The first braces hold the initial state.
    const inCode = isC && braces > 0 && groups > 1;
    const two = text.slice(at, at + 2);
    if (!inCode && two === "(*") at = blank(at, endOfComment(scanner, at));
    else if (!inCode && braces === 0 && text[at] === '"') at = endOfString(text, at);
    else if (two === "//" || (!isC && text[at] === "#")) at = blank(at, endOr(text, "\n", at));
    else if (inCode && two === "/*") {
      const end = text.indexOf("*/", at + 2);
      if (end < 0) fail(scanner, "this comment does not end", at);
      at = blank(at, end + 2);
    } else {
      if (text[at] === "{" && ++braces === 1) groups++;
      else if (text[at] === "}") braces = Math.max(0, braces - 1);
      at++;
    }
  }
  return scannerOf(characters.join(""), origin);
}

/** Where the comment ends that begins at `start`. */
function endOfComment(scanner: Scanner, start: number): number {
  const mark = /\(\*|\*\)/gu;
  mark.lastIndex = start;
  let depth = 0;
  for (let found = mark.exec(scanner.text); found !== null; found = mark.exec(scanner.text)) {
    depth += found[0] === "(*" ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return fail(scanner, "this comment does not end", start);
}

/** Where the string ends that begins at `start`: on its line. */
function endOfString(text: string, start: number): number {
  const end = text.indexOf('"', start + 1);
  return end < 0 ? start + 1 : Math.min(end + 1, endOr(text, "\n", start));
}

function endOr(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from);
  return found < 0 ? text.length : found;
}
