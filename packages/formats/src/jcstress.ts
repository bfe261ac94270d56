import {
  type History,
  HistoryError,
  NotationError,
  parseHistory,
  recordOf,
  type Value,
} from "@sightline/core";
import { readLines } from "./bytes/lines.js";
import type { ByteWindow } from "./bytes/window.js";
import { PlacedError } from "./input-error.js";
import type { Found } from "./item.js";

const header = /^\s*RESULT\s+SAMPLES\s+FREQ\s/u;

/** Whether text has a table of results as jcstress prints it. */
export const isJcstressText = (text: string): boolean => /^\s*RESULT\s+SAMPLES\s+FREQ\s/mu.test(text);

/** A row of the table: the results, how often they were seen, and what the test says of them. */
const row = /^\s*(?<results>\S.*?)\s{2,}(?<samples>[\d,]+)\s+(?:<?\d[\d.,]*%)\s+(?<expect>[A-Za-z]+)\b/u;

/**
 * Reads results that jcstress prints, below the program that they are of, in the notation: `=> r1`, `=> r2`, … there
 * stand for the first, the second result of each row. (jcstress prints no program, and its name does not tell what
 * its actors do.) A history for each row, with how often it was seen.
 */
export async function* readJcstress(window: ByteWindow, type: string | undefined): AsyncGenerator<Found> {
  const program: string[] = [];
  let first = 0;
  let rows:
    | { readonly results: readonly string[]; readonly count: number; readonly line: number }[]
    | undefined;
  for await (const { text, number } of readLines(window)) {
    if (header.test(text)) {
      if (program.length === 0)
        throw new PlacedError(
          "the program must stand above its results, in the notation, with r1, r2, … where results go: counter { add(1); read() => r1 } || { add(1); read() => r2 }",
          number,
          1,
        );
      rows = [];
    } else if (rows === undefined) {
      if (/^\s*(?:$|\.{3,}|\[[A-Z]+\]|#|\/\/|\(|Results|Iteration)/u.test(text)) continue;
      if (program.length === 0) first = number;
      program.push(text);
    } else {
      const found = row.exec(text)?.groups;
      if (found !== undefined) {
        const { results, samples } = found;
        rows.push({
          results: results.split(/,\s*/u),
          count: Number(samples.replaceAll(",", "")),
          line: number,
        });
      } else if (text.trim() !== "" && rows.length === 0)
        throw new PlacedError(
          `expected a row such as "1, 1   46,946,789   10.1%  Acceptable", not ${JSON.stringify(text.trim())}`,
          number,
          1,
        );
    }
  }
  if (rows === undefined || rows.length === 0)
    throw new PlacedError("there are no results: expected a table below RESULT SAMPLES FREQ", 0, 0);
  const of = rows.reduce((sum, { count }) => sum + count, 0);
  const parsed = parseProgram(program.join("\n"), first, type);
  for (const { results, count, line } of rows)
    yield { history: withResults(parsed, results, { count, of }, line) };
}

function parseProgram(text: string, first: number, type: string | undefined): History {
  try {
    return parseHistory(text, type === undefined ? {} : { type });
  } catch (error) {
    if (!(error instanceof HistoryError) && !(error instanceof NotationError)) throw error;
    throw new PlacedError(`the program: ${error.message}`, first, 1);
  }
}

/** The program with the results of a row in their places. */
function withResults(
  program: History,
  results: readonly string[],
  seen: { readonly count: number; readonly of: number },
  line: number,
): History {
  const used = new Set<number>();
  const fill = (value: Value | undefined): Value | undefined => {
    const number = typeof value === "string" ? /^r(\d+)$/u.exec(value)?.[1] : undefined;
    if (number === undefined) return value;
    const at = Number(number) - 1;
    if (at >= results.length || at < 0)
      throw new PlacedError(
        `the program has a result r${number}, and this row has ${results.length}`,
        line,
        1,
      );
    used.add(at);
    return resultOf(results[at]);
  };
  const { operations, ...head } = recordOf(program);
  const record = {
    ...head,
    name: results.join(", "),
    seen,
    operations: operations.map((operation) => {
      const result = fill(operation.result);
      return result === undefined ? operation : { ...operation, result };
    }),
  };
  const unused = results.findIndex((_, at) => !used.has(at));
  if (unused >= 0)
    throw new PlacedError(
      `this row has a result r${unused + 1}, and the program has no place for it`,
      line,
      1,
    );
  return parseHistory(JSON.stringify(record));
}

function resultOf(text: string): Value {
  if (/^-?\d{1,15}$/u.test(text)) return Number(text);
  return text === "null" ? null : text === "true" ? true : text === "false" ? false : text;
}
