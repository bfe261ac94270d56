import type { Access } from "../memory/burst-code.js";
import { variablesOf } from "../memory/program.js";
import { recordMemory } from "../memory/record.js";
import type { LitmusOutcome, LitmusTest } from "./litmus-test.js";
import { outcomeKey } from "./outcome.js";

/** Options of `runLitmus`. */
export interface LitmusOptions {
  readonly runs: number;
  /** Default: plain. */
  readonly access?: Access;
  readonly seed?: number;
  /** As for `recordMemory`. */
  readonly warmUp?: number;
  /** Ends the runs early; what was seen until then counts. */
  readonly signal?: AbortSignal;
  /** Is told how many runs are done. */
  readonly onProgress?: (runs: number) => void;
}

/** An outcome, and how often it was seen. */
export interface CountedOutcome extends LitmusOutcome {
  readonly count: number;
}

/** The outcomes of all runs of a test. */
export interface LitmusRun {
  readonly runs: number;
  /** The outcomes that were seen, the most frequent first. */
  readonly outcomes: readonly CountedOutcome[];
}

/** Runs a litmus test on this machine and counts its outcomes. */
export async function runLitmus(test: LitmusTest, options: LitmusOptions): Promise<LitmusRun> {
  const { runs, onProgress, ...recording } = options;
  const variables = variablesOf(test.program);
  const places = test.observed.map((variable) => variables.indexOf(variable));
  const seen = new Map<string, { readonly outcome: LitmusOutcome; count: number }>();
  let done = 0;
  for await (const { bursts } of recordMemory({
    programs: test.program,
    bursts: runs,
    ...recording,
  })) {
    for (const { values, final } of bursts) {
      const outcome = { values: [...values], final: places.map((place) => final[place]) };
      const key = outcomeKey(outcome);
      const known = seen.get(key);
      if (known === undefined) seen.set(key, { outcome, count: 1 });
      else known.count++;
    }
    done += bursts.length;
    onProgress?.(done);
  }
  const outcomes = [...seen.values()].map(({ outcome, count }) => ({ ...outcome, count }));
  return { runs: done, outcomes: outcomes.sort((a, b) => b.count - a.count) };
}
