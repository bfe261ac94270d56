import { fileURLToPath } from "node:url";
import { type LevelName, levelNames, measure, type Measurement, type OrderName } from "@sightline/core";
import { NotInstalled, openStore, type StoreOptions } from "@sightline/stores";
import { describeMachine, machineFacts } from "../machine.js";
import { pickNamed } from "../pick-named.js";
import { type Column, formatTime, renderTable } from "../table.js";

/** What the command line asks for. */
export interface LongRunsOptions {
  /** 1,000 operations only. */
  readonly quick: boolean;
  readonly json: boolean;
  /** Only stores whose target contains one of these. */
  readonly only: readonly string[];
  /** The most time for one history over one order, in seconds. */
  readonly deadline: number;
}

/** A store whose long runs are measured; libraries know what their replicas had. */
interface LongStore {
  readonly name: string;
  readonly target: string;
  readonly options: StoreOptions;
  readonly knows: boolean;
}

const library = (target: string, order: "fifo" | "any" = "any"): LongStore => ({
  name: `${target}, ${order}`,
  target,
  options: { delivery: { order }, reload: false },
  knows: true,
});

const server = (target: string, consistency: string): LongStore => ({
  name: `${target}, ${consistency}`,
  target,
  options: { consistency },
  knows: false,
});

const stores: readonly LongStore[] = [
  library("yjs:register"),
  library("yjs:map", "fifo"),
  library("automerge:register"),
  library("automerge:map"),
  library("automerge:counter"),
  library("loro:register"),
  library("loro:map"),
  library("loro:counter"),
  library("loro:sequence"),
  library("tinybase:register"),
  library("tinybase:map"),
  library("json-joy:map"),
  server("redis:register", "primary"),
  server("redis:register", "replica"),
  server("redis:map", "replica"),
  server("etcd:map", "serializable"),
  server("nats:map", "direct"),
  server("postgres:map", "local"),
  server("zookeeper:map", "local"),
  server("galera:map", "off"),
  server("hazelcast:pn-counter", "default"),
];

/** Where libraries and clients are installed. */
const folder = fileURLToPath(new URL("../../../packages/stores", import.meta.url));

/** One long history over one order. */
interface MeasuredLevel {
  readonly level: string;
  readonly algorithm: string;
  /** Processor time, in milliseconds. */
  readonly processor: number;
}

interface LongRun {
  readonly store: string;
  readonly operations: number;
  readonly sights: boolean;
  /** Processor time of this process, which is all that a library takes. */
  readonly recording: number;
  readonly session: MeasuredLevel;
  readonly realtime: MeasuredLevel;
}

/** Records one long history of each store that runs here, and measures it: with what replicas had where that is known. */
export async function benchLongRuns({ quick, json, only, deadline }: LongRunsOptions): Promise<number> {
  const machine = machineFacts();
  if (!json) console.log(`${describeMachine(machine)}\n`);
  const runs: LongRun[] = [];
  const leftOut: string[] = [];
  for (const store of pickNamed(stores, only, ({ name }) => [name]))
    try {
      for (const operations of quick ? [1000] : [1000, 10_000])
        for (const sights of store.knows ? [true, false] : [false]) {
          const run = await runOf(store, operations, sights, deadline);
          runs.push(run);
          // As they come, so that a run that is ended leaves what it found.
          if (!json) console.log(lineOf(run));
        }
    } catch (error) {
      if (!(error instanceof NotInstalled)) throw error;
      leftOut.push(error.message);
    }
  if (json) console.log(JSON.stringify({ machine, deadline, runs, leftOut }, null, 2));
  else console.log(`\n${rendered(runs, deadline)}\n${leftOut.join("\n")}`);
  return 0;
}

async function runOf(
  { name, target, options }: LongStore,
  operations: number,
  sights: boolean,
  seconds: number,
): Promise<LongRun> {
  const store = await openStore(target, { folder, ...options, sights, workload: { operations } });
  try {
    const used = process.cpuUsage();
    const { history } = await store.record(0);
    const recording = process.cpuUsage(used).user / 1000;
    const over = (order: OrderName): MeasuredLevel => {
      const begun = process.cpuUsage();
      const measured = measure(history, { order, limits: { seconds } });
      const processor = process.cpuUsage(begun).user / 1000;
      return { level: levelWords(measured), algorithm: measured.stats.algorithm, processor };
    };
    return {
      store: name,
      operations: history.size,
      sights,
      recording,
      session: over("session"),
      realtime: over("realtime"),
    };
  } finally {
    await store.close();
  }
}

/** The strongest level, or those between which it is: `weak … causal` is at least weak, and at most causal. */
function levelWords({ level, verdicts }: Measurement): string {
  if (level !== "unknown") return level;
  const least = levelNames.findLast((name) => verdicts[name] === "satisfied") ?? "none";
  const most: LevelName = levelNames.findLast((name) => verdicts[name] !== "violated") ?? "weak";
  return `${least} … ${most}`;
}

const columns: readonly Column[] = [
  { heading: "store" },
  { heading: "operations", numeric: true },
  { heading: "sights" },
  { heading: "recorded", numeric: true },
  { heading: "session order" },
  { heading: "took", numeric: true },
  { heading: "real time" },
  { heading: "took", numeric: true },
];

/** One run on a line. */
function lineOf({ store, operations, sights, session, realtime }: LongRun): string {
  const told = ({ level, processor }: MeasuredLevel): string => `${level} (${formatTime(processor)})`;
  const about = `${store}, ${operations.toLocaleString("en-GB")} operations${sights ? ", sights" : ""}`;
  return `${about}: ${told(session)}, over real time ${told(realtime)}`;
}

function rendered(runs: readonly LongRun[], deadline: number): string {
  const rows = runs.map(({ store, operations, sights, recording, session, realtime }) => [
    store,
    operations.toLocaleString("en-GB"),
    sights ? "yes" : "–",
    formatTime(recording),
    session.level,
    formatTime(session.processor),
    realtime.level,
    formatTime(realtime.processor),
  ]);
  return `### Long runs of stores: the strongest level, or between which levels it is (${deadline} s for each order; processor times)\n\n${renderTable(columns, rows)}`;
}
