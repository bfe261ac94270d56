/** A text of at most so many characters, cut in the middle: the end of an operation is its result. */
export function clipMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = Array.from(text.length > 4000 ? text.slice(0, 2000) + text.slice(-2000) : text);
  if (characters.length <= most) return text;
  const tail = Math.floor((most - 1) * 0.4);
  return `${characters.slice(0, most - 1 - tail).join("")}…${tail === 0 ? "" : characters.slice(-tail).join("")}`;
}

/** `1,234 operations`, `1 operation`. */
export function count(number: number, word: string): string {
  const plural = word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`;
  return `${number.toLocaleString("en")} ${number === 1 ? word : plural}`;
}
