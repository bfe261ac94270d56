/**
 * What would act on a terminal or a reader instead of being read: control characters (C0 and C1), line
 * and paragraph separators, halves of surrogate pairs, and format characters such as those that turn the
 * direction of the text around them. Those that join letters and emoji are left in peace.
 */
const ACTING = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;

/** Whatever may be one of those: all but printable ASCII, line ends and the marks of our own lines. Quick to look for. */
const UNUSUAL = /[^\n -~✔✘]/;

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
  return UNUSUAL.test(text) || text.includes("\n") ? text.replaceAll(ACTING, spell) : text;
}

/** The same for a text of several lines, whose line ends are ours. */
export function visibleLines(text: string): string {
  return UNUSUAL.test(text)
    ? text.replaceAll(ACTING, (character) => (character === "\n" ? character : spell(character)))
    : text;
}

/** A message that may have several lines, all but the first set in: none can be taken for a message of its own. */
export function setIn(message: string): string {
  return message.replaceAll("\n", "\n  ");
}

/**
 * Data from an input, with every text in it made visible: the same where all are, as nearly always, else a copy.
 * Lists of numbers, which may be long, are not looked at.
 */
export function visibleData<Data>(data: Data): Data {
  if (typeof data === "string") return visible(data) as Data;
  if (typeof data !== "object" || data === null || ArrayBuffer.isView(data)) return data;
  if (Array.isArray(data)) return (typeof data[0] === "number" ? data : visibleList(data)) as Data;
  const fields = data as Record<string, unknown>;
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(fields)) {
    const shown = visibleData(fields[key]);
    if (!Object.is(shown, fields[key])) copy = { ...(copy ?? fields), [key]: shown };
  }
  return (copy ?? data) as Data;
}

function visibleList(list: readonly unknown[]): readonly unknown[] {
  const shown = list.map(visibleData);
  return shown.every((one, i) => Object.is(one, list[i])) ? list : shown;
}
