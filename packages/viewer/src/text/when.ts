import type { Annotation, Clock } from "@sightline/core";

/** When an annotation's event was, in words: by the recorder's clock or, where there is none, by what came before it. */
export function whenOf(
  { at, until }: Annotation,
  moment: NonNullable<Clock["annotations"]>[number] | undefined,
): string {
  const tell = (from: number, to: number | undefined): string =>
    to === undefined ? plain(from) : `${plain(from)} to ${plain(to)}`;
  if (moment !== undefined) return `at ${tell(moment.at, moment.until)}`;
  return `after ${tell(at, until)} calls and returns`;
}

const plain = (number: number): string => number.toLocaleString("en", { maximumSignificantDigits: 21 });
