import {
  createHistoryBuilder,
  HistoryError,
  type HistoryHeader,
  type LiveOperation,
  type OperationRecord,
  type Value,
} from "@sightline/core";
import { createJsonParser } from "../bytes/json.js";
import { windowOver } from "../bytes/window.js";
import { PlacedError } from "../input-error.js";
import { locate } from "../native/locate.js";
import { createInTime, type Moment } from "./in-time.js";
import type { LiveItem, LiveReader } from "./live-item.js";

/** Reads lines of the native format as they come: a header, then an operation on each line, with its times. */
export function readNativeLines(patience?: number): LiveReader {
  const inTime = createInTime(patience);
  const builder = createHistoryBuilder({}, "json");
  let next = 0;

  const due = (): LiveItem[] => inTime.due().map((event) => ({ kind: "event", event }));

  const take = (text: string, line: number): LiveItem[] => {
    const value = parse(text, line);
    if (!("method" in value)) return [header(value)];
    const record = value as unknown as OperationRecord;
    builder.clear();
    builder.add(record, line);
    const { session, object, method, args = [], result, call, return: ret, optional, final } = record;
    if (call === undefined) throw new HistoryError("SL1005", "an operation must have a call to be followed");
    if (optional !== undefined || final !== undefined)
      throw new HistoryError("SL1003", "optional and final operations cannot be followed");
    const operation: LiveOperation = {
      id: next++,
      session,
      object,
      invocation: { method, args },
      line,
      fate: ret === undefined ? "crashed" : "returned",
      result: ret === undefined ? undefined : result,
    };
    const late = inTime.add(operation, moment(call), ret === undefined ? undefined : moment(ret)) === "late";
    return late ? [{ kind: "late", operation }] : due();
  };

  return {
    take(text, line) {
      if (/^\s*$/u.test(text)) return [];
      try {
        return take(text, line);
      } catch (error) {
        if (error instanceof PlacedError) return [{ kind: "error", error }];
        if (!(error instanceof HistoryError)) throw error;
        return [{ kind: "error", error: placed(error, text, line) }];
      }
    },
    idle() {
      inTime.idle();
      return due();
    },
    end() {
      inTime.end();
      return due();
    },
  };
}

/** What JSON.parse reads, or the error of our own reader, which knows the place. */
function parse(text: string, line: number): object {
  let value: Value;
  try {
    value = JSON.parse(text) as Value;
  } catch {
    createJsonParser(windowOver(Buffer.from(text), line)).value();
    throw new PlacedError("expected nothing after the object", line, 1);
  }
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new PlacedError("a line must be an object: an operation, or a header before the first", line, 1);
  return value;
}

function header(value: object): LiveItem {
  if ("operations" in value)
    throw new HistoryError(
      "SL1003",
      "a whole history on a line cannot be followed: give one operation a line",
      ["operations"],
    );
  const { type, initial, happensBefore } = value as HistoryHeader;
  if (happensBefore !== undefined)
    throw new HistoryError("SL1006", "declared happens-before cannot be followed", ["happensBefore"]);
  createHistoryBuilder(value, "json");
  return { kind: "header", type, initial };
}

function placed(error: HistoryError, text: string, line: number): PlacedError {
  const window = windowOver(Buffer.from(text), line);
  // The builder's paths begin with the operation, which is the whole line here.
  const path = error.path.length > 1 && error.path[0] === "operations" ? error.path.slice(2) : error.path;
  const { column } = locate(window, createJsonParser(window), path);
  return new PlacedError(error.message, line, column, error.code);
}

const moment = (time: number | string | bigint): Moment => (typeof time === "string" ? BigInt(time) : time);
