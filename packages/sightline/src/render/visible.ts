/**
 * What would act on a terminal or a reader instead of being read: control characters (C0 and C1), line
 * and paragraph separators, halves of surrogate pairs, and format characters such as those that turn the
 * direction of the text around them. Those that join letters and emoji are left in peace.
 */
const ACTING = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** As in JSON: `\n`, `\u001b`. So a text that is JSON means the same after as before. */
function spell(character: string): string {
  const unit = (code: number): string => `\\u${code.toString(16).padStart(4, "0")}`;
  return (
    SHORT[character] ??
    Array.from({ length: character.length }, (_, i) => unit(character.charCodeAt(i))).join("")
  );
}

/** A text from an input as part of a line: nothing in it acts, and it stays on that line. */
export function visible(text: string): string {
  return text.replaceAll(ACTING, spell);
}

/** The same for a text of several lines, whose line ends are ours. */
export function visibleLines(text: string): string {
  return text.replaceAll(ACTING, (character) => (character === "\n" ? character : spell(character)));
}

/** A message that may have several lines, all but the first set in: none can be taken for a message of its own. */
export function setIn(message: string): string {
  return message.replaceAll("\n", "\n  ");
}

/** Data from an input, with every text in it made visible. Lists of numbers, which may be long, are not copied. */
export function visibleData<Data>(data: Data): Data {
  if (typeof data === "string") return visible(data) as Data;
  if (typeof data !== "object" || data === null || ArrayBuffer.isView(data)) return data;
  if (Array.isArray(data)) return (typeof data[0] === "number" ? data : data.map(visibleData)) as Data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, visibleData(value)])) as Data;
}
