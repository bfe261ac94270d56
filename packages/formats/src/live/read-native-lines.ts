import {
  createHistoryBuilder,
  HistoryError,
  type HistoryHeader,
  type OperationRecord,
  type Value,
} from "@sightline/core";
import { createJsonParser } from "../bytes/json.js";
import { windowOver } from "../bytes/window.js";
import { PlacedError } from "../input-error.js";
import { locate } from "../native/locate.js";
import type { LiveItem, LiveReader } from "./live-item.js";
import { createTimedOperations } from "./timed-operations.js";

/** Reads lines of the native format as they come: a header, then an operation on each line, with its times. */
export function readNativeLines(patience?: number): LiveReader {
  const operations = createTimedOperations(patience);
  return {
    take(text, line) {
      if (/^\s*$/u.test(text)) return [];
      try {
        const value = parse(text, line);
        if (!("method" in value)) return [header(value)];
        return operations.add(value as unknown as OperationRecord, line);
      } catch (error) {
        if (error instanceof PlacedError) return [{ kind: "error", error }];
        if (!(error instanceof HistoryError)) throw error;
        return [{ kind: "error", error: placed(error, text, line) }];
      }
    },
    idle: () => operations.idle(),
    end: () => operations.end(),
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
