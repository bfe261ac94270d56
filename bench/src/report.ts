import { OURS } from "./contestants.js";
import type { Measurement } from "./measure.js";
import { type Column, formatBytes, formatRatio, formatTime, renderTable } from "./table.js";
import type { Target, WorkloadResult } from "./targets.js";

const columns: readonly Column[] = [
  { heading: "engine" },
  { heading: "verdict" },
  { heading: "median", numeric: true },
  { heading: "cpu", numeric: true },
  { heading: "runs", numeric: true },
  { heading: "first", numeric: true },
  { heading: "× ours", numeric: true },
  { heading: "memory", numeric: true },
  { heading: "in all", numeric: true },
  { heading: "load", numeric: true },
];

/** One workload: a heading and a table with a row per contestant. */
export function renderWorkload(result: WorkloadResult): string {
  const { workload, measurements, operations, histories } = result;
  const ours = measurements.find(({ contestant }) => contestant === OURS)?.milliseconds;
  const count = operations.toLocaleString("en-GB");
  const size = histories === 1 ? `${count} operations` : `${histories} histories, ${count} operations`;
  const rows = measurements.map((measurement) => rowOf(measurement, ours));
  return `### ${workload.title} (${workload.name}: ${size})\n\n${renderTable(columns, rows)}`;
}

function rowOf(measurement: Measurement, ours: number | undefined): string[] {
  const {
    contestant,
    milliseconds,
    cpuMilliseconds,
    first,
    memoryBytes,
    peakMemoryBytes,
    loadMilliseconds,
    runs,
  } = measurement;
  const shown = <T>(value: T | undefined, format: (value: T) => string): string =>
    value === undefined ? "" : format(value);
  return [
    contestant,
    describeVerdicts(measurement),
    shown(milliseconds, formatTime),
    shown(cpuMilliseconds, formatTime),
    runs === 0 ? "" : String(runs),
    shown(first, formatTime),
    milliseconds === undefined || ours === undefined ? "" : formatRatio(milliseconds / ours),
    shown(memoryBytes, formatBytes),
    shown(peakMemoryBytes, formatBytes),
    shown(loadMilliseconds, formatTime),
  ];
}

/** `satisfied`; `60 satisfied, 42 violated`; `timeout (3 of 102 undecided)`. */
export function describeVerdicts({ verdicts, failure }: Pick<Measurement, "verdicts" | "failure">): string {
  if (verdicts === undefined) return failure ?? "no verdict";
  const count = (wanted: string): number => verdicts.filter((verdict) => verdict === wanted).length;
  if (failure !== undefined)
    return verdicts.length === 1
      ? failure
      : `${failure} (${count("unknown")} of ${verdicts.length} undecided)`;
  if (verdicts.length === 1) return verdicts[0];
  return ["satisfied", "violated"]
    .filter((verdict) => count(verdict) > 0)
    .map((verdict) => `${count(verdict)} ${verdict}`)
    .join(", ");
}

/** The targets, each with what was measured. */
export function renderTargets(targets: readonly Target[]): string {
  if (targets.length === 0)
    return "No target to judge: each needs a peer and a workload that this run left out.";
  const rows = targets.map(({ workload, promise, measured, reached }) => [
    workload,
    promise,
    measured,
    reached ? "reached" : "NOT REACHED",
  ]);
  const headings = ["workload", "target", "measured", ""].map((heading) => ({ heading }));
  return `### Targets\n\n${renderTable(headings, rows)}`;
}
