import { nearest } from "./nearest.js";

/**
 * The end of a message about a word that is not known: `did you mean "queue"?`, or `otherwise` where no known
 * word is near.
 *
 * @param word what was given; anything but a text is near to nothing
 * @param quote the mark around the word that was meant
 */
export function didYouMean(word: unknown, known: Iterable<string>, otherwise: string, quote = '"'): string {
  const meant = typeof word === "string" ? nearest(word, known) : undefined;
  return meant === undefined ? otherwise : `did you mean ${quote}${meant}${quote}?`;
}
