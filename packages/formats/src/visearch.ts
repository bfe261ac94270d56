import { createHistoryBuilder, HistoryError, type Value } from "@sightline/core";
import { type Line, readLines } from "./bytes/lines.js";
import type { ByteWindow } from "./bytes/window.js";
import { PlacedError } from "./input-error.js";
import type { Found } from "./item.js";

/** One row of a trace: `start,end,method,args…,return`. */
interface Row {
  readonly line: number;
  readonly start: string;
  readonly end: string;
  readonly method: string;
  readonly args: readonly Value[];
  readonly result: Value | undefined;
}

/** The methods of ViSearch's types with their numbers of arguments. */
const signatures: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  set: { add: 1, remove: 1, contains: 1, size: 0 },
  map: { put: 2, get: 1, remove: 1, containsKey: 1, containsValue: 1, size: 0 },
  rpq: { add: 2, rem: 1, incrby: 2, max: 0, score: 1 },
};

/** Updates write `null` where no result was observed; a query's `null` is a result. */
const updates = new Set(["add", "remove", "rem", "incrby", "put"]);

/**
 * Reads a trace of ViSearch: a first line with the number of sessions and the length of each, then a row
 * for each operation, session after session. Times `0,0` mean that there is no real time.
 */
export async function* readVisearch(window: ByteWindow, type: string | undefined): AsyncGenerator<Found> {
  const lengths: number[] = [];
  const rows: Row[] = [];
  let header: Line | undefined;
  for await (const line of readLines(window)) {
    if (line.text.trim() === "") continue;
    if (header !== undefined) rows.push(parseRow(line));
    else {
      header = line;
      lengths.push(...parseHeader(line));
    }
  }
  if (header === undefined) throw new PlacedError("the trace is empty", 0, 0);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (rows.length !== total)
    throw new PlacedError(
      `the sessions hold ${total} operations (${lengths.join(" + ")}), but ${rows.length} rows follow`,
      header.number,
      1,
    );
  yield { history: build(rows, lengths, type ?? typeOf(rows)) };
}

function parseHeader({ text, number }: Line): number[] {
  if (!/^\s*\d+(?:\s+\d+)*\s*$/u.test(text))
    throw new PlacedError(
      `expected the number of sessions and the length of each, such as "2 3 3"`,
      number,
      1,
    );
  const [sessions, ...lengths] = text.trim().split(/\s+/u).map(Number);
  if (lengths.length !== sessions)
    throw new PlacedError(`${sessions} sessions, but ${lengths.length} lengths`, number, 1);
  return lengths;
}

function parseRow({ text, number }: Line): Row {
  const cells = text.split(",").map((cell) => cell.trim());
  const columnOf = (cell: number): number =>
    text.split(",").slice(0, cell).join(",").length + (cell > 0 ? 2 : 1);
  if (cells.length < 4)
    throw new PlacedError(
      `expected start,end,method,arguments…,return, not ${JSON.stringify(text)}`,
      number,
      1,
    );
  const [start, end, method, ...rest] = cells;
  [start, end].forEach((time, i) => {
    if (!/^-?\d+$/u.test(time))
      throw new PlacedError(
        `${JSON.stringify(time)} is not a time: it must be an integer`,
        number,
        columnOf(i),
      );
  });
  if (method === "") throw new PlacedError("the method is missing", number, columnOf(2));
  const values = rest.map((cell, i) => parseCell(cell, number, columnOf(3 + i)));
  const result = values.pop() as Value;
  const observed =
    updates.has(method) && result === null ? undefined : method === "max" ? pair(result) : result;
  return { line: number, start, end, method, args: values, result: observed };
}

function parseCell(cell: string, line: number, column: number): Value {
  if (cell === "") throw new PlacedError("a value is missing", line, column);
  if (cell === "null") return null;
  if (cell === "true") return true;
  if (cell === "false") return false;
  if (!/^-?\d+(?:\.\d+)?$/u.test(cell)) return cell;
  const value = Number(cell);
  // A long integer stays exact as text.
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? cell : value;
}

/** `max` returns `id score`, with a blank between them. */
function pair(result: Value): Value {
  if (typeof result !== "string") return result;
  return result.split(/\s+/u).map((part) => parseCell(part, 0, 0));
}

/** The one type that has all the methods of these rows, with as many arguments. */
function typeOf(rows: readonly Row[]): string {
  let candidates = Object.keys(signatures);
  for (const { method, args, line } of rows) {
    const left = candidates.filter(
      (type) => Object.hasOwn(signatures[type], method) && signatures[type][method] === args.length,
    );
    if (left.length === 0)
      throw new PlacedError(
        `${method} with ${args.length} argument${args.length === 1 ? "" : "s"} is no method of ${candidates.join(" or ")}: name the type with --type`,
        line,
        1,
      );
    candidates = left;
  }
  if (candidates.length > 1)
    throw new PlacedError(`this may be a ${candidates.join(" or a ")}: name the type with --type`, 1, 1);
  return candidates[0];
}

function build(rows: readonly Row[], lengths: readonly number[], type: string) {
  const builder = createHistoryBuilder({ type });
  const timed = rows.some(({ start, end }) => start !== "0" || end !== "0");
  const owners = lengths.flatMap((length, session) => Array.from({ length }, () => session));
  rows.forEach(({ line, start, end, method, args, result }, i) => {
    try {
      builder.add(
        {
          session: owners[i],
          method,
          args,
          ...(result !== undefined && { result }),
          ...(timed && { call: start, return: end }),
        },
        line,
      );
    } catch (error) {
      if (error instanceof HistoryError) throw new PlacedError(error.message, line, 1, error.code);
      throw error;
    }
  });
  return builder.finish();
}
