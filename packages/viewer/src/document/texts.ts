import { type History, labelOf, printOperation } from "@sightline/core";
import { visible } from "../text/visible.js";

/** The operations of a history as people write them. */
export interface Texts {
  /** `q.offer(1) => true`, with `?` before it where it may not have taken effect. */
  of(id: number): string;
  /** The same with its number: `#3 q.offer(1) => true`. */
  named(id: number): string;
  /** Whether there is such an operation. */
  has(id: number): boolean;
}

/** Texts are made when asked for, one for each label and object. */
export function textsOf(history: History): Texts {
  const made = new Map<number, string>();
  const count = history.labels.length;
  const of = (id: number): string => {
    const key = history.object[id] * count + history.label[id];
    let text = made.get(key);
    if (text === undefined) {
      const object = history.objects[history.object[id]];
      text = visible((object === undefined ? "" : `${object}.`) + printOperation(labelOf(history, id)));
      made.set(key, text);
    }
    return history.optional?.[id] === 1 ? `?${text}` : text;
  };
  return { of, named: (id) => `#${id} ${of(id)}`, has: (id) => id < history.size };
}
