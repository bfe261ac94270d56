import { mkdir, rm, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { check, type History, measure } from "@sightline/core";
import { freeCores } from "./free-cores.js";
import { describeMachine, machineFacts } from "./machine.js";
import { meterCpu } from "./time-runs.js";
import { outFolder } from "./peers.js";
import { pickNamed } from "./pick-named.js";
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
  /** Only commands whose words contain one of these. */
  readonly only: readonly string[];
}

/** One command on one file: what it took, and the load of the machine before. */
export interface BatchRun extends Taken {
  readonly command: string;
  readonly histories: number;
  readonly workers: number;
  /** How many cores the whole process was kept to; `undefined`: it had all. */
  readonly cores?: number;
  readonly load: number;
}

/** The library by itself on as many histories that stand in memory, hot: processor time per history in milliseconds. */
export interface Alone {
  readonly command: string;
  readonly perHistory: number;
}

/** How many histories a file has. */
const sizes = { full: [100_000, 300_000], quick: [10_000] } as const;

/** A command and its options. */
type Command = readonly [name: string, ...options: string[]];

const commands: readonly Command[] = [["measure"], ["check"], ["check", "--no-explain"]];

const command = fileURLToPath(new URL("../../packages/sightline/bin/sightline.js", import.meta.url));

/** `measure` and `check` on files of small histories, by one worker and by two, in turns. Returns the exit status. */
export async function benchBatches({ quick, json, only }: BatchesOptions): Promise<number> {
  await mkdir(outFolder, { recursive: true });
  const picked = pickNamed(commands, only, (command) => [command.join(" ")]);
  const alone = timeAlone(picked, quick ? 5000 : 20_000);
  const runs: BatchRun[] = [];
  for (const histories of sizes[quick ? "quick" : "full"]) runs.push(...(await timeFile(picked, histories)));
  const machine = machineFacts();
  // With fewer histories the engine's compiling of the program is most of the work.
  const targets = quick ? [] : judgeBatches(runs);
  const record = JSON.stringify({ machine, alone, runs, targets }, null, 2);
  await writeFile(join(outFolder, "batches.json"), `${record}\n`);
  const text = renderBatches(runs, alone) + (targets.length === 0 ? "" : `\n\n${renderTargets(targets)}`);
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

/** By how many workers, and on which cores: all, or as many as there are workers. */
interface Setting {
  readonly workers: number;
  readonly pinned?: readonly number[];
}

/** Where all cores are free, the runtime's helpers of one worker have those that it leaves: `measure` is also timed without. */
function settingsFor(name: string): readonly Setting[] {
  const cores = name === "measure" ? freeCores() : undefined;
  return [
    { workers: 1 },
    { workers: 2 },
    ...(cores === undefined || cores.length < 2
      ? []
      : [1, 2].map((workers) => ({ workers, pinned: cores.slice(0, workers) }))),
  ];
}

async function timeFile(asked: readonly Command[], histories: number): Promise<readonly BatchRun[]> {
  const file = join(outFolder, "batch.ndjson");
  await writeHistories(file, traces(histories));
  const runs = asked.flatMap(([name, ...options]) =>
    settingsFor(name).map(({ workers, pinned }): BatchRun => {
      const [load] = loadavg();
      const args = [command, name, file, ...options, "--workers", String(workers)];
      return {
        command: [name, ...options].join(" "),
        histories,
        workers,
        ...(pinned !== undefined && { cores: pinned.length }),
        load,
        ...timeCommand(args, [0, 1], pinned),
      };
    }),
  );
  await rm(file);
  return runs;
}

/** So many histories at a time: what is metered is not their making. */
const GROUP = 500;

function timeAlone(asked: readonly Command[], count: number): readonly Alone[] {
  const deciders: Readonly<Record<string, (history: History) => unknown>> = {
    measure: (history) => measure(history),
    check: (history) => check(history),
    "check --no-explain": (history) => check(history, { explain: false }),
  };
  return asked.map((words) => {
    const name = words.join(" ");
    const decide = deciders[name];
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
  { heading: "cores", numeric: true },
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
    String(run.cores ?? "all"),
    formatTime(run.cpu / run.histories),
    formatTime(alone.find((one) => one.command === run.command)?.perHistory ?? Number.NaN),
    formatTime(run.cpu),
    formatTime(run.time),
    formatRatio(gainOf(runs, run)),
    run.load.toFixed(1),
  ]);
  return `### Files of histories of 15 operations in 3 sessions\n\n${renderTable(columns, rows)}`;
}

/** How many times as fast as one worker with the same command and file, by the clock: on one core where this run had as many as workers. */
function gainOf(runs: readonly BatchRun[], run: BatchRun): number {
  const one = runs.find(
    (other) =>
      other.workers === 1 &&
      other.command === run.command &&
      other.histories === run.histories &&
      (other.cores === undefined) === (run.cores === undefined),
  );
  return (one?.time ?? Number.NaN) / run.time;
}

/** Judges what is promised for the largest file; the time in proportion. */
export function judgeBatches(runs: readonly BatchRun[]): readonly Target[] {
  const measured = runs.filter((run) => run.command === "measure");
  if (measured.length === 0) return [];
  const most = Math.max(...measured.map(({ histories }) => histories));
  const ofMost = (workers: number, cores?: number): BatchRun | undefined =>
    measured.find((run) => run.histories === most && run.workers === workers && run.cores === cores);
  const [one, two] = [ofMost(1), ofMost(2)] as [BatchRun, BatchRun];
  const pinned = ofMost(2, 2);
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
    ...(pinned === undefined
      ? []
      : [
          {
            workload,
            promise: `two workers on two cores at least ${formatRatio(PROMISED.gain)} as fast as one on one`,
            measured: formatRatio(gainOf(runs, pinned)),
            reached: gainOf(runs, pinned) >= PROMISED.gain,
          },
        ]),
  ];
}
