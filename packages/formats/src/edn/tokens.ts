const integerPattern = /^[+-]?(?:0|[1-9]\d*)N?$/u;
const decimalPattern = /^[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?M?$/u;

/** A number of EDN: `42`, `42N`, `4.2`, `4.2e1`, `4.2M`; bigint where a double would lose digits. */
export function parseNumber(text: string): number | bigint | undefined {
  if (integerPattern.test(text)) {
    const digits = text.replace(/N$/u, "").replace(/^\+/u, "");
    const value = Number(digits);
    return Number.isSafeInteger(value) ? value : BigInt(digits);
  }
  if (!decimalPattern.test(text) || /^[+-]?0\d/u.test(text)) return undefined;
  return Number(text.replace(/M$/u, ""));
}

const characterNames = new Map([
  ["newline", "\n"],
  ["return", "\r"],
  ["space", " "],
  ["tab", "\t"],
  ["formfeed", "\f"],
  ["backspace", "\b"],
]);

/** A character of EDN, without its backslash. */
export function parseCharacter(text: string): string | undefined {
  const named = characterNames.get(text);
  if (named !== undefined) return named;
  if (/^u[0-9a-fA-F]{4}$/u.test(text)) return String.fromCharCode(Number.parseInt(text.slice(1), 16));
  return /^.$/su.test(text) ? text : undefined;
}

const escapes = new Map([
  ["t", "\t"],
  ["r", "\r"],
  ["n", "\n"],
  ["b", "\b"],
  ["f", "\f"],
  ["\\", "\\"],
  ['"', '"'],
]);

/** What a string of EDN means, or `undefined` where an escape in it is wrong. */
export function unescapeString(text: string): string | undefined {
  let wrong = false;
  const meant = text.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]?))/gu, (_, code?: string, letter?: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    const character = escapes.get(letter ?? "");
    if (character === undefined) wrong = true;
    return character ?? "";
  });
  return wrong ? undefined : meant;
}
