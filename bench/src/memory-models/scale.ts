import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { ScaleRequest, ScaleRun } from "../memory-scale-child.js";
import { type Column, formatBytes, formatTime, renderTable } from "../table.js";
import type { Target } from "../targets.js";
import { WRITES } from "./histories.js";
import { renderLinePlot } from "./line-plot.js";

const run = promisify(execFile);
const child = fileURLToPath(new URL("../memory-scale-child.js", import.meta.url));

/** The models that are promised to scale. */
const criteria = ["cc", "ccv", "sc", "tso"] as const;

/** The number of variables of a long history. */
const VARIABLES = 100;

/** Megabytes for a process, and milliseconds of processor time for a check. */
const HEAP = 8192;
const LIMIT = 120_000;

/** One long history and what its check took; `failure` where the process did not live to tell. */
export interface ScaleReport {
  readonly operations: number;
  readonly threads: number;
  readonly criterion: string;
  readonly run?: ScaleRun;
  readonly failure?: string;
}

/** Valid histories of every size, for every model, each in a process of its own, one after another. */
export async function benchScale(
  sizes: readonly number[],
  threadCounts: readonly number[],
): Promise<ScaleReport[]> {
  const reports: ScaleReport[] = [];
  for (const operations of sizes)
    for (const threads of threadCounts)
      for (const criterion of criteria) {
        const shape = {
          operations,
          threads,
          variables: VARIABLES,
          writes: WRITES,
          seed: operations + threads,
        };
        const request: ScaleRequest = { recipe: { kind: "valid", shape }, criterion, limit: LIMIT };
        const report = { operations, threads, criterion, ...(await runChild(request)) };
        console.error(`  ${operations} × ${threads}, ${criterion}: ${tell(report)}`);
        reports.push(report);
      }
  return reports;
}

const tell = ({ run: taken, failure }: ScaleReport): string =>
  taken === undefined
    ? (failure ?? "")
    : `${taken.verdict}, ${formatTime(taken.cpuMilliseconds)} of processor time`;

async function runChild(request: ScaleRequest): Promise<Pick<ScaleReport, "run" | "failure">> {
  try {
    const args = ["--expose-gc", `--max-old-space-size=${HEAP}`, child, JSON.stringify(request)];
    const { stdout } = await run(process.execPath, args, { timeout: 20 * LIMIT });
    return { run: JSON.parse(stdout) as ScaleRun };
  } catch (error) {
    const { killed, stderr } = error as { killed?: boolean; stderr?: string };
    if (killed) return { failure: "timeout" };
    return { failure: /out of memory/i.test(stderr ?? "") ? "out of memory" : "failed" };
  }
}

const columns: readonly Column[] = [
  { heading: "operations", numeric: true },
  { heading: "threads", numeric: true },
  { heading: "model" },
  { heading: "verdict" },
  { heading: "time", numeric: true },
  { heading: "cpu", numeric: true },
  { heading: "cpu, verified", numeric: true },
  { heading: "memory", numeric: true },
  { heading: "in all", numeric: true },
  { heading: "by" },
];

/** The table of this part. */
export function renderScale(reports: readonly ScaleReport[]): string {
  const rows = reports.map(({ operations, threads, criterion, run: taken, failure }) => [
    operations.toLocaleString("en-GB"),
    String(threads),
    criterion,
    taken?.verdict ?? failure ?? "",
    ...(taken === undefined
      ? ["", "", "", "", "", ""]
      : [
          formatTime(taken.milliseconds),
          formatTime(taken.cpuMilliseconds),
          formatTime(taken.verifiedMilliseconds),
          formatBytes(taken.memoryBytes),
          formatBytes(taken.peakMemoryBytes),
          taken.algorithm,
        ]),
  ]);
  const words = `Valid histories on ${VARIABLES} variables. Each row: one cold check with its witness, in a process of its own; then another that verifies the witness. Promises go by processor time, which counts the collector's threads too but no other work on the machine.`;
  return `### Scale\n\n${words}\n\n${renderTable(columns, rows)}`;
}

/** Time over operations, a line per model; a plot per number of threads. */
export function plotScale(
  reports: readonly ScaleReport[],
): { readonly file: string; readonly svg: string }[] {
  const sizes = [...new Set(reports.map(({ operations }) => operations))];
  const threadCounts = [...new Set(reports.map(({ threads }) => threads))];
  return threadCounts.map((threads) => ({
    file: `scale-${threads}-threads`,
    svg: renderLinePlot({
      title: `Long valid histories on ${threads} threads`,
      note: "one cold check with its witness, processor time",
      x: "operations",
      places: sizes.map((size) => size.toLocaleString("en-GB")),
      series: criteria.map((criterion) => ({
        name: criterion,
        values: sizes.map(
          (size) =>
            reports.find(
              (report) =>
                report.operations === size && report.threads === threads && report.criterion === criterion,
            )?.run?.cpuMilliseconds,
        ),
      })),
    }),
  }));
}

/** What is promised, on any number of threads, in milliseconds. */
const promises: readonly {
  readonly operations: number;
  readonly criterion: string;
  readonly most: number;
}[] = [
  ...["cc", "ccv", "sc"].flatMap((criterion) => [
    { operations: 100_000, criterion, most: 2000 },
    { operations: 1_000_000, criterion, most: 15_000 },
  ]),
  { operations: 100_000, criterion: "tso", most: 3000 },
];

/** Each promise that this run has a number for. */
export function judgeScale(reports: readonly ScaleReport[]): Target[] {
  return promises.flatMap(({ operations, criterion, most }) =>
    reports
      .filter((report) => report.operations === operations && report.criterion === criterion)
      .map(({ threads, run: taken, failure }) => ({
        workload: `${operations.toLocaleString("en-GB")} operations, ${threads} threads`,
        promise: `${criterion} with its witness in under ${most / 1000} s of processor time, cold`,
        measured: taken === undefined ? (failure ?? "") : formatTime(taken.cpuMilliseconds),
        reached: taken?.verdict === "satisfied" && taken.cpuMilliseconds < most,
      })),
  );
}
