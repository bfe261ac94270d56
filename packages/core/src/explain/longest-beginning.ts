import type { History } from "../history/history.js";
import { nameOf } from "./name-of.js";

/** The first operations of a history, as they are listed, which satisfy a criterion by themselves. */
export interface Beginning {
  readonly size: number;
  /** Whether they do not with the next; else that was not found out. */
  readonly isLongest: boolean;
}

/** The longest beginning that was found; `undefined` where that is none. All of so many operations violate the criterion. */
export function longestBeginning(
  size: number,
  decide: (ids: readonly number[]) => "satisfied" | "violated" | "unknown" | undefined,
): Beginning | undefined {
  const ids = Array.from({ length: size }, (_, id) => id);
  for (let next = 1; next < size; next++) {
    const found = decide(ids.slice(0, next));
    if (found === "violated") return { size: next - 1, isLongest: true };
    if (found !== "satisfied") return next === 1 ? undefined : { size: next - 1, isLongest: false };
  }
  return { size: size - 1, isLongest: true };
}

/** The most operations of a beginning that are told. */
const MOST_OF_BEGINNING = 5;

/** "The first 14 operations, which end with …, satisfy causal by themselves, and with #14 they do not". */
export function tellBeginning(history: History, criterion: string, { size, isLongest }: Beginning): string {
  const next = nameOf(history, size);
  if (size === 0)
    return `Already ${next}, the first as they are listed, does not satisfy ${criterion} by itself`;
  const end = Array.from({ length: size }, (_, id) => nameOf(history, id)).slice(-MOST_OF_BEGINNING);
  if (size === 1)
    return `The first operation, ${end[0]}, satisfies ${criterion} by itself${isLongest ? `, and with ${next} it does not` : ""}`;
  const which = `${end.length < size ? "…, " : ""}${end.join(", ")}`;
  return `The first ${size} operations, which end with ${which}, satisfy ${criterion} by themselves${isLongest ? `, and with ${next} they do not` : ""}`;
}
