import { check, type History } from "@sightline/core";
import { type Column, formatRatio, formatTime, renderTable } from "../table.js";
import type { Target } from "../targets.js";
import { storeTrace } from "../workloads/mixture.js";
import type { Contender, Outcome } from "./contender.js";
import { race } from "./race.js";
import { readTraces } from "./read-traces.js";
import { contradictions } from "./summary.js";

/** How many times less processor time than ViSearch's search ours must take. */
const PROMISED = 100;

/** Causal refutations of one origin. */
export interface RefutationReport {
  readonly workload: string;
  readonly histories: number;
  /** Processor time of all, in milliseconds. */
  readonly ours: number;
  readonly visearch: number;
  /** Histories that our implementation of ViSearch left undecided: its time is at least that. */
  readonly undecided: number;
  readonly contradictions: readonly string[];
}

const causal = { criterion: "causal", order: "session" } as const;

/** Ours against ViSearch's search on histories that are not causal: generated ones, and given traces. */
export async function benchRefutations(count: number, limit: number): Promise<RefutationReport[]> {
  const workloads: [name: string, histories: History[]][] = [];
  for (const type of ["set", "map"] as const) workloads.push([`${type}, generated`, generated(type, count)]);
  const folder = process.env.SIGHTLINE_CASES;
  if (folder !== undefined && folder !== "")
    for (const name of ["set-r1", "map-r1"])
      workloads.push([name, (await readTraces(folder, name)).filter(isRefuted)]);
  const contenders: readonly Contender[] = [
    { name: "ours", options: { ...causal, algorithm: "auto" }, limit },
    { name: "visearch", options: { ...causal, algorithm: "visearch" }, limit },
  ];
  const reports: RefutationReport[] = [];
  for (const [workload, histories] of workloads) {
    const run = await race(`refutations-${workload.replace(/\W+/g, "-")}`, histories, contenders);
    const [ours, visearch] = run.outcomes;
    const total = (outcomes: readonly Outcome[]): number =>
      outcomes.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    reports.push({
      workload,
      histories: histories.length,
      ours: total(ours),
      visearch: total(visearch),
      undecided: visearch.filter(({ verdict }) => verdict === "unknown").length,
      contradictions: contradictions(run),
    });
  }
  return reports;
}

const isRefuted = (history: History): boolean =>
  check(history, { ...causal, explain: false }).verdict === "violated";

/** Look-alikes of the traces of a store that asks one replica, those that are not causal. */
function generated(type: "set" | "map", count: number): History[] {
  const found: History[] = [];
  for (let seed = 3_000_000; found.length < count; seed++) {
    const history = storeTrace(type, seed, 6);
    if (isRefuted(history)) found.push(history);
  }
  return found;
}

const columns: readonly Column[] = [
  { heading: "histories that are not causal" },
  { heading: "", numeric: true },
  { heading: "ours, cpu", numeric: true },
  { heading: "visearch, cpu", numeric: true },
  { heading: "ratio", numeric: true },
  { heading: "undecided", numeric: true },
];

const ratioOf = ({ visearch, ours, undecided }: RefutationReport): string =>
  `${undecided > 0 ? "≥ " : ""}${formatRatio(visearch / ours)}`;

/** The table of this part. */
export function renderRefutations(reports: readonly RefutationReport[]): string {
  const rows = reports.map((report) => [
    report.workload,
    String(report.histories),
    formatTime(report.ours),
    formatTime(report.visearch),
    ratioOf(report),
    String(report.undecided),
  ]);
  return `### Causal refutations, ours against our implementation of ViSearch\n\n${renderTable(columns, rows)}`;
}

/** Each origin takes ours so many times less processor time. */
export function judgeRefutations(reports: readonly RefutationReport[]): Target[] {
  return reports.map((report) => ({
    workload: report.workload,
    promise: `causal refutations: ${PROMISED}× less cpu than visearch`,
    measured: ratioOf(report),
    reached: report.visearch >= PROMISED * report.ours,
  }));
}
