import { wholeNumber } from "./whole-number.js";

/** `1 operation`, `2 operations`; `1 history`, `2 histories`. */
export function count(number: number, noun: string): string {
  const plural = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${wholeNumber(number)} ${number === 1 ? noun : plural}`;
}
