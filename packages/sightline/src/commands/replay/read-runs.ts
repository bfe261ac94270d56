import type { InvalidInput } from "@sightline/fleet";
import type { StoreOptions } from "@sightline/stores";

/** A run as `measure --json` tells of it. */
export interface RecordedReplay {
  readonly target: string;
  readonly run: number;
  readonly options: StoreOptions;
  /** What happened, step by step. */
  readonly steps: readonly string[];
}

/** The runs that a file tells of, or why there are none. */
export type ReadRuns =
  | {
      readonly runs: readonly RecordedReplay[];
      /** The numbers of those that were made short. */
      readonly found: readonly number[];
      readonly error?: undefined;
    }
  | { readonly error: InvalidInput };

/** Reads lines of `measure --json`. */
export function readRuns(text: string, file: string): ReadRuns {
  const runs: RecordedReplay[] = [];
  const found: number[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const invalid = (reason: string): ReadRuns => ({
      error: { file, line: i + 1, column: 1, reason, code: "SL2001" },
    });
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return invalid("this is no line of JSON: give what measure --json printed");
    }
    const { replay, steps, summary } = value as {
      readonly replay?: RecordedReplay;
      readonly steps?: unknown;
      readonly summary?: { readonly findings?: readonly { readonly run: number }[] };
    };
    for (const { run } of summary?.findings ?? []) found.push(run);
    if (replay === undefined) continue;
    if (typeof replay.target !== "string" || !Number.isSafeInteger(replay.run) || !Array.isArray(steps))
      return invalid('"replay" must have a target and the number of a run, and "steps" stand beside it');
    runs.push({ ...replay, options: replay.options ?? {}, steps: steps.map(String) });
  }
  if (runs.length > 0) return { runs, found };
  const reason =
    "no run in it can be repeated: only libraries in this process do the same again (measure yjs:map --json)";
  return { error: { file, reason, code: "SL2001" } };
}
