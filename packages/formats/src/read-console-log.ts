import { readLines } from "./bytes/lines.js";
import type { ByteWindow } from "./bytes/window.js";
import { parseEdn } from "./edn/parser.js";
import { ednToValue } from "./edn/value.js";
import { PlacedError } from "./input-error.js";
import type { Found } from "./item.js";
import { buildLogHistory, type LogOptions } from "./jepsen/build.js";
import { createEventLog } from "./jepsen/events.js";
import { type RawEvent, takeEvent } from "./jepsen/read.js";

/**
 * `2 :invoke :cas [3 0]`, as Jepsen's history.txt has it, or after `… jepsen.util: ` or `… jepsen.util - `, as
 * its log: process, type, function, value.
 */
const operationLine =
  /^((?:.*\bjepsen\.util(?::|\s+-)\s+(?:\[[^\]]*\]\s+)?)?)(\S+)\s+:(invoke|ok|fail|info)\s+:(\S+)(?:\s+(\S.*))?$/u;

/** Whose log it is: they differ in what a failure means. */
export type LogDialect = "jepsen" | "porcupine";

/**
 * Reads a history.txt or a console log of Jepsen. Lines that are no operations of clients are noise.
 *
 * What failed did not happen. In the etcd logs of Porcupine's test data, however, a compare-and-set that failed
 * is a result: it found another value; and a read that failed has timed out, as a pending one: it constrains
 * nothing.
 */
export async function* readConsoleLog(
  window: ByteWindow,
  options: LogOptions,
  dialect: LogDialect,
): AsyncGenerator<Found> {
  const log = createEventLog((event) => isResult(event, dialect));
  let some = false;
  for await (const { text, number } of readLines(window)) {
    const found = consoleEvent(text, number, dialect);
    if (found === undefined) continue;
    some = true;
    takeEvent(log, found.raw, number, found.column);
  }
  if (!some)
    throw new PlacedError(
      "no operation in this log: expected lines such as 0 :invoke :read nil, or the same after INFO  jepsen.util -",
      0,
      0,
    );
  yield { history: buildLogHistory(log, options) };
}

/** Whether a failure is a result. */
export const isResult = ({ f }: { readonly f: string }, dialect: LogDialect): boolean =>
  dialect === "porcupine" && f === "cas";

/** The event that a line tells, and where it stands in it; `undefined` where it tells none. */
export function consoleEvent(
  text: string,
  number: number,
  dialect: LogDialect,
): { readonly raw: RawEvent; readonly column: number } | undefined {
  const found = operationLine.exec(text);
  if (found === null) return undefined;
  const [, prefix, process, type, f, rest = "nil"] = found;
  const raw: RawEvent = {
    process: /^\d+$/u.test(process) ? Number(process) : process.replace(/^:|^"(.*)"$/u, "$1"),
    type: dialect === "porcupine" && type === "fail" && f === "read" ? "info" : type,
    f,
    // What stands in further columns is the error, as people read it.
    value: () => ednToValue(parseEdn(rest.split("\t")[0], number, text.length - rest.length + 1)),
    key: () => undefined,
  };
  return { raw, column: prefix.length + 1 };
}
