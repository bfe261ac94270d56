import { describeMachine, machineFacts } from "./machine.js";
import { median } from "./time-runs.js";
import { renderTargets } from "./report.js";
import { renderTable } from "./table.js";
import type { Target } from "./targets.js";

/** What the command line asks for. */
export interface RecorderBenchOptions {
  /** Fewer calls. */
  readonly quick: boolean;
  /** JSON on standard output instead of tables. */
  readonly json: boolean;
}

/** The published library, as a user has it. */
interface Library {
  recorder(options: object): {
    session(name: string): { wrap<T extends object>(object: T): T };
    readonly size: number;
  };
}

/** At most so many microseconds for a call that is recorded, above the call itself. */
const MOST_MICROSECONDS = 1;

class Store {
  readonly #held = new Map<number, number>();
  put(key: number, value: number): number | null {
    const old = this.#held.get(key) ?? null;
    this.#held.set(key, value);
    return old;
  }
  get(key: number): number | undefined {
    return this.#held.get(key);
  }
  getLater(key: number): Promise<number | undefined> {
    return Promise.resolve(this.#held.get(key));
  }
}

/** What a recorded call costs, above the same call by itself: processor time, the median of several rounds. */
export async function benchRecorder({ quick, json }: RecorderBenchOptions): Promise<number> {
  const library = (await import(
    new URL("../../packages/sightline/lib/esm/index.js", import.meta.url).href
  )) as Library;
  const calls = quick ? 100_000 : 1_000_000;
  const methods = { put: "put", get: "get", getLater: "get" };
  const wrapped = (): Store => library.recorder({ type: "map", methods }).session("alice").wrap(new Store());
  const kinds: Readonly<Record<string, (store: Store) => Promise<void> | void>> = {
    "put, synchronous": (store) => {
      for (let i = 0; i < calls; i++) store.put(i & 1023, i);
    },
    "get, synchronous": (store) => {
      for (let i = 0; i < calls; i++) store.get(i & 1023);
    },
    "get, a promise": async (store) => {
      for (let i = 0; i < calls; i++) await store.getLater(i & 1023);
    },
  };
  const rows: { kind: string; plain: number; recorded: number }[] = [];
  for (const [kind, work] of Object.entries(kinds))
    rows.push({
      kind,
      plain: await microseconds(() => work(new Store()), calls),
      recorded: await microseconds(() => work(wrapped()), calls),
    });
  const targets: Target[] = rows.map(({ kind, plain, recorded }) => ({
    workload: kind,
    promise: `recording costs under ${MOST_MICROSECONDS} µs a call`,
    measured: `${(recorded - plain).toFixed(2)} µs`,
    reached: recorded - plain < MOST_MICROSECONDS,
  }));
  const machine = machineFacts();
  if (json) console.log(JSON.stringify({ machine, calls, rows, targets }, null, 2));
  else {
    const table = rows.map(({ kind, plain, recorded }) => [kind, ...[plain, recorded].map(inMicroseconds)]);
    console.log(`${describeMachine(machine)}\n\n${renderTable(columns, table)}\n\n${renderTargets(targets)}`);
  }
  return 0;
}

const columns = [
  { heading: "call" },
  { heading: "by itself", numeric: true },
  { heading: "recorded", numeric: true },
];

const inMicroseconds = (time: number): string => `${time.toFixed(3)} µs`;

/** Processor time of one call, in microseconds. */
async function microseconds(round: () => Promise<void> | void, calls: number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const before = process.cpuUsage();
    await round();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / calls);
  }
  return median(times);
}
