import { createJsonParser } from "../bytes/json.js";
import { type ByteWindow, describeByte, failAt, skipLine, steps } from "../bytes/window.js";
import { PlacedError } from "../input-error.js";
import type { Found } from "../item.js";
import type { NativeOptions } from "../native/read.js";
import { readThreadsHistory } from "./history.js";

/**
 * Reads histories of shared memory in threads form: objects such as
 * `{"threads":[[["w","x",1],["r","y",0]],[["r","x",1]]]}`, one after another, on lines or not, or in one
 * array.
 */
export async function* readThreads(window: ByteWindow, options: NativeOptions): AsyncGenerator<Found> {
  const parser = createJsonParser(window);
  let begun = false;
  let inArray = false;
  let startLine = 1;

  /** Goes to the beginning of the next history; false where there is none. */
  const findNext = async (): Promise<boolean> => {
    let found = false;
    await steps(window, () => {
      if (!parser.more()) {
        if (inArray) failAt(window, "the array of histories does not end");
        return false;
      }
      if (!begun && parser.takeIf("[")) {
        const empty = parser.takeIf("]");
        inArray = !empty;
        begun = true;
        return true;
      }
      startLine = window.line;
      begun = true;
      if (!parser.next("{")) failAt(window, `expected a history, not ${describeByte(window)}`);
      found = true;
      return false;
    });
    return found;
  };

  /** Takes what stands after a history in an array. */
  const takeSeparator = (): Promise<void> =>
    steps(window, () => {
      if (parser.takeIf(",")) return false;
      parser.take("]", 'or "," after a history');
      inArray = false;
      return false;
    });

  for (;;) {
    try {
      if (!(await findNext())) return;
      yield { history: await readThreadsHistory(window, parser, options.type) };
      if (inArray) await takeSeparator();
    } catch (error) {
      if (!(error instanceof PlacedError)) throw error;
      yield { error };
      if (!options.lines || inArray || error.line === 0) return;
      // A line that was cut off is noticed only on the next one, which may well be right.
      if (window.line > startLine && window.charactersGone === 0) window.position = window.lineStart;
      else await skipLine(window);
    }
  }
}
