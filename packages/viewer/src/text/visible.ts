/**
 * What would act on a reader instead of being read: control characters, halves of surrogate pairs, and characters
 * that turn the direction of the text around them. Those that join letters are left in peace.
 */
const ACTING = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;

/** A text with all that would act spelt out, as in JSON: `\\u202e`. Line ends are left where they are. */
export function visible(text: string): string {
  return text.replaceAll(ACTING, (character) =>
    character === "\n"
      ? character
      : Array.from(
          { length: character.length },
          (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
        ).join(""),
  );
}
