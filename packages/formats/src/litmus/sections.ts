import { readLines } from "../bytes/lines.js";
import type { ByteWindow } from "../bytes/window.js";
import type { Place } from "../native/locate.js";
import { type Scanner, scannerOf } from "./scanner.js";
import { frame, logHeader, statesHeader, testHeader } from "./is-litmus-text.js";

/** A part of a file of tests and logs. */
export type Section =
  | { readonly kind: "test"; readonly source: Scanner }
  | { readonly kind: "log"; readonly test: string; readonly place: Place }
  /** A state that runs ended in, and how many did, where the log tells it. */
  | { readonly kind: "state"; readonly state: Scanner; readonly times: number | undefined }
  /** The input ends amid the states of a log. */
  | { readonly kind: "cut"; readonly place: Place };

/** `40    *>0:EAX=0; 1:EAX=0;`: how often, whether it satisfies the condition, and the values. */
const countedState = /^(\s*(\d+)\s*[*:]>)(.*)$/u;

/** A line of values, if there is one at all. */
const looksLikeState = /^\s*(?:\d+\s*[*:]|\[?\w+\]?=)|;\s*$/u;

const generated = /^\s*Generated assembler/u;

/** Splits a file into tests and what logs say about them. Other lines of logs are noise. */
export async function* readSections(window: ByteWindow): AsyncGenerator<Section> {
  let source: { readonly lines: string[]; readonly line: number } | undefined;
  /** How many states are still to come. */
  let announced = 0;
  let last = 1;

  for await (const { text, number } of readLines(window)) {
    last = number;
    const begins = testHeader.test(text);
    if (source !== undefined) {
      if (
        !begins &&
        !frame.test(text) &&
        !generated.test(text) &&
        !logHeader.test(text) &&
        !statesHeader.test(text)
      ) {
        source.lines.push(text);
        continue;
      }
      yield { kind: "test", source: scannerOf(source.lines.join("\n"), { line: source.line, column: 1 }) };
      source = undefined;
    }
    if (announced > 0) {
      if (text.trim() === "") continue;
      const counted = countedState.exec(text);
      if (counted !== null || looksLikeState.test(text)) {
        const [, before, times, state] = counted ?? ["", "", undefined, text];
        announced--;
        const place = { line: number, column: before.length + 1 };
        yield {
          kind: "state",
          state: scannerOf(state, place),
          times: times === undefined ? undefined : Number(times),
        };
        continue;
      }
      announced = 0;
    }
    if (begins) source = { lines: [text], line: number };
    const test = logHeader.exec(text)?.[1];
    if (test !== undefined)
      yield {
        kind: "log",
        test,
        place: { line: number, column: text.indexOf(test, text.indexOf("Test") + 4) + 1 },
      };
    const states = statesHeader.exec(text);
    if (states !== null) announced = Number(states[1] ?? states[2]);
  }
  if (source !== undefined)
    yield { kind: "test", source: scannerOf(source.lines.join("\n"), { line: source.line, column: 1 }) };
  if (announced > 0) yield { kind: "cut", place: { line: last, column: 1 } };
}
