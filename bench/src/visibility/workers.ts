import type { History } from "@sightline/core";
import { checkParallel } from "@sightline/fleet";
import { type Column, formatTime, renderTable } from "../table.js";
import { storeTrace } from "../workloads/mixture.js";
import { type Contender, timeCheck } from "./contender.js";

/** One way to search the hard traces. */
export interface WorkersRun {
  readonly pruning: boolean;
  readonly workers: number;
  readonly traces: number;
  /** Milliseconds by the clock, all traces together, the start of the threads included. */
  readonly milliseconds: number;
  readonly states: number;
  readonly undecided: number;
}

const causal = { criterion: "causal", order: "session" } as const;

/**
 * ViSearch Fig. 6: one hard trace after another, its search shared among so many threads, with and
 * without pruning. Hard: one thread needs some time for it, but not more than `limit` milliseconds.
 */
export async function benchWorkers(count: number, limit: number): Promise<WorkersRun[]> {
  const traces = hardTraces(count, limit);
  const runs: WorkersRun[] = [];
  for (const pruning of [false, true])
    for (const workers of [1, 2]) {
      let [states, undecided] = [0, 0];
      const started = performance.now();
      for (const trace of traces) {
        const result = await checkParallel(trace, {
          ...causal,
          pruning,
          workers,
          limits: { seconds: (20 * limit) / 1000 },
        });
        states += result.stats.states;
        if (result.verdict === "unknown") undecided++;
      }
      const milliseconds = performance.now() - started;
      runs.push({ pruning, workers, traces: traces.length, milliseconds, states, undecided });
    }
  return runs;
}

/** Traces on which ViSearch's search without pruning takes more than a quarter of the limit. */
function hardTraces(count: number, limit: number): History[] {
  const visearch: Contender = {
    name: "visearch",
    options: { ...causal, algorithm: "visearch", pruning: false },
    limit,
  };
  const found: History[] = [];
  for (let seed = 4_000_000; found.length < count; seed++) {
    const trace = storeTrace("set", seed, 6);
    const { verdict, milliseconds } = timeCheck(trace, visearch);
    if (verdict !== "unknown" && milliseconds > limit / 4) found.push(trace);
  }
  return found;
}

const columns: readonly Column[] = [
  { heading: "pruning" },
  { heading: "workers", numeric: true },
  { heading: "time", numeric: true },
  { heading: "states", numeric: true },
  { heading: "undecided", numeric: true },
];

/** The table of this part. */
export function renderWorkers(runs: readonly WorkersRun[]): string {
  const rows = runs.map(({ pruning, workers, milliseconds, states, undecided }) => [
    pruning ? "yes" : "no",
    String(workers),
    formatTime(milliseconds),
    states.toLocaleString("en-GB"),
    String(undecided),
  ]);
  return `### ViSearch Fig. 6: ${runs[0].traces} hard traces, each searched by so many threads\n\n${renderTable(columns, rows)}`;
}
