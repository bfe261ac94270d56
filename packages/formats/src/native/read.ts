import { createHistoryBuilder, type HistoryBuilder, HistoryError } from "@sightline/core";
import { createJsonParser } from "../bytes/json.js";
import {
  type ByteWindow,
  describeByte,
  failAt,
  fetchMore,
  goBack,
  mark,
  needMore,
  skippingLine,
  stepping,
} from "../bytes/window.js";
import { PlacedError } from "../input-error.js";
import type { Found } from "../item.js";
import {
  addOperation,
  finishHistory,
  headerAt,
  type HeaderFields,
  placeOf,
  readWholeHistory,
  takeHeaderField,
} from "./history.js";
import { locate } from "./locate.js";
import { createOperationReader } from "./operation.js";
import { createRepeatedOperations } from "./repeated-operations.js";

const operationsKey = Buffer.from('"operations":');
const [OPEN_ARRAY, OPEN_OBJECT] = [0x5b, 0x7b];

/**
 * Whether the object at the position is a whole history at first sight: `"operations":[` stands before any
 * other array or object in it. (Within a string its quotes would have backslashes before them.)
 */
function showsOperations({ bytes, position, end }: ByteWindow): boolean {
  let at = position + 1;
  while (at < end && bytes[at] !== OPEN_ARRAY && bytes[at] !== OPEN_OBJECT) at++;
  const { length } = operationsKey;
  if (at >= end || bytes[at] !== OPEN_ARRAY || at - length <= position) return false;
  for (let i = 1; i <= length; i++) if (bytes[at - i] !== operationsKey[length - i]) return false;
  return true;
}

/** A header whose operations stand on lines of their own. */
interface Open {
  readonly header: HeaderFields;
  readonly builder: HistoryBuilder;
}

/** Why a run of steps stopped. */
type Stop = "end" | "whole" | "header";

/** Options of `readNative`. */
export interface NativeOptions {
  /** Whether histories or operations stand one on a line, so that reading can go on after an error. */
  readonly lines: boolean;
  /** Overrides the type that a history names. */
  readonly type: string | undefined;
}

/**
 * Reads Sightline's own JSON: history objects one after another, on lines or not, or in one array; or
 * headers, each followed by its operations.
 */
export async function* readNative(window: ByteWindow, options: NativeOptions): AsyncGenerator<Found> {
  const reading = nativeHistories(window, options);
  for (let next = reading.next(); next.done !== true; ) {
    if (next.value !== needMore) {
      yield next.value;
      next = reading.next();
      continue;
    }
    try {
      await fetchMore(window);
    } catch (error) {
      next = reading.throw(error);
      continue;
    }
    next = reading.next();
  }
}

/** `readNative`, for a caller who fetches more bytes each time that `needMore` is given. */
export function* nativeHistories(
  window: ByteWindow,
  options: NativeOptions,
): Generator<Found | typeof needMore, void> {
  const parser = createJsonParser(window);
  const reader = createOperationReader(window, parser);
  const repeated = createRepeatedOperations(window);
  const builder = createHistoryBuilder({}, "json");
  let open: Open | undefined;
  /** After an error, operations belong to a history that has been reported already. */
  let failed = false;
  /** Where the object being read began, and whether it is one that may be an operation. */
  let startLine = 1;
  let maybeOperation = false;
  let begun = false;
  let inArray = false;
  let separated = true;

  const close = (): Found | undefined => {
    if (open === undefined) return undefined;
    const { header, builder } = open;
    open = undefined;
    try {
      if (builder.size === 0)
        throw new PlacedError(
          `no operations: give the history an "operations" array, or operations on the lines after it`,
          header.place.line,
          header.place.column,
        );
      return { history: finishHistory(window, builder, header, options.type) };
    } catch (error) {
      return { error: error as Error };
    }
  };

  /** Takes operations as long as they come. */
  const run = function* (): Generator<typeof needMore, Stop> {
    let stop: Stop = "end";
    yield* stepping(window, () => {
      if (!parser.more()) return false;
      if (inArray && !separated) {
        if (!parser.takeIf(",")) {
          parser.take("]", 'or "," after a history');
          inArray = false;
        }
        separated = true;
        return true;
      }
      if (open !== undefined && repeated.take(open.builder, "")) return true;
      const start = mark(window);
      startLine = start.line;
      maybeOperation = true;
      if (!begun && parser.takeIf("[")) {
        inArray = !parser.takeIf("]");
        begun = true;
        return true;
      }
      if (!parser.next("{")) failAt(window, `expected a history, not ${describeByte(window)}`);
      const kind = open === undefined && showsOperations(window) ? "history" : reader.read();
      begun = true;
      if (kind === "operation" && !inArray) {
        if (open !== undefined) {
          addOperation(window, parser, open.builder, reader.record, start);
          repeated.learn(open.builder, start.position, reader.record);
        } else if (!failed) {
          goBack(window, start);
          failAt(window, `an operation without a header: put a line such as {"type":"register"} before it`);
        }
        return true;
      }
      goBack(window, start);
      stop = kind === "history" || inArray ? "whole" : "header";
      return false;
    });
    return stop;
  };

  const readHeader = function* (): Generator<typeof needMore, void> {
    const header = headerAt(placeOf(window));
    yield* stepping(window, () => {
      const start = mark(window);
      const scratch = headerAt(header.place);
      parser.take("{", "to begin a header");
      if (!parser.takeIf("}")) {
        do takeHeaderField(window, parser, scratch, parser.key());
        while (parser.takeIf(","));
        parser.take("}", 'or "," after a field');
      }
      try {
        open = { header: scratch, builder: createHistoryBuilder(scratch.values, "json") };
      } catch (error) {
        if (!(error instanceof HistoryError)) throw error;
        goBack(window, start);
        const { line, column } = locate(window, parser, error.path);
        throw new PlacedError(error.message, line, column, error.code);
      }
      return false;
    });
    failed = false;
  };

  for (;;) {
    try {
      const stop = yield* run();
      const closed = close();
      if (closed !== undefined) yield closed;
      if (stop === "end") break;
      maybeOperation = false;
      if (stop === "whole") {
        const history = yield* readWholeHistory(window, parser, reader, repeated, builder, options.type);
        failed = false;
        separated = false;
        yield { history };
      } else yield* readHeader();
    } catch (error) {
      if (!(error instanceof PlacedError)) throw error;
      open = undefined;
      if (!failed || !maybeOperation || reader.record.method === undefined) {
        yield { error };
      }
      failed = true;
      if (!options.lines || inArray || error.line === 0) return;
      // A line that was cut off is noticed only on the next one, which may well be right.
      if (window.line > startLine && window.charactersGone === 0) window.position = window.lineStart;
      else yield* skippingLine(window);
    }
  }
  if (inArray) yield { error: new PlacedError("the array of histories does not end", window.line, 1) };
}
