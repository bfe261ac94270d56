import { createHistoryBuilder, types, type Value } from "@sightline/core";
import { addOperation } from "./add-operation.js";
import { readLines } from "./bytes/lines.js";
import type { ByteWindow } from "./bytes/window.js";
import { NoHistory, PlacedError } from "./input-error.js";
import type { Found } from "./item.js";

/** Whether text has a table of Lincheck's: threads side by side. */
export const isLincheckText = (text: string): boolean =>
  /^\s*\|\s*-{3,}[-|\s]*\|\s*\r?\n\s*\|\s*Thread 1\s*\|/mu.test(text);

/** One call in a cell: `pollFirst(): 1 [1,-]`. */
const cell = /^(?<method>[\w$]+)\((?<args>.*?)\)(?:\s*:\s*(?<result>.*?))?\s*(?:\[(?<clock>[\d,\s-]+)\])?$/u;

/** A call, and where it stands. */
interface Call {
  readonly thread: number;
  readonly method: string;
  readonly args: readonly Value[];
  readonly result: Value | undefined;
  readonly optional: boolean;
  /** How many operations of each thread of this section had completed when it began; empty where that is not told. */
  readonly clock: readonly number[];
  readonly line: number;
  readonly column: number;
}

/**
 * Reads the executions that Lincheck prints: a table with a column for each thread. A line of dashes orders all above
 * it before all below it; a clock (`[1,0]`) tells how many operations of each thread an operation began after.
 */
export async function* readLincheck(window: ByteWindow, type: string | undefined): AsyncGenerator<Found> {
  let sections: Call[][] | undefined;
  let any = false;
  for await (const { text, number } of readLines(window)) {
    const row = text.trim();
    if (!row.startsWith("|")) {
      if (sections !== undefined) yield historyOf(sections, type);
      sections = undefined;
      continue;
    }
    if (/^\|\s*Thread 1\s*\|/u.test(row)) {
      any = true;
      sections = [[]];
    } else if (sections !== undefined && /^\|[-|\s]+\|$/u.test(row)) {
      if (sections[sections.length - 1].length > 0) sections.push([]);
    } else sections?.[sections.length - 1].push(...callsOf(text, number));
  }
  if (sections !== undefined) yield historyOf(sections, type);
  if (!any) throw new NoHistory("there is no table of threads: it holds no history, 0 operations", 0, 0);
}

function callsOf(text: string, line: number): readonly Call[] {
  const calls: Call[] = [];
  let column = text.indexOf("|") + 2;
  for (const [thread, part] of text.trim().slice(1, -1).split("|").entries()) {
    const trimmed = part.trim();
    const at = column + part.length - part.trimStart().length;
    column += part.length + 1;
    if (trimmed === "") continue;
    const found = cell.exec(trimmed)?.groups;
    if (found === undefined)
      throw new PlacedError(`expected a call such as "poll(): 1", not ${JSON.stringify(trimmed)}`, line, at);
    const { method, args, result = "", clock = "" } = found;
    const suspended = result === "SUSPENDED" || result === "S";
    calls.push({
      thread,
      method,
      args: args.trim() === "" ? [] : args.split(",").map((one) => valueOf(one.trim())),
      result:
        result === "" || result === "void" || result === "Unit" || suspended ? undefined : valueOf(result),
      optional: suspended || result === "CANCELLED",
      clock: clock === "" ? [] : clock.split(",").map((count) => (/\d/u.test(count) ? Number(count) : 0)),
      line,
      column: at,
    });
  }
  return calls;
}

/** A value as Kotlin and Java print it: numbers, `true`, `null`; all else is a word. */
function valueOf(text: string): Value {
  if (/^-?\d{1,15}$/u.test(text)) return Number(text);
  const list = /^\[(.*)\]$/u.exec(text);
  if (list !== null) return list[1].trim() === "" ? [] : list[1].split(",").map((one) => valueOf(one.trim()));
  const words = new Map<string, Value>([
    ["null", null],
    ["true", true],
    ["false", false],
  ]);
  return words.has(text) ? (words.get(text) as Value) : text;
}

function historyOf(sections: readonly (readonly Call[])[], type: string | undefined): Found {
  const builder = createHistoryBuilder();
  const methods = new Set<string>();
  const edges: (readonly [number, number])[] = [];
  /** The last of each thread in the section above. */
  let above: readonly { readonly thread: number; readonly id: number }[] = [];
  let id = 0;
  for (const calls of sections) {
    if (calls.length === 0) continue;
    /** Thread → the ids of its operations in this section. */
    const own: number[][] = [];
    for (const { thread, method, args, result, optional, line, column } of calls) {
      methods.add(method);
      addOperation(
        builder,
        {
          session: thread + 1,
          method,
          args,
          ...(result !== undefined && { result }),
          ...(optional && { optional }),
        },
        line,
        column,
      );
      (own[thread] ??= []).push(id++);
    }
    for (const [at, { thread, clock, line, column }] of calls.entries())
      for (const [other, count] of clock.entries()) {
        if (other === thread || count === 0) continue;
        const before = own[other]?.[count - 1];
        if (before === undefined)
          throw new PlacedError(
            `thread ${other + 1} has no ${count} operations here to come after`,
            line,
            column,
          );
        edges.push([before, id - calls.length + at]);
      }
    for (const [thread, ids] of own.entries())
      for (const last of above)
        if (ids !== undefined && last.thread !== thread) edges.push([last.id, ids[0]]);
    above = own.flatMap((ids, thread) => (ids === undefined ? [] : [{ thread, id: ids[ids.length - 1] }]));
  }
  const told = type ?? onlyType(methods);
  return { history: builder.finish({ ...(told !== undefined && { type: told }), happensBefore: edges }) };
}

/** The built-in type that has all these methods, where there is but one. */
function onlyType(methods: ReadonlySet<string>): string | undefined {
  const fit = Object.entries(types).filter(([, { methods: known = {} }]) =>
    [...methods].every((method) => Object.hasOwn(known, method)),
  );
  return fit.length === 1 ? fit[0][0] : undefined;
}
