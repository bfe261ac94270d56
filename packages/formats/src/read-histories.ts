import { didYouMean, type ErrorCode, findName, refuseUnknown, type Value } from "@sightline/core";
import { readAxe } from "./axe.js";
import { unpack } from "./bytes/unpack.js";
import { needMore, openWindow, windowOver } from "./bytes/window.js";
import { readEtcd } from "./etcd.js";
import { InputError, NoHistory, PlacedError } from "./input-error.js";
import type { Found, Item } from "./item.js";
import type { LogOptions } from "./jepsen/build.js";
import { readJepsen } from "./jepsen/read.js";
import { readJcstress } from "./jcstress.js";
import { readLincheck } from "./lincheck.js";
import { readLitmus } from "./litmus/read.js";
import { nativeHistories, readNative } from "./native/read.js";
import { readNotation } from "./notation.js";
import { readOtel } from "./otel.js";
import { readPorcupineJson } from "./porcupine-json.js";
import { readConsoleLog } from "./read-console-log.js";
import { showsHistory } from "./shows-history.js";
import {
  formatNames,
  type FormatName,
  isEventText,
  isJsonText,
  isLineOriented,
  lookAhead,
  skipByteOrderMark,
  sniffFormat,
} from "./sniff.js";
import { readThreads } from "./threads/read.js";
import { isHist, readDbcopJson, readHist } from "./transactions/read-dbcop.js";
import { readPlume } from "./transactions/read-plume.js";
import { readVisearch } from "./visearch.js";

/** Options of `readHistories`. */
export interface ReadOptions {
  /** What to call the input in errors. */
  readonly file: string;
  /** The format; recognised by content where it is not given. */
  readonly format?: string | undefined;
  /** `jepsen`: values are pairs `[key value]`, and each key is an object of its own. */
  readonly independent?: boolean | undefined;
  /** The name of the type, over what the input says. */
  readonly type?: string | undefined;
  /**
   * The initial state that the histories will be checked from, where it is not the default. `jepsen`: a
   * register that starts with a value and is never set to nil cannot be read as nil, so there a read of nil
   * means, as in Knossos, that its result is not known.
   */
  readonly initial?: Value | undefined;
  /**
   * Whether the input was found in a directory, so that it may be no history at all: then its one error is
   * `foreign`. What is meant to be a history and is wrong is told as ever.
   */
  readonly listed?: boolean | undefined;
  /** The number of the first line, where the input is a part of a file. Default: 1. */
  readonly firstLine?: number | undefined;
}

const optionNames = Object.keys({
  file: true,
  format: true,
  independent: true,
  type: true,
  initial: true,
  listed: true,
  firstLine: true,
} satisfies Record<keyof ReadOptions, true>);

/** The format of this name. Throws a `RangeError` that says which there are. */
export function formatNamed(name: string): FormatName {
  const known = findName(name, formatNames);
  if (known !== undefined) return known;
  const hint = didYouMean(name, formatNames, `these are known: ${formatNames.join(", ")}`);
  throw new RangeError(`unknown format "${name}": ${hint}`);
}

/**
 * Reads the histories of an input one at a time: memory holds one history and a small piece of the input,
 * however many there are. What gzip has packed is unpacked on the way. What is wrong comes as an item with an `InputError`; where histories stand on
 * lines, reading goes on with the next. Throws a `HistoryError` at an option that is unknown.
 *
 * ```ts
 * for await (const { index, history, error } of readHistories(createReadStream(file), { file })) {
 *   if (error) console.error(error.message);
 *   else console.log(index, check(history).verdict);
 * }
 * ```
 */
export async function* readHistories(
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<Item, void, undefined> {
  refuseUnknown("option", options, optionNames);
  const { file } = options;
  const seen: Seen = { recognised: true };
  const isForeign = (error: unknown): boolean =>
    options.listed === true &&
    options.format === undefined &&
    index === 0 &&
    (error instanceof NoHistory || (error instanceof PlacedError && !seen.recognised));
  const placed = (error: unknown): InputError => placedIn(error, file, seen.format, isForeign(error));
  let index = 0;
  try {
    for await (const found of readFormat(source, options, seen)) {
      if (found.error === undefined) yield { ...found, index: index++ };
      else {
        const error = placed(found.error);
        yield { index: index++, error };
        if (error.foreign) return;
      }
    }
    if (index === 0) throw new NoHistory("the input holds no history: 0 operations", 0, 0);
  } catch (error) {
    yield { index, error: placed(error) };
  }
}

/** How lines are read that are all in memory. */
export interface ReadLinesOptions extends Pick<ReadOptions, "file" | "type"> {
  readonly firstLine: number;
}

/**
 * The histories of native lines that are all in memory: what `readHistories` gives, without waiting for
 * anything.
 */
export function* readLinesInMemory(
  bytes: Uint8Array,
  { file, type, firstLine }: ReadLinesOptions,
): Generator<Item, void, undefined> {
  const window = windowOver(bytes, firstLine);
  skipByteOrderMark(window);
  let index = 0;
  for (const found of nativeHistories(window, { lines: true, type })) {
    // All is there: more is never needed.
    if (found === needMore) continue;
    yield found.error === undefined
      ? { index: index++, history: found.history }
      : { index: index++, error: placedIn(found.error, file, "ndjson") };
  }
}

/** What the reader of a format has seen of its input. */
interface Seen {
  /** Whether there are signs of a history in it. */
  recognised: boolean;
  format?: FormatName;
}

/** What it is called that a text of this format cannot be read. */
export const unreadable: Readonly<Record<FormatName, ErrorCode>> = {
  json: "SL2001",
  ndjson: "SL2001",
  notation: "SL1101",
  jepsen: "SL2003",
  porcupine: "SL2004",
  visearch: "SL2005",
  litmus: "SL2006",
  threads: "SL2007",
  axe: "SL2009",
  dbcop: "SL2010",
  plume: "SL2011",
  "porcupine-json": "SL2012",
  etcd: "SL2013",
  otel: "SL2014",
  lincheck: "SL2015",
  jcstress: "SL2016",
};

/** The error as it is told of a file. Throws what is no error of an input. */
function placedIn(
  error: unknown,
  file: string,
  format: FormatName | undefined,
  isForeign = false,
): InputError {
  if (!(error instanceof PlacedError)) throw error;
  const { line, column, message } = error;
  return new InputError(codeOf(error, format), file, line, column, message, isForeign);
}

function codeOf(error: PlacedError, format: FormatName | undefined): ErrorCode {
  if (error.code !== undefined) return error.code;
  return format === undefined || error instanceof NoHistory ? "SL2000" : unreadable[format];
}

async function* readFormat(
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  seen: Seen,
): AsyncGenerator<Found> {
  const { file, type, independent = false, initial } = options;
  const log: LogOptions = { independent, type, initial };
  const window = openWindow(unpack(source), options.firstLine);
  try {
    const named = options.format === undefined ? undefined : formatOrFail(options.format);
    const beginning = await lookAhead(window);
    const format = named ?? sniffFormat(beginning);
    seen.format = format;
    if (options.listed === true) seen.recognised = showsHistory(format, beginning);
    switch (format) {
      case "json":
      case "ndjson":
      case "threads": {
        const told = named === "json" || named === "ndjson";
        const lines =
          format === "ndjson" ||
          (!told && (/\.(?:ndjson|jsonl)(?:\.gz)?$/u.test(file) || isLineOriented(beginning)));
        yield* (format === "threads" ? readThreads : readNative)(window, { lines, type });
        break;
      }
      case "notation":
        yield* readNotation(window, type);
        break;
      case "litmus":
        yield* readLitmus(window, type);
        break;
      case "jepsen":
        if (isEventText(beginning)) yield* readConsoleLog(window, log, "jepsen");
        else yield* readJepsen(window, isJsonText(beginning), log);
        break;
      case "porcupine":
        if (/^\s*[;[({#]/u.test(beginning)) yield* readJepsen(window, false, log);
        else yield* readConsoleLog(window, log, "porcupine");
        break;
      case "visearch":
        yield* readVisearch(window, type);
        break;
      case "axe":
        yield* readAxe(window, type);
        break;
      case "plume":
        yield* readPlume(window, type);
        break;
      case "dbcop":
        yield* (isHist(beginning) ? readHist : readDbcopJson)(window, type);
        break;
      case "porcupine-json":
        yield* readPorcupineJson(window, type);
        break;
      case "etcd":
        yield* readEtcd(window, type);
        break;
      case "otel":
        yield* readOtel(window, type);
        break;
      case "lincheck":
        yield* readLincheck(window, type);
        break;
      case "jcstress":
        yield* readJcstress(window, type);
        break;
      default:
        format satisfies never; // a format that is not read here does not compile
    }
  } finally {
    // Lets the source close its file when reading stops early.
    await window.source.return?.();
  }
}

function formatOrFail(name: string): FormatName {
  try {
    return formatNamed(name);
  } catch (error) {
    throw new PlacedError((error as Error).message, 0, 0, "SL2092");
  }
}
