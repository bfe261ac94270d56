import type { History } from "../history/history.js";
import { nameOf } from "./name-of.js";

/**
 * How many operations, as they are listed, satisfy the criterion by themselves and do not with the next; `undefined`
 * where that is not found. All of so many do not.
 */
export function longestBeginning(
  size: number,
  decide: (ids: readonly number[]) => "satisfied" | "violated" | "unknown" | undefined,
): number | undefined {
  const ids = Array.from({ length: size }, (_, id) => id);
  for (let next = 1; next < size; next++) {
    const found = decide(ids.slice(0, next));
    if (found === "violated") return next - 1;
    if (found !== "satisfied") return undefined;
  }
  return size - 1;
}

/** The most operations of a beginning that are told. */
const MOST_OF_BEGINNING = 5;

/** "The first 14 operations, which end with …, satisfy causal by themselves, and with #14 they do not". */
export function tellBeginning(history: History, criterion: string, size: number): string {
  const next = nameOf(history, size);
  if (size === 0)
    return `Already ${next}, the first as they are listed, does not satisfy ${criterion} by itself`;
  const end = Array.from({ length: size }, (_, id) => nameOf(history, id)).slice(-MOST_OF_BEGINNING);
  const which = size === 1 ? end[0] : `${end.length < size ? "…, " : ""}${end.join(", ")}`;
  return size === 1
    ? `The first operation, ${which}, satisfies ${criterion} by itself, and with ${next} it does not`
    : `The first ${size} operations, which end with ${which}, satisfy ${criterion} by themselves, and with ${next} they do not`;
}
