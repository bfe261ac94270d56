import { type History, labelOf } from "../history/history.js";
import { printObject, printOperation } from "../history/print.js";

/** An operation in words: `#7 read() => 2`, `#7 p.poll() => 2`. */
export function nameOf(history: History, id: number): string {
  return `#${id} ${printObject(history.objects[history.object[id]])}${printOperation(labelOf(history, id))}`;
}
