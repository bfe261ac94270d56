import { type History, printHistory, recordOf } from "@sightline/core";
import { writeThreads } from "./threads/write.js";
import { writeHistory } from "./write-history.js";
import { writeAxe } from "./written/write-axe.js";
import { writeJepsen } from "./written/write-jepsen.js";
import { writePorcupineJson } from "./written/write-porcupine-json.js";
import { writeDbcop, writePlume } from "./written/write-transactions.js";

/** The formats that are written, and how each is: the text of a history, ending in a newline. */
const writers = {
  json: (history: History) => `${JSON.stringify(recordOf(history), null, 2)}\n`,
  ndjson: (history: History) => (history.size > LONG ? inLines(history) : `${writeHistory(history)}\n`),
  notation: (history: History) => `${printHistory(history)}\n`,
  threads: (history: History) => `${writeThreads(history)}\n`,
  jepsen: (history: History) => `${writeJepsen(history)}\n`,
  "porcupine-json": (history: History) => `${writePorcupineJson(history)}\n`,
  dbcop: (history: History) => `${writeDbcop(history)}\n`,
  plume: (history: History) => `${writePlume(history)}\n`,
  axe: (history: History) => `${writeAxe(history)}\n`,
} as const;

/** The formats of which a file holds one history. */
export const holdsOne: readonly string[] = ["json", "jepsen", "porcupine-json", "dbcop", "plume"];

/** The name of a format that is written. */
export type WrittenFormat = keyof typeof writers;

/** The names of the formats that are written. */
export const writtenFormats = Object.keys(writers) as readonly WrittenFormat[];

/** Histories of more operations have a line for each of these, below their header. */
const LONG = 1000;

/** A history as text in a format. Throws a `RangeError` for what the format cannot say. */
export function writeAs(format: WrittenFormat, history: History): string {
  return writers[format](history);
}

/** The long form: a header, and an operation on each line. */
function inLines(history: History): string {
  const { operations, ...header } = recordOf(history);
  return [header, ...operations].map((part) => `${JSON.stringify(part)}\n`).join("");
}
