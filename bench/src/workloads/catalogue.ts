import type { History } from "@sightline/core";
import { readLogs } from "./logs.js";
import { recordedSet } from "./recorded-set.js";
import { simulatedQueue, simulatedStack } from "./sequences.js";
import { simulatedSet, withOneWrongResult } from "./set.js";
import { simulatedEtcd, simulatedKeyValue } from "./stores.js";

/** Histories that are checked together and timed as one. */
export interface Workload {
  /** What `--only` and the targets call it. */
  readonly name: string;
  /** What the table calls it. */
  readonly title: string;
  readonly type: string;
  /** Whether we made it up, as opposed to a log that came from somewhere. */
  readonly generated: boolean;
  /** Left out of `--quick`. */
  readonly long?: boolean;
  /** Made when its turn comes: a workload can be large. */
  histories(): History[] | Promise<History[]>;
}

/** Where logs of real systems may lie; each is optional. */
export interface LogFolders {
  /** Porcupine's test data: all of it as its module has it, or our copies of some. */
  readonly porcupineData?: string;
  /** A folder of logs of the user's own. */
  readonly cases?: string;
}

/** The sets of FORTE'15 Section 5.2. */
export const forte = { clients: 4, operations: 70_000, keys: 24, seed: 1 };

/** All workloads of the linearizability benchmark, in the order of the report. */
export async function catalogue(folders: LogFolders): Promise<Workload[]> {
  let simulated: History | undefined;
  const simulatedOnce = (): History => (simulated ??= simulatedSet(forte));
  return [
    set("set-simulated", "simulated interleavings", () => [simulatedOnce()]),
    set("set-recorded", "real interleavings", async () => [await recordedSet(forte)]),
    set("set-wrong", "simulated, one wrong result near the end", () => [withOneWrongResult(simulatedOnce())]),
    ...(await logWorkloads("porcupine", "Porcupine's own", folders.porcupineData)),
    ...(await logWorkloads("cases", "the given", folders.cases)),
    {
      name: "etcd-generated",
      title: "50 generated look-alikes of etcd logs",
      type: "register",
      generated: true,
      histories: () => Array.from({ length: 50 }, (_, seed) => simulatedEtcd(seed + 1)),
    },
    ...[10, 30, 50].map((clients) => keyValue(clients)),
    ...[4, 8].flatMap((clients) => [
      sequence("queue", clients, simulatedQueue),
      sequence("stack", clients, simulatedStack),
    ]),
  ];
}

function set(name: string, how: string, histories: Workload["histories"]): Workload {
  return { name, title: `set, 4 × 70,000 operations, ${how}`, type: "set", generated: true, histories };
}

function keyValue(clients: number): Workload {
  return {
    name: `kv-generated-${clients}`,
    title: `generated key-value log, ${clients} clients × 34 operations, 10 keys`,
    type: "kv",
    generated: true,
    long: clients === 30,
    histories: () => [simulatedKeyValue(clients, 34, clients)],
  };
}

type Sequence = (size: { clients: number; operations: number; seed: number }) => History;

function sequence(type: string, clients: number, simulated: Sequence): Workload {
  const operations = clients === 4 ? 5_000 : 25_000;
  return {
    name: `${type}-${clients}x${operations}`,
    title: `${type}, ${clients} × ${operations.toLocaleString("en-GB")} operations, unique values`,
    type,
    generated: true,
    long: clients > 4,
    histories: () => [simulated({ clients, operations, seed: 7 })],
  };
}

/** One workload for the etcd logs of a folder and one for its key-value logs, where it has any. */
async function logWorkloads(name: string, whose: string, folder: string | undefined): Promise<Workload[]> {
  if (folder === undefined) return [];
  const logs = await readLogs(folder);
  const workload = (type: string, kind: string, label: string): Workload[] => {
    const histories = logs.filter((history) => history.type === type);
    if (histories.length === 0) return [];
    const title = `${whose} ${label} logs (${histories.length})`;
    return [{ name: `${kind}-${name}`, title, type, generated: false, histories: () => histories }];
  };
  return [...workload("register", "etcd", "etcd"), ...workload("kv", "kv", "key-value")];
}
