import type { ErrorCode, Value } from "@sightline/core";
import { PlacedError } from "../input-error.js";
import { unreadable } from "../read-histories.js";
import { type FormatName, isEventText, isJsonText, sniffFormat } from "../sniff.js";
import type { LiveItem, LiveReader } from "./live-item.js";
import { readClientLines } from "./read-client-lines.js";
import { readEventLines } from "./read-event-lines.js";
import { readNativeLines } from "./read-native-lines.js";

/** The formats that are written line by line, and so can be read as they grow. */
export const liveFormats = ["ndjson", "jepsen", "porcupine", "porcupine-json", "etcd"] as const;

/** How a log is read. */
export interface LiveOptions {
  /** Default: by the first line that tells. */
  readonly format?: (typeof liveFormats)[number] | undefined;
  /** The name of a built-in type, over the log's own. */
  readonly type?: string | undefined;
  readonly initial?: Value | undefined;
  /** Jepsen: values are pairs `[key value]`. */
  readonly independent?: boolean | undefined;
  /** How often nothing may come from a session that is waited for. */
  readonly patience?: number | undefined;
}

/** So many lines may come before one that tells the format. */
const MOST_NOISE = 10_000;

/** Reads a log as it grows, in whichever of the formats it is written. */
export function readLiveLines(options: LiveOptions): LiveReader {
  let known: { readonly reader: LiveReader; readonly code: ErrorCode } | undefined;
  let noise = 0;
  /** What cannot be read is told by the code of the format. */
  const coded = (items: readonly LiveItem[]): readonly LiveItem[] =>
    items.map((item) => {
      if (item.kind !== "error" || item.error.code !== undefined) return item;
      const { message, line, column } = item.error;
      return { kind: "error", error: new PlacedError(message, line, column, known?.code) };
    });
  return {
    take(text, line) {
      if (known === undefined && /^\s*(?:;.*)?$/u.test(text)) return [];
      try {
        known ??= readerFor(text, line, options, noise++ < MOST_NOISE);
      } catch (error) {
        if (!(error instanceof PlacedError)) throw error;
        return [{ kind: "error", error }];
      }
      return coded(known?.reader.take(text, line) ?? []);
    },
    idle: () => coded(known?.reader.idle() ?? []),
    end: () => coded(known?.reader.end() ?? []),
  };
}

/** The reader for a log with this line; `undefined` where the line does not tell, and more may. */
function readerFor(
  text: string,
  line: number,
  options: LiveOptions,
  mayBeNoise: boolean,
): { readonly reader: LiveReader; readonly code: ErrorCode } | undefined {
  const { type, initial, patience, independent = false } = options;
  const format = options.format ?? sniffed(text, line, mayBeNoise);
  if (format === undefined) return undefined;
  const code = unreadable[format];
  switch (format) {
    case "json":
    case "ndjson":
      return { reader: readNativeLines(patience), code };
    case "porcupine-json":
    case "etcd":
      return { reader: readClientLines(format, type, patience), code };
    case "jepsen":
    case "porcupine": {
      const notation = isEventText(text) ? "console" : isJsonText(text) ? "json" : "edn";
      // Of a console log, lines before the first event are noise: they tell nothing.
      if (options.format !== undefined && notation === "edn" && !/^\s*[[({#;]/u.test(text)) return undefined;
      const dialect = format === "porcupine" && notation === "console" ? "porcupine" : "jepsen";
      return { reader: readEventLines(notation, dialect, { type, initial, independent }), code };
    }
    default:
      throw new PlacedError(
        `${format} is not written line by line: --follow reads ${liveFormats.join(", ")}`,
        line,
        1,
        "SL2000",
      );
  }
}

function sniffed(text: string, line: number, mayBeNoise: boolean): FormatName | undefined {
  if (isEventText(text)) return /\bjepsen\.util\s+-\s/u.test(text) ? "porcupine" : "jepsen";
  try {
    const format = sniffFormat(text);
    // Words that could begin a history in the notation begin a line of a log as well.
    return format === "notation" && mayBeNoise ? undefined : format;
  } catch (error) {
    if (!(error instanceof PlacedError)) throw error;
    if (mayBeNoise) return undefined;
    throw new PlacedError(`${error.message.split(":")[0]}: no line so far is of a log`, line, 1, error.code);
  }
}
