import { typeNames } from "@sightline/core";
import type { FormatName } from "./sniff.js";

/**
 * Whether an input that was taken for a format, and could not be read, was meant to be a history. Formats
 * are told apart by a few characters, which other files have too: `{` begins a history in JSON and a
 * `package.json`, `{:` Jepsen's events and its `results.edn`. A history that is only damaged has more.
 *
 * @param beginning may be cut off anywhere
 */
export function showsHistory(format: FormatName, beginning: string): boolean {
  switch (format) {
    case "json":
    case "ndjson":
    case "jepsen":
    case "porcupine": {
      if (!/^[\s([]*(?:#[\w.-]+\s*)?\{/u.test(withoutComments(beginning)))
        return !/^\s*[[({;#]/u.test(beginning);
      const words = wordsOfFirstMap(beginning);
      const has = (...all: readonly string[]): boolean => all.every((word) => words.has(word));
      return (
        has("operations") ||
        has("method", "session") ||
        has("process") ||
        (has("type") && typeNames.some((name) => words.has(name)))
      );
    }
    case "notation":
      return /^[^{]*\{\s*(?:\}|\??["\p{L}_$][^{}()]*\()/u.test(withoutComments(beginning));
    case "visearch":
      return /^\s*\d+,\d+,\w+,/mu.test(beginning);
    default:
      // Their beginning is not to be mistaken.
      return true;
  }
}

const withoutComments = (text: string): string => text.replace(/^(?:\s*(?:;|\/\/|#(?![\w{]))[^\n]*\n)+/u, "");

/** The strings and keywords that stand in the first map of EDN or JSON text itself, not in what it holds. */
function wordsOfFirstMap(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  let depth = 0;
  const tokens = /"((?:[^"\\]|\\.)*)"|:([\w?./*+!<>=-]+)|[{[(]|[}\])]|;[^\n]*/gu;
  tokens.lastIndex = text.indexOf("{");
  for (let found = tokens.exec(text); found !== null; found = tokens.exec(text)) {
    const [token, string, keyword] = found;
    const word = string ?? keyword;
    if (word !== undefined) {
      if (depth === 1) words.add(word);
    } else if ("{[(".includes(token)) depth++;
    else if ("}])".includes(token) && --depth === 0) break;
  }
  return words;
}
