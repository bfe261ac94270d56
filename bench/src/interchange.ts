import {
  createHistoryBuilder,
  type History,
  type Invocation,
  type OperationRecord,
  PENDING,
  type Value,
} from "@sightline/core";

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
  const invocationOf = remember(parseInvocation);
  const resultOf = remember((json) => JSON.parse(json) as Value);
  let type = "";
  let operations: Reading[] = [];
  const finish = (): void => {
    if (operations.length === 0) return;
    const builder = createHistoryBuilder({ type });
    for (const operation of operations) builder.add(operation);
    histories.push(builder.finish());
  };
  let position = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end);
    start = end + 1;
    const [kind, second, third] = line.split("\t", 3);
    if (kind === "history") {
      finish();
      type = second;
      operations = [];
      position = 0;
    } else if (kind === "call") {
      const { method, args } = invocationOf(line.slice(kind.length + second.length + third.length + 3));
      operations[Number(second)] = { session: Number(third), method, args, call: position++ };
    } else {
      const operation = operations[Number(second)];
      if (third !== undefined) operation.result = resultOf(third);
      operation.return = position++;
    }
  }
  finish();
  return histories;
}

/** An operation while its lines are being read. */
type Reading = { -readonly [Field in keyof OperationRecord]: OperationRecord[Field] };

function parseInvocation(fields: string): Invocation {
  const [method, ...args] = fields.split("\t");
  return { method, args: args.map((json) => JSON.parse(json) as Value) };
}

/** A parser that parses each text once: the same few calls and results come again and again. */
function remember<T>(parse: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) known.set(text, (value = parse(text)));
    return value;
  };
}
