import { createHistoryBuilder, type History, type HistoryBuilder } from "@sightline/core";
import { type Line, readLines } from "./bytes/lines.js";
import type { ByteWindow } from "./bytes/window.js";
import { NoHistory, PlacedError } from "./input-error.js";
import type { Found } from "./item.js";

/** Where Axe looks: `M[3]` and `v3` are the same. */
const location = String.raw`(?:M\[\s*(?<cell>\w+)\s*\]|v(?<variable>\d+))`;
const interval = String.raw`(?:\s*@\s*\d*\s*(?::\s*\d*)?)?`;

const access = new RegExp(
  String.raw`^(?<thread>\d+)\s*:\s*${location}\s*(?<kind>:=|==)\s*(?<value>-?\d+)${interval}$`,
  "u",
);
const exchange = new RegExp(
  String.raw`^(?<thread>\d+)\s*:\s*[<{]\s*${location}\s*==\s*(?<old>-?\d+)\s*;\s*(?<other>M\[\s*\w+\s*\]|v\d+)\s*:=\s*(?<value>-?\d+)\s*[>}]${interval}$`,
  "u",
);
const fence = new RegExp(String.raw`^(?<thread>\d+)\s*:\s*sync${interval}$`, "u");
const final = new RegExp(String.raw`^final\s+${location}\s*==\s*(?<value>-?\d+)$`, "u");

/** Whether text begins as a trace of Axe does, after its comments. */
export const beginsLikeAxe = (text: string): boolean =>
  /^\d+\s*:\s*(?:M\[|v\d|sync\b|[<{]\s*(?:M\[|v\d))/u.test(text);

/**
 * Reads traces of shared memory as Axe has them: accesses by thread, `sync`, atomic exchanges, final values, and
 * `check` at the end of each. Times are read and do not matter under SC and TSO, so they are left out.
 */
export async function* readAxe(window: ByteWindow, type: string | undefined): AsyncGenerator<Found> {
  let trace = openTrace(type);
  let any = false;
  for await (const line of readLines(window)) {
    const text = line.text.trim();
    if (text === "") continue;
    if (text.startsWith("#")) {
      if (trace.size === 0) trace.name = text.slice(1).trim();
      continue;
    }
    any = true;
    if (text !== "check") trace.add(line, text);
    else {
      yield { history: trace.finish() };
      trace = openTrace(type);
    }
  }
  if (trace.size > 0) yield { history: trace.finish() };
  else if (!any) throw new NoHistory("the trace is empty: it holds no history, 0 operations", 0, 0);
}

/** A location is a number, or a name. */
type Location = string | number;
const locationOf = (text: string): Location => (/^\d{1,15}$/u.test(text) ? Number(text) : text);

/** A trace that is being read. */
interface Trace {
  name: string | undefined;
  readonly size: number;
  add(line: Line, text: string): void;
  finish(): History;
}

function openTrace(type = "memory"): Trace {
  const builder = createHistoryBuilder();
  const writers = new Map<Location, Set<number>>();
  const finals: { readonly variable: Location; readonly value: number; readonly line: number }[] = [];
  const writes = (variable: Location, thread: number): void => {
    const known = writers.get(variable);
    if (known === undefined) writers.set(variable, new Set([thread]));
    else known.add(thread);
  };
  return {
    name: undefined,
    get size() {
      return builder.size + finals.length;
    },
    add(line, text) {
      const parts = (access.exec(text) ?? exchange.exec(text) ?? fence.exec(text) ?? final.exec(text))
        ?.groups;
      if (parts === undefined) return refuse(line, text);
      const variable = locationOf(parts["cell"] ?? parts["variable"] ?? "");
      const value = Number(parts["value"]);
      if (parts["thread"] === undefined) {
        finals.push({ variable, value, line: line.number });
        return;
      }
      const session = Number(parts["thread"]);
      const { kind, old, other } = parts;
      if (other !== undefined && locationOf(other.replace(/^M\[\s*|\s*\]$|^v/gu, "")) !== variable)
        throw new PlacedError("an atomic step reads and writes one location", line.number, 1);
      if (old !== undefined) {
        builder.add(
          { session, method: "exchange", args: [variable, value], result: Number(old) },
          line.number,
        );
        writes(variable, session);
      } else if (kind === ":=") {
        builder.add({ session, method: "write", args: [variable, value] }, line.number);
        writes(variable, session);
      } else if (kind === "==")
        builder.add({ session, method: "read", args: [variable], result: value }, line.number);
      else builder.add({ session, method: "fence" }, line.number);
    },
    finish() {
      addFinals(builder, finals, writers);
      return builder.finish({ type, ...(this.name !== undefined && { name: this.name }) });
    },
  };
}

/**
 * A final value is what a read after all writes of the location finds: every thread that writes it ends with a write
 * of a flag of its own, and a further session reads the flags first.
 */
function addFinals(
  builder: HistoryBuilder,
  finals: readonly { readonly variable: Location; readonly value: number; readonly line: number }[],
  writers: ReadonlyMap<Location, ReadonlySet<number>>,
): void {
  const flagged = new Set(finals.flatMap(({ variable }) => [...(writers.get(variable) ?? [])]));
  for (const session of flagged) builder.add({ session, method: "write", args: [`${session}-done`, 1] });
  for (const session of flagged)
    builder.add({ session: "final", method: "read", args: [`${session}-done`], result: 1 });
  for (const { variable, value, line } of finals)
    builder.add({ session: "final", method: "read", args: [variable], result: value }, line);
}

function refuse({ number }: Line, text: string): never {
  throw new PlacedError(
    `expected an access such as "0: M[1] := 2" or "1: M[1] == 2", "0: sync", "0: <M[1] == 0; M[1] := 1>", "final M[1] == 2" or "check", not ${JSON.stringify(text)}`,
    number,
    1,
  );
}
