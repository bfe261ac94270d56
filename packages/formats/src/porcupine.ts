import { readLines } from "./bytes/lines.js";
import type { ByteWindow } from "./bytes/window.js";
import { parseEdn } from "./edn/parser.js";
import { ednToValue } from "./edn/value.js";
import { PlacedError } from "./input-error.js";
import type { Found } from "./item.js";
import { buildLogHistory, type LogOptions } from "./jepsen/build.js";
import { createEventLog } from "./jepsen/events.js";
import { toEvent } from "./jepsen/read.js";

/** `… jepsen.util - 2 :invoke :cas [3 0]`: process, type, function, value. */
const operationLine = /^(.*\bjepsen\.util\s+-\s+)(\S+)\s+:(invoke|ok|fail|info)\s+:(\S+)(?:\s+(\S.*))?$/u;

/**
 * Reads an etcd console log as in Porcupine's test data. Lines that are no operations of clients are noise.
 *
 * A compare-and-set that failed is a result: it found another value. What timed out is pending, a read
 * (which the log calls failed) too: it constrains nothing.
 */
export async function* readConsoleLog(window: ByteWindow, options: LogOptions): AsyncGenerator<Found> {
  const log = createEventLog(({ f }) => f === "cas");
  for await (const { text, number } of readLines(window)) {
    const found = operationLine.exec(text);
    if (found === null) continue;
    const [, prefix, process, type, f, rest = "nil"] = found;
    const event = toEvent(
      {
        process: /^\d+$/u.test(process) ? Number(process) : process,
        type: type === "fail" && f === "read" ? "info" : type,
        f,
        // What stands in further columns is the error, as people read it.
        value: () => ednToValue(parseEdn(rest.split("\t")[0], number, text.length - rest.length + 1)),
        key: () => undefined,
      },
      number,
      prefix.length + 1,
    );
    if (event !== undefined) log.add(event);
  }
  const operations = log.operations();
  if (operations.length === 0)
    throw new PlacedError(
      "no operation in this log: expected lines such as INFO  jepsen.util - 0 :invoke :read nil",
      0,
      0,
    );
  yield { history: buildLogHistory(operations, options) };
}
