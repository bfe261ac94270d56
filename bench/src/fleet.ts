import { mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { type FaultReport, runFaults } from "./fleet/faults.js";
import { type MemorySample, runFlatness } from "./fleet/flatness.js";
import { type Costs, simulate } from "./fleet/simulate.js";
import { runSpeed, type SpeedReport } from "./fleet/speed.js";
import { describeMachine, machineFacts } from "./machine.js";
import { renderLinePlot } from "./memory-models/line-plot.js";
import { outFolder } from "./peers.js";
import { pickNamed } from "./pick-named.js";
import { formatTime, renderTable } from "./table.js";

/** What the command line asks for. */
export interface FleetBenchOptions {
  readonly quick: boolean;
  /** Only parts whose name contains one of these. */
  readonly only: readonly string[];
}

/** A part of the benchmark: prints what it finds; whether that is as it should be. */
interface Part {
  readonly name: string;
  run(quick: boolean): Promise<boolean>;
}

const parts: readonly Part[] = [
  { name: "speed", run: speedAndSimulation },
  { name: "memory", run: flatness },
  { name: "faults", run: faults },
];

/** Batches over threads and over a cluster. Needs `redis-server`. Returns the exit status. */
export async function benchFleet({ quick, only }: FleetBenchOptions): Promise<number> {
  console.log(`${describeMachine(machineFacts())}; load ${loadavg()[0].toFixed(1)}`);
  let isRight = true;
  for (const part of pickNamed(parts, only, ({ name }) => [name]))
    isRight = (await part.run(quick)) && isRight;
  return isRight ? 0 : 1;
}

const count = (value: number): string => Math.round(value).toLocaleString("en-GB");
const percent = (share: number): string => `${Math.round(100 * share)} %`;
const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

async function speedAndSimulation(quick: boolean): Promise<boolean> {
  const report = await runSpeed(quick ? 2000 : 20_000);
  console.log(speedTable(report));
  console.log(simulationTable(report.costs));
  return true;
}

function speedTable({ histories, runs, costs }: SpeedReport): string {
  const rows = runs.map(({ way, chunks, time, called, workers, redis }) => [
    way,
    chunks === 0 ? "" : count(chunks),
    count((1000 * histories) / time),
    formatTime((called + workers + redis) / histories),
    formatTime(called / histories),
    formatTime(workers / histories),
    formatTime(redis / histories),
  ]);
  const columns = [
    { heading: "way" },
    ...["chunks", "histories/s", "cpu per history", "of the command", "of workers", "of Redis"].map(
      (heading) => ({
        heading,
        numeric: true,
      }),
    ),
  ];
  return [
    `\n### ${count(histories)} histories of 8 operations\n`,
    renderTable(columns, rows),
    `\nA chunk costs Redis ${formatTime(costs.redis)} and the coordinator ${formatTime(costs.perChunk)};` +
      ` a history costs the coordinator ${formatTime(costs.perHistory)} and a worker ${formatTime(costs.worker)} of processor time.`,
  ].join("\n");
}

/** Chunks in histories, and workers of one thread. */
const [CHUNKS, CREWS] = [
  [1, 4, 16, 64, 256, 1024, 4096],
  [10, 100, 1000],
];

/** What is checked takes this long, in milliseconds: as measured, and a hard history. */
const HARD = 10;

function simulationTable(costs: Costs): string {
  const simulateAll = (worker: number) =>
    CREWS.map((workers) =>
      CHUNKS.map((chunk) => simulate({ workers, chunk, window: 4 * workers }, { ...costs, worker })),
    );
  const short = simulateAll(costs.worker);
  const hard = simulateAll(HARD);
  const thousand = CREWS.length - 1;
  const rows = CHUNKS.map((chunk, c) => [
    count(chunk),
    ...short.map((crew) => count(crew[c].perSecond)),
    percent(short[thousand][c].redis),
    percent(short[thousand][c].coordinator),
    count(hard[thousand][c].perSecond),
    percent(hard[thousand][c].redis),
  ]);
  const columns = [
    "histories in a chunk",
    ...CREWS.map((workers) => `${count(workers)} workers`),
    "Redis at work",
    "coordinator at work",
    `1,000 workers, ${HARD} ms each`,
    "Redis at work",
  ].map((heading) => ({ heading, numeric: true }));
  const plot = renderLinePlot({
    title: "Time per history, simulated from measured costs",
    note: `histories of ${formatTime(costs.worker)}; chunks given out: four for each worker`,
    x: "histories in a chunk",
    places: CHUNKS,
    series: CREWS.map((workers, i) => ({
      name: `${count(workers)} workers`,
      values: short[i].map(({ perSecond }) => 1000 / perSecond),
    })),
  });
  mkdirSync(outFolder, { recursive: true });
  writeFileSync(join(outFolder, "fleet-simulation.svg"), plot);
  return [
    `\n### Simulated: histories per second\n`,
    renderTable(columns, rows),
    `\nRedis is saturated by ${count(1000 / costs.redis)} chunks a second, however many workers there are;` +
      ` the coordinator by ${count(1000 / costs.perHistory)} histories a second, however large the chunks.`,
    "\nPlot: bench/out/fleet-simulation.svg",
  ].join("\n");
}

/** How many moments of a run are told. */
const MOMENTS = 8;

async function flatness(quick: boolean): Promise<boolean> {
  const histories = quick ? 20_000 : 1_000_000;
  const samples = await runFlatness(histories, 2);
  const told = Array.from(
    { length: MOMENTS },
    (_, i) => samples[Math.floor(((i + 1) * (samples.length - 1)) / MOMENTS)],
  );
  const rows = told.map(({ chunks, coordinator, redis, worker }) => [
    count(chunks),
    megabytes(coordinator),
    megabytes(redis),
    megabytes(worker),
  ]);
  const columns = ["chunks done", "coordinator", "Redis", "worker"].map((heading) => ({
    heading,
    numeric: true,
  }));
  console.log(`\n### Memory in a batch of ${count(histories)} histories\n\n${renderTable(columns, rows)}`);
  return isFlat(samples);
}

/** Whether no process takes half as much again in the last third as it took at most in the second. */
function isFlat(samples: readonly MemorySample[]): boolean {
  const third = Math.floor(samples.length / 3);
  return (["coordinator", "redis", "worker"] as const).every((name) => {
    const most = (some: readonly MemorySample[]): number => Math.max(...some.map((sample) => sample[name]));
    return most(samples.slice(2 * third)) < 1.5 * most(samples.slice(third, 2 * third)) + 2 ** 25;
  });
}

async function faults(quick: boolean): Promise<boolean> {
  const report = await runFaults(
    quick
      ? { histories: 5000, kills: { worker: 5, coordinator: 1, redis: 1 } }
      : { histories: 100_000, kills: { worker: 100, coordinator: 10, redis: 10 } },
    (words) => console.error(words),
  );
  console.log(faultLines(report).join("\n"));
  return report.same && report.again > 0;
}

function faultLines(report: FaultReport): readonly string[] {
  const { histories, kills, chunks, executions, again, amid, same, summary, seconds } = report;
  return [
    "",
    "### Faults",
    "",
    `${count(histories)} histories, all different, in ${count(chunks)} chunks; two workers of one thread, ${Math.round(seconds)} s`,
    `kill -9: ${kills.worker} of workers (${amid} amid a chunk), ${kills.coordinator} of the coordinator, ${kills.redis} of Redis`,
    `${count(executions)} executions; ${count(again)} chunks were run again`,
    same ? "every line is that of one process, but for times:" : "NOT what one process tells:",
    summary,
  ];
}
