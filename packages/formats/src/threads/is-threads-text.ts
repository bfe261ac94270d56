import { createJsonParser } from "../bytes/json.js";
import { windowOver } from "../bytes/window.js";
import { PlacedError } from "../input-error.js";

/**
 * Whether the first object of JSON text is a history in threads form: it has a field `threads` that is an
 * array of arrays, and no `operations` before it. `beginning` may be cut off anywhere.
 */
export function isThreadsText(beginning: string): boolean {
  if (!beginning.includes('"threads"')) return false;
  const parser = createJsonParser(windowOver(Buffer.from(beginning, "latin1")));
  try {
    parser.takeIf("[");
    parser.take("{", "");
    do {
      const name = parser.key();
      if (name === "operations") return false;
      parser.take(":", "");
      if (name === "threads") return parser.takeIf("[") && (parser.next("[") || parser.next("]"));
      parser.value();
    } while (parser.takeIf(","));
  } catch (error) {
    // Cut off or malformed: the reader will say where.
    if (!(error instanceof PlacedError)) throw error;
  }
  return false;
}
