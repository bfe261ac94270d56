import { createHistoryBuilder, type History, type OperationRecord, type Value } from "@sightline/core";
import type { JsonParser } from "../bytes/json.js";
import { type ByteWindow, failAt, goBack, steps } from "../bytes/window.js";
import { PlacedError } from "../input-error.js";
import { finishHistory, headerAt, placeIn, placeOf, takeHeaderField } from "../native/history.js";

/** The type of every history in this form. */
const TYPE = "memory";

/**
 * Reads one object in threads form at the window's position, one operation at a time. Each thread is a
 * session, named by its number; operations are numbered thread by thread.
 */
export async function readThreadsHistory(
  window: ByteWindow,
  parser: JsonParser,
  type: string | undefined,
): Promise<History> {
  const header = headerAt(placeOf(window));
  const builder = createHistoryBuilder();
  let thread = -1;

  // Each state takes its piece of the text first and changes something only then: a step may be run again.
  const states = {
    begin() {
      parser.take("{", "to begin a history");
      return parser.takeIf("}") ? ("end" as const) : ("field" as const);
    },
    field() {
      parser.more();
      const start = window.position;
      const name = parser.key();
      if (name === "operations")
        failAt(window, `a history has either "threads" or "operations", not both`, start);
      if (name !== "threads") {
        takeHeaderField(window, parser, header, name);
        return "afterField" as const;
      }
      if (thread >= 0) failAt(window, `the key "threads" stands twice`, start);
      parser.take(":", "after a key");
      parser.more();
      if (!parser.takeIf("[")) failAt(window, `"threads" must be an array of threads`);
      const empty = parser.takeIf("]");
      thread = 0;
      return empty ? ("afterField" as const) : ("thread" as const);
    },
    afterField() {
      if (parser.takeIf(",")) return "field" as const;
      parser.take("}", 'or "," after a field');
      return "end" as const;
    },
    thread() {
      parser.more();
      if (!parser.takeIf("[")) failAt(window, "a thread must be an array of operations");
      return parser.takeIf("]") ? ("afterThread" as const) : ("operation" as const);
    },
    afterThread() {
      if (parser.takeIf(",")) {
        thread++;
        return "thread" as const;
      }
      parser.take("]", 'or "," after a thread');
      return "afterField" as const;
    },
    operation() {
      parser.more();
      const { line } = window;
      builder.add(readAccess(window, parser, thread), line);
      return "afterOperation" as const;
    },
    afterOperation() {
      if (parser.takeIf(",")) return "operation" as const;
      parser.take("]", 'or "," after an operation');
      return "afterThread" as const;
    },
  };

  let state: keyof typeof states | "end" = "begin";
  await steps(window, () => {
    if (state !== "end") state = states[state]();
    return state !== "end";
  });
  if (thread < 0) {
    const { line, column } = header.place;
    throw new PlacedError(`a history in threads form must have "threads"`, line, column);
  }
  const said = header.texts.get("type");
  const named = header.values.type;
  if (said !== undefined && !(typeof named === "string" && named.toLowerCase() === TYPE)) {
    const { line, column } = placeIn(said, [], window);
    throw new PlacedError(`threads read and write: their "type" can only be "memory"`, line, column);
  }
  return finishHistory(window, builder, header, type ?? TYPE);
}

/** Takes `["w", variable, value]`, `["r", variable, value]` or `["r", variable]`. */
function readAccess(window: ByteWindow, parser: JsonParser, session: number): OperationRecord {
  if (!parser.takeIf("["))
    failAt(window, `an operation must be ["w", variable, value], ["r", variable, value] or ["r", variable]`);
  parser.more();
  const { position, line, lineStart, charactersGone } = window;
  const kind: Value = parser.next("]") ? null : parser.value();
  if (kind !== "r" && kind !== "w") {
    // What stands there instead may run over lines.
    goBack(window, { position, line, lineStart, charactersGone });
    failAt(window, `an operation must begin with "w" for a write or "r" for a read`);
  }
  parser.take(",", "and a variable");
  const variable = parser.value();
  if (kind === "r" && parser.takeIf("]")) return { session, method: "read", args: [variable] };
  parser.take(",", kind === "w" ? "and the value that was written" : `or "]" after the variable`);
  const value = parser.value();
  parser.take("]", "after the value");
  return kind === "w"
    ? { session, method: "write", args: [variable, value] }
    : { session, method: "read", args: [variable], result: value };
}
