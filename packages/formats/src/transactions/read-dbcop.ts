import type { Value } from "@sightline/core";
import { createJsonParser } from "../bytes/json.js";
import { readLines } from "../bytes/lines.js";
import { type ByteWindow, failAt, steps } from "../bytes/window.js";
import { NoHistory, PlacedError } from "../input-error.js";
import type { Found } from "../item.js";
import { buildTransactions, type Transaction, type TransactionAccess } from "./build-transactions.js";

/** Whether JSON text begins as dbcop's histories do: sessions of transactions with `events`, bare or under `data`. */
export const isDbcopJson = (text: string): boolean =>
  /^\[\s*(?:\[\s*\]\s*,\s*)*\[\s*\{\s*"(?:events|committed)"/u.test(text) ||
  (text.startsWith("{") &&
    /"data"\s*:\s*\[\s*(?:\[\s*\]\s*,\s*)*\[\s*\{\s*"(?:events|committed)"/u.test(text));

/** Whether text begins as dbcop's `.hist` does: `[x:=1 y==2]`, after comments. */
export const isHist = (text: string): boolean => /^(?:\s|\/\/[^\n]*\n)*\[\s*\w+\s*(?::=|==)/u.test(text);

/** Reads a history of dbcop in JSON, one transaction at a time. Transactions that did not commit are left out. */
export async function* readDbcopJson(window: ByteWindow, type: string | undefined): AsyncGenerator<Found> {
  const parser = createJsonParser(window);
  const transactions: Transaction[] = [];
  let session = 0;
  let inData = false;
  const states = {
    begin() {
      inData = parser.takeIf("{");
      return inData ? ("field" as const) : ("sessions" as const);
    },
    field() {
      const name = parser.key();
      parser.take(":", "after a key");
      if (name === "data") return "sessions" as const;
      parser.value();
      parser.take(",", "before the field data");
      return "field" as const;
    },
    sessions() {
      parser.take("[", "to begin the sessions");
      return parser.takeIf("]") ? ("end" as const) : ("session" as const);
    },
    session() {
      parser.take("[", "to begin a session");
      return parser.takeIf("]") ? ("afterSession" as const) : ("transaction" as const);
    },
    transaction() {
      parser.more();
      const { position: start, line } = window;
      const found = readTransaction(parser.value(), (reason) => failAt(window, reason, start));
      if (found !== undefined) transactions.push({ session, accesses: found, line });
      return "afterTransaction" as const;
    },
    afterTransaction() {
      if (parser.takeIf(",")) return "transaction" as const;
      parser.take("]", 'or "," after a transaction');
      return "afterSession" as const;
    },
    afterSession() {
      const more = parser.takeIf(",");
      if (!more) parser.take("]", 'or "," after a session');
      session++;
      return more ? ("session" as const) : ("end" as const);
    },
    end: () => "end" as const,
  };
  let state: keyof typeof states = "begin";
  await steps(window, () => {
    state = states[state]();
    return state !== "end";
  });
  yield { history: buildTransactions(transactions, type) };
}

/** The accesses of a transaction; `undefined` where it did not commit. */
function readTransaction(
  value: Value,
  fail: (reason: string) => never,
): readonly TransactionAccess[] | undefined {
  const { events, committed } = (value ?? {}) as { readonly events?: Value; readonly committed?: Value };
  if (!Array.isArray(events) || typeof committed !== "boolean")
    return fail('a transaction must be {"events":[…],"committed":true|false}');
  if (!committed) return undefined;
  return events.map((event: Value): TransactionAccess => {
    const [[name, body]] = Object.entries((event ?? {}) as Record<string, Value>).concat([["", null]]);
    const { variable, version } = (body ?? {}) as { readonly variable?: Value; readonly version?: Value };
    if ((name !== "Read" && name !== "Write") || variable === undefined)
      return fail('an event must be {"Read":{"variable":x,"version":v}} or {"Write":{…}}');
    return { kind: name === "Read" ? "read" : "write", key: variable, value: version ?? null };
  });
}

/** Reads dbcop's `.hist`: a session on each line or several, parted by `---`, transactions in brackets. */
export async function* readHist(window: ByteWindow, type: string | undefined): AsyncGenerator<Found> {
  const transactions: Transaction[] = [];
  let session = 0;
  for await (const { text, number } of readLines(window)) {
    const line = text.replace(/\/\/.*$/u, "").trim();
    if (line === "") continue;
    if (/^-{3,}$/u.test(line)) {
      session++;
      continue;
    }
    for (const { body, column } of bracketed(line, number, text.length - text.trimStart().length)) {
      const accesses = body
        .split(/\s+/u)
        .filter((word) => word !== "")
        .map((word) => histAccess(word, number, column));
      transactions.push({ session, accesses, line: number });
    }
  }
  if (transactions.length === 0)
    throw new NoHistory("the file is empty: it holds no history, 0 operations", 0, 0);
  yield { history: buildTransactions(transactions, type) };
}

/** The parts in brackets, and the column that each begins in. */
function bracketed(line: string, number: number, indent: number): { body: string; column: number }[] {
  const found = [...line.matchAll(/\s*\[([^[\]]*)\]\s*/gu)];
  const whole = found.reduce((length, [part]) => length + part.length, 0);
  if (whole !== line.length)
    throw new PlacedError(
      `expected transactions in brackets, such as [x:=1 y==2], not ${JSON.stringify(line)}`,
      number,
      indent + 1,
    );
  return found.map(({ index, 1: body }) => ({ body, column: indent + index + 1 }));
}

function histAccess(word: string, line: number, column: number): TransactionAccess {
  const [, key, sign, value] = /^(\w+)(:=|==)(-?\d+|null|\?)$/u.exec(word) ?? [];
  if (key === undefined || value === "?")
    throw new PlacedError(`expected x:=1 or x==1, not ${JSON.stringify(word)}`, line, column);
  return { kind: sign === "==" ? "read" : "write", key, value: value === "null" ? null : Number(value) };
}
