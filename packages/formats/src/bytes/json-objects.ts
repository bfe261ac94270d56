import type { Value } from "@sightline/core";
import { createJsonParser } from "./json.js";
import { type ByteWindow, columnOf, describeByte, failAt, steps } from "./window.js";

/** An object of JSON text, and where it begins. */
export interface PlacedObject {
  readonly value: Readonly<Record<string, Value>>;
  readonly line: number;
  readonly column: number;
}

/** The objects of JSON text, one at a time: in an array, on lines, or one after another however they are set. */
export async function* jsonObjects(window: ByteWindow): AsyncGenerator<PlacedObject> {
  const parser = createJsonParser(window);
  let inArray = false;
  let begun = false;
  for (;;) {
    let found: PlacedObject | undefined;
    await steps(window, () => {
      if (!parser.more()) {
        if (inArray) failAt(window, "the array does not end");
        return false;
      }
      if (!begun && parser.takeIf("[")) {
        begun = true;
        inArray = !parser.takeIf("]");
        return true;
      }
      if (!parser.next("{")) failAt(window, `expected an object, not ${describeByte(window)}`);
      const { line, position } = window;
      const column = columnOf(window, position);
      found = { value: parser.value() as PlacedObject["value"], line, column };
      begun = true;
      return false;
    });
    if (found === undefined) return;
    yield found;
    if (!inArray) continue;
    await steps(window, () => {
      if (parser.takeIf(",")) return false;
      parser.take("]", 'or "," after an object');
      inArray = false;
      return false;
    });
  }
}
