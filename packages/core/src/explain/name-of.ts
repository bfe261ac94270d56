import { type History, labelOf } from "../history/history.js";
import { printObject, printOperation } from "../history/print.js";
import { cutMiddle } from "../text/cut-middle.js";

/** An operation of more letters is told by its beginning and its end. */
const MOST_LETTERS = 160;

/** An operation in words: `#7 read() => 2`, `#7 p.poll() => 2`. */
export function nameOf(history: History, id: number): string {
  const told = `#${id} ${printObject(history.objects[history.object[id]])}${printOperation(labelOf(history, id))}`;
  return told.length <= MOST_LETTERS ? told : cutMiddle(told, 100, 40);
}
