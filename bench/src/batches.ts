import { mkdir, rm, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { check, type History, measure } from "@sightline/core";
import { describeMachine, machineFacts } from "./machine.js";
import { meterCpu } from "./measure.js";
import { outFolder } from "./peers.js";
import { renderTargets } from "./report.js";
import { type Column, formatRatio, formatTime, renderTable } from "./table.js";
import type { Target } from "./targets.js";
import { type Taken, timeCommand } from "./time-command.js";
import { writeHistories } from "./visibility/race.js";
import { storeTrace } from "./workloads/mixture.js";

/** What is promised for `measure`: processor time per history, the time of so many on two cores, and what two workers gain. */
const PROMISED = { perHistory: 0.1, histories: 300_000, milliseconds: 40_000, gain: 1.7 };

/** What the command line asks for. */
export interface BatchesOptions {
  readonly quick: boolean;
  readonly json: boolean;
}

/** One command on one file: the least of each over several runs, and the load of the machine before the first. */
export interface BatchRun extends Taken {
  readonly command: string;
  readonly histories: number;
  readonly workers: number;
  readonly load: number;
}

/** The library by itself on as many histories that stand in memory, hot: processor time per history in milliseconds. */
export interface Alone {
  readonly command: string;
  readonly perHistory: number;
}

/** How many histories a file has, and how often each command reads it. */
const efforts = {
  full: [
    { histories: 100_000, rounds: 3 },
    { histories: 300_000, rounds: 1 },
  ],
  quick: [{ histories: 10_000, rounds: 1 }],
} as const;

const commands: readonly (readonly [name: string, ...args: string[]])[] = [
  ["measure"],
  ["check"],
  ["check", "--no-explain"],
];

const command = fileURLToPath(new URL("../../packages/sightline/bin/sightline.js", import.meta.url));

/** `measure` and `check` on files of small histories, by one worker and by two, in turns. Returns the exit status. */
export async function benchBatches({ quick, json }: BatchesOptions): Promise<number> {
  await mkdir(outFolder, { recursive: true });
  const alone = timeAlone(quick ? 5000 : 20_000);
  const runs: BatchRun[] = [];
  for (const { histories, rounds } of efforts[quick ? "quick" : "full"])
    runs.push(...(await timeFile(histories, rounds)));
  const machine = machineFacts();
  // With fewer histories the engine's compiling of the program is most of the work.
  const targets = quick ? [] : judgeBatches(runs);
  const record = JSON.stringify({ machine, alone, runs, targets }, null, 2);
  await writeFile(join(outFolder, "batches.json"), `${record}\n`);
  const text = renderBatches(runs, alone) + (quick ? "" : `\n\n${renderTargets(targets)}`);
  console.log(json ? record : `${describeMachine(machine)}\n\n${text}`);
  return 0;
}

/** Traces of sets, maps and priority queues: 15 operations in 3 sessions; one in ten comes from replicas that lag behind. */
function trace(seed: number): History {
  return storeTrace((["set", "map", "rpq"] as const)[seed % 3], seed, seed % 10 === 9 ? 1 + (seed % 6) : 0);
}

function* traces(count: number): Generator<History> {
  for (let seed = 0; seed < count; seed++) yield trace(seed);
}

async function timeFile(histories: number, rounds: number): Promise<readonly BatchRun[]> {
  const file = join(outFolder, "batch.ndjson");
  await writeHistories(file, traces(histories));
  const asked = commands.flatMap((args) => [1, 2].map((workers) => ({ args, workers, load: loadavg()[0] })));
  const taken = asked.map((): Taken[] => []);
  for (let round = 0; round < rounds; round++)
    asked.forEach(({ args: [name, ...options], workers }, i) => {
      const args = [command, name, file, ...options, "--workers", String(workers)];
      taken[i].push(timeCommand(args, [0, 1]));
    });
  await rm(file);
  return asked.map(({ args, workers, load }, i) => ({
    command: args.join(" "),
    histories,
    workers,
    load,
    cpu: Math.min(...taken[i].map(({ cpu }) => cpu)),
    time: Math.min(...taken[i].map(({ time }) => time)),
  }));
}

/** So many histories at a time: what is metered is not their making. */
const GROUP = 500;

function timeAlone(count: number): readonly Alone[] {
  const deciders = {
    measure: (history: History) => measure(history),
    check: (history: History) => check(history),
    "check --no-explain": (history: History) => check(history, { explain: false }),
  };
  return Object.entries(deciders).map(([name, decide]) => {
    let milliseconds = 0;
    // The first half is for warming up.
    for (let first = -count; first < count; first += GROUP) {
      const group = Array.from({ length: GROUP }, (_, i) => trace(first + i + count));
      const cpu = meterCpu();
      for (const history of group) decide(history);
      if (first >= 0) milliseconds += cpu();
    }
    return { command: name, perHistory: milliseconds / count };
  });
}

const columns: readonly Column[] = [
  { heading: "command" },
  { heading: "histories", numeric: true },
  { heading: "workers", numeric: true },
  { heading: "cpu per history", numeric: true },
  { heading: "library alone", numeric: true },
  { heading: "cpu", numeric: true },
  { heading: "time", numeric: true },
  { heading: "× one worker", numeric: true },
  { heading: "load before", numeric: true },
];

/** The table of all runs. */
export function renderBatches(runs: readonly BatchRun[], alone: readonly Alone[]): string {
  const rows = runs.map((run) => [
    run.command,
    run.histories.toLocaleString("en-GB"),
    String(run.workers),
    formatTime(run.cpu / run.histories),
    formatTime(alone.find((one) => one.command === run.command)?.perHistory ?? Number.NaN),
    formatTime(run.cpu),
    formatTime(run.time),
    formatRatio(gainOf(runs, run)),
    run.load.toFixed(1),
  ]);
  return `### Files of histories of 15 operations in 3 sessions\n\n${renderTable(columns, rows)}`;
}

/** How many times as fast as one worker with the same command and file, by the clock. */
function gainOf(runs: readonly BatchRun[], run: BatchRun): number {
  const one = runs.find(
    (other) => other.workers === 1 && other.command === run.command && other.histories === run.histories,
  );
  return (one?.time ?? Number.NaN) / run.time;
}

/** Judges what is promised for the largest file; the time in proportion. */
export function judgeBatches(runs: readonly BatchRun[]): readonly Target[] {
  const measured = runs.filter((run) => run.command === "measure");
  const most = Math.max(...measured.map(({ histories }) => histories));
  const ofMost = (workers: number): BatchRun =>
    measured.find((run) => run.histories === most && run.workers === workers) as BatchRun;
  const [one, two] = [ofMost(1), ofMost(2)];
  const allowed = (PROMISED.milliseconds * most) / PROMISED.histories;
  const gain = gainOf(runs, two);
  const workload = `measure, ${most.toLocaleString("en-GB")} histories`;
  return [
    {
      workload,
      promise: `${formatTime(PROMISED.perHistory)} of processor time per history, one worker`,
      measured: formatTime(one.cpu / most),
      reached: one.cpu / most <= PROMISED.perHistory,
    },
    {
      workload,
      promise: `under ${formatTime(allowed)} by two workers (300,000 in under 40 s)`,
      measured: formatTime(two.time),
      reached: two.time < allowed,
    },
    {
      workload,
      promise: `two workers at least ${formatRatio(PROMISED.gain)} as fast as one`,
      measured: formatRatio(gain),
      reached: gain >= PROMISED.gain,
    },
  ];
}
