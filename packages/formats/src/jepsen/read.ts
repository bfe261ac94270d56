import { printValue, type Value } from "@sightline/core";
import { createJsonParser } from "../bytes/json.js";
import { type ByteWindow, columnOf, describeByte, failAt, steps } from "../bytes/window.js";
import { type Edn, isKeyword } from "../edn/edn.js";
import { createEdnParser } from "../edn/parser.js";
import { ednToValue } from "../edn/value.js";
import { PlacedError } from "../input-error.js";
import type { Found } from "../item.js";
import { buildLogHistory, type LogOptions } from "./build.js";
import { createEventLog, type Event, type EventLog, type EventType } from "./events.js";
import { isTransaction } from "./transactions.js";

const eventTypes = new Set<string>(["invoke", "ok", "fail", "info"]);

/** The one process that is no client: it breaks things, and its operations are none of the object's. */
const NEMESIS = "nemesis";

/** The fields of an event, as EDN or JSON gives them. */
export interface RawEvent {
  /** A number or a name; `undefined` where there is none, null where it is neither. */
  readonly process: string | number | null | undefined;
  readonly type: string | undefined;
  readonly f: string | undefined;
  value(): Value;
  key(): Value | undefined;
}

/** Takes an event into a log: of a client, or of the nemesis, which is an annotation. Throws a `PlacedError`. */
export function takeEvent(
  log: Pick<EventLog, "add" | "annotate">,
  raw: RawEvent,
  line: number,
  column: number,
): void {
  if (raw.process === NEMESIS) log.annotate(textOf(raw));
  else log.add(toEvent(raw, line, column));
}

/** The most characters that are kept of what the nemesis says. */
const MOST_OF_TEXT = 200;

/** What the nemesis did, in words: its function and its value, where that is one. */
function textOf({ f, value }: RawEvent): string {
  let said = "";
  try {
    const given = value();
    if (given !== null) said = ` ${typeof given === "string" ? given : printValue(given)}`;
  } catch (error) {
    // It changes no verdict: a value that is none of ours is left out.
    if (!(error instanceof RangeError || error instanceof PlacedError)) throw error;
  }
  const text = `nemesis${f === undefined ? "" : ` ${f}`}${said}`;
  return text.length > MOST_OF_TEXT ? `${text.slice(0, MOST_OF_TEXT - 1)}…` : text;
}

/** Checks an event of a client. Throws a `PlacedError`. */
function toEvent(raw: RawEvent, line: number, column: number): Event {
  const fail = (reason: string): never => {
    throw new PlacedError(reason, line, column);
  };
  const { process, type, f } = raw;
  if (process === undefined) return fail("an event must have a :process");
  if (process === null) return fail("a :process must be an integer or a name");
  if (type === undefined || !eventTypes.has(type))
    return fail(
      type === undefined
        ? "an event must have a :type"
        : `the :type :${type} is none of :invoke, :ok, :fail, :info`,
    );
  try {
    const value = raw.value();
    // Elle's own files leave :f out where every value is a transaction.
    // A completion without a value, or an error in its place, completes what its process invoked.
    const called = f ?? (isTransaction(value) || type !== "invoke" ? "txn" : undefined);
    if (called === undefined) return fail("an event must have an :f");
    return { process, type: type as EventType, f: called, value, key: raw.key(), line, column };
  } catch (error) {
    if (error instanceof RangeError) return fail(error.message);
    throw error;
  }
}

/** Reads Jepsen's events: EDN maps one after another or in one vector or list; or the same as JSON. */
export async function* readJepsen(
  window: ByteWindow,
  asJson: boolean,
  options: LogOptions,
): AsyncGenerator<Found> {
  const log = createEventLog();
  let some = false;
  await (asJson ? eachJson : eachEdn)(window, (raw, line, column) => {
    some = true;
    takeEvent(log, raw, line, column);
  });
  // `[]` holds no history, as in JSON; events that are all of the nemesis make one, without operations.
  if (some) yield { history: buildLogHistory(log, options) };
}

type Take = (raw: RawEvent, line: number, column: number) => void;

async function eachEdn(window: ByteWindow, take: Take): Promise<void> {
  const parser = createEdnParser(window);
  let close: ")" | "]" | undefined;
  let begun = false;
  let ended = false;
  await steps(window, () => {
    if (!parser.more()) {
      if (close !== undefined && !ended)
        failAt(window, `the input ends before the "${close}" of its events: is it cut off?`);
      return false;
    }
    if (ended) failAt(window, `expected nothing after the events, not ${describeByte(window)}`);
    if (!begun) {
      const bracket = parser.takeIf("[") ? "]" : parser.takeIf("(") ? ")" : undefined;
      begun = true;
      close = bracket;
      return true;
    }
    if (close !== undefined && parser.takeIf(close)) {
      ended = true;
      return true;
    }
    const { line } = window;
    const column = columnOf(window, window.position);
    const form = parser.value();
    take(ednEvent(form, line, column), line, column);
    return true;
  });
}

/** The event that a form of EDN tells. Throws a `PlacedError`. */
export function ednEvent(form: Edn, line: number, column: number): RawEvent {
  let map = form;
  while (typeof map === "object" && map !== null && map.kind === "tagged") map = map.value;
  if (typeof map !== "object" || map === null || map.kind !== "map")
    throw new PlacedError("an event must be a map {:process …, :type …, :f …, :value …}", line, column);
  const { entries } = map;
  const field = (name: string): Edn | undefined => entries.find(([key]) => isKeyword(key, name))?.[1];
  const name = (of: Edn | undefined): string | undefined =>
    isKeyword(of) ? of.name : typeof of === "string" ? of : undefined;
  const key = field("key");
  return {
    process: ednProcess(field("process")),
    type: name(field("type")),
    f: name(field("f")),
    value: () => ednToValue(field("value") ?? null),
    key: () => (key === undefined ? undefined : ednToValue(key)),
  };
}

function ednProcess(process: Edn | undefined): RawEvent["process"] {
  if (typeof process === "bigint") return String(process);
  if (process === undefined || typeof process === "string") return process;
  if (typeof process === "number") return Number.isInteger(process) ? process : null;
  if (typeof process !== "object" || process === null) return null;
  return process.kind === "keyword" || process.kind === "symbol" ? process.name : null;
}

async function eachJson(window: ByteWindow, take: Take): Promise<void> {
  const parser = createJsonParser(window);
  let state: "begin" | "stream" | "element" | "separator" | "ended" = "begin";
  await steps(window, () => {
    if (!parser.more()) {
      if (state === "element" || state === "separator")
        failAt(window, "the array of events does not end: is it cut off?");
      return false;
    }
    if (state === "begin") {
      const isArray = parser.takeIf("[");
      const isEmpty = isArray && parser.takeIf("]");
      state = isEmpty ? "ended" : isArray ? "element" : "stream";
      return true;
    }
    if (state === "separator") {
      const last = !parser.takeIf(",");
      if (last) parser.take("]", 'or "," after an event');
      state = last ? "ended" : "element";
      return true;
    }
    if (state === "ended") failAt(window, `expected nothing after the events, not ${describeByte(window)}`);
    const { line } = window;
    const column = columnOf(window, window.position);
    const value = parser.value();
    take(jsonEvent(value, line, column), line, column);
    if (state === "element") state = "separator";
    return true;
  });
}

/** The event that a value of JSON tells. Throws a `PlacedError`. */
export function jsonEvent(event: Value, line: number, column: number): RawEvent {
  if (event === null || typeof event !== "object" || Array.isArray(event))
    throw new PlacedError(`an event must be an object {"process":…,"type":…,"f":…,"value":…}`, line, column);
  const fields = new Map(Object.entries(event as { readonly [key: string]: Value }));
  const text = (name: string): string | undefined => {
    const value = fields.get(name);
    return typeof value === "string" ? value.replace(/^:/u, "") : undefined;
  };
  return {
    process: jsonProcess(fields.get("process")),
    type: text("type"),
    f: text("f"),
    value: () => fields.get("value") ?? null,
    key: () => fields.get("key"),
  };
}

function jsonProcess(process: Value | undefined): RawEvent["process"] {
  if (typeof process === "string") return process.replace(/^:/u, "");
  return process === undefined || Number.isInteger(process) ? (process as number | undefined) : null;
}
