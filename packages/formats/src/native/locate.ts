import type { JsonParser } from "../bytes/json.js";
import type { ByteWindow } from "../bytes/window.js";
import { columnOf } from "../bytes/window.js";

/** A place in a file. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Where the value at `path` stands in the JSON value at the window's position, which is known to be well
 * formed and wholly in memory: as much of the path as there is.
 */
export function locate(window: ByteWindow, parser: JsonParser, path: readonly (string | number)[]): Place {
  parser.more();
  const place = { line: window.line, column: columnOf(window, window.position) };
  const [step, ...rest] = path;
  if (step === undefined) return place;
  if (typeof step === "number" && parser.takeIf("[")) {
    for (let i = 0; !parser.next("]"); i++) {
      if (i === step) return locate(window, parser, rest);
      parser.value();
      if (!parser.takeIf(",")) break;
    }
  } else if (typeof step === "string" && parser.takeIf("{")) {
    while (!parser.next("}")) {
      const name = parser.key();
      parser.take(":", "after a key");
      if (name === step) return locate(window, parser, rest);
      parser.value();
      if (!parser.takeIf(",")) break;
    }
  }
  return place;
}
