import { createHistoryBuilder, type History, type OperationRecord, PENDING } from "@sightline/core";

/*
 * The interchange between the benchmark and every contestant, ours included, so that all load the same
 * file: TAB-separated lines, values as JSON, in the order of events.
 *
 *   history  TYPE  OPERATIONS
 *   call     ID    SESSION  METHOD  ARGUMENT…
 *   return   ID    [RESULT]
 *
 * A call without a return is pending; a return without a result was not observed.
 */

/** The histories as interchange lines, in pieces of moderate size. */
export function* writeEvents(histories: Iterable<History>): Generator<string> {
  for (const history of histories) {
    yield `history\t${history.type}\t${history.size}\n`;
    let lines: string[] = [];
    for (const event of eventsInOrder(history)) {
      lines.push(lineOf(history, event >> 1, event % 2 === 0));
      if (lines.length === 4096) {
        yield lines.join("");
        lines = [];
      }
    }
    yield lines.join("");
  }
}

/** 2i for the call of operation i and 2i + 1 for its return, by position; pending ones have no return. */
function eventsInOrder(history: History): Int32Array {
  const at = new Int32Array(2 * history.size).fill(-1);
  for (let id = 0; id < history.size; id++) {
    at[history.call[id]] = 2 * id;
    if (history.ret[id] !== PENDING) at[history.ret[id]] = 2 * id + 1;
  }
  return at.filter((event) => event >= 0);
}

function lineOf(history: History, id: number, isCall: boolean): string {
  const { method, args, result } = history.labels[history.label[id]];
  const fields = isCall
    ? ["call", id, history.session[id], method, ...args.map((value) => JSON.stringify(value))]
    : ["return", id, ...(result === undefined ? [] : [JSON.stringify(result)])];
  return `${fields.join("\t")}\n`;
}

/** Reads interchange lines back. */
export function readEvents(text: string): History[] {
  const histories: History[] = [];
  let type = "";
  let operations: Record<string, unknown>[] = [];
  const finish = (): void => {
    if (operations.length === 0) return;
    const builder = createHistoryBuilder({ type });
    for (const operation of operations) builder.add(operation as unknown as OperationRecord);
    histories.push(builder.finish());
    operations = [];
  };
  let position = 0;
  for (let start = 0; start < text.length; ) {
    let end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    const [kind, second, ...rest] = text.slice(start, end).split("\t");
    start = end + 1;
    if (kind === "history") {
      finish();
      type = second;
      operations = Array.from({ length: Number(rest[0]) }, () => ({}));
      position = 0;
      continue;
    }
    const operation = operations[Number(second)];
    if (kind === "call") {
      operation.session = Number(rest[0]);
      operation.method = rest[1];
      operation.args = rest.slice(2).map((value) => JSON.parse(value) as unknown);
      operation.call = position++;
    } else {
      if (rest.length > 0) operation.result = JSON.parse(rest[0]) as unknown;
      operation.return = position++;
    }
  }
  finish();
  return histories;
}
