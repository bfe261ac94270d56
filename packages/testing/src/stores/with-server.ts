import { fileURLToPath } from "node:url";
import { isPending, measure } from "@sightline/core";
import { openServer } from "@sightline/stores/servers/open-server.js";
import { findProgram } from "@sightline/stores/servers/program.js";
import type { Server } from "@sightline/stores/servers/server.js";
import { servers } from "@sightline/stores/servers/servers.js";
import type { OpenStore, RecordedRun, StoreOptions } from "@sightline/stores";

/** Where the clients of servers are installed. */
export const clientsFolder = fileURLToPath(new URL("../../../stores", import.meta.url));

/** Whether a server is missing: said aloud, and in continuous integration an error, so that nothing is skipped unnoticed. */
export async function isMissing(name: string): Promise<boolean> {
  const { program } = servers[name] as Required<Server>;
  if ((await findProgram(program)) !== undefined) return false;
  const reason = `${program.binary} is not on this machine (Debian: ${program.debian})`;
  if (process.env["CI"] === "true" || process.env["SIGHTLINE_CI"] === "1") throw new Error(reason);
  console.warn(`Tests of ${name} are skipped: ${reason}`);
  return true;
}

/** How many histories are recorded at the same time: what they wait for is the network. */
const AT_ONCE = 16;

/** Uses a store, and closes it whatever happens. `target` is as on the command line: `redis:register`. */
export async function withServer<T>(
  target: string,
  options: StoreOptions,
  work: (store: OpenStore) => Promise<T>,
): Promise<T> {
  const [name, type] = target.split(":");
  const store = await openServer(servers[name], type, { folder: clientsFolder, atOnce: AT_ONCE, ...options });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The strongest level of a history, over session order and over real time. */
export const levelOverSessions = ({ history }: RecordedRun): string => measure(history).level;
export const levelOverTime = ({ history }: RecordedRun): string =>
  measure(history, { order: "realtime" }).level;

/**
 * Looks for a history of which the condition holds, in at most so many. Throws where the delays were not in force,
 * for then it was not looked for.
 */
export async function findHistory(
  store: OpenStore,
  isIt: (run: RecordedRun) => boolean,
  histories: number,
): Promise<boolean> {
  let found = false;
  const look = async (first: number): Promise<void> => {
    for (let run = first; run < histories && !found; run += AT_ONCE)
      if (isIt(await store.record(run))) found = true;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, lane) => look(lane)));
  const evidence = await store.evidence?.();
  if (evidence === undefined || evidence.missing !== undefined || evidence.bytes.includes(0))
    throw new Error(`the delays were not in force: ${JSON.stringify(evidence)}`);
  return found;
}

/** So many histories are looked at over session order, at least, where an old read is found before. */
const LEAST = 100;

/** Looks for a history that is not linearizable, and tells the levels over session order of all that it has seen. */
export async function findOldRead(
  store: OpenStore,
  histories: number,
): Promise<{ readonly found: boolean; readonly levels: readonly string[] }> {
  const levels = new Set<string>();
  let [seen, found] = [0, false];
  await findHistory(
    store,
    (run) => {
      levels.add(levelOverSessions(run));
      found ||= levelOverTime(run) !== "complete";
      seen++;
      return found && seen >= LEAST;
    },
    histories,
  );
  return { found, levels: [...levels] };
}

/** What became of histories with faults. */
export interface Suffered {
  /** The faults that there were. */
  readonly faults: readonly string[];
  /** Calls that failed. */
  readonly failed: number;
  /** The levels of the histories, over session order. */
  readonly levels: readonly string[];
  /** Histories whose replicas differ in the end. */
  readonly diverged: number;
  /** Histories that lack an operation other than queries that failed, or have an update in doubt that is not pending. */
  readonly wrong: readonly number[];
}

/** Records histories, one after the other, with a cut link or a crashed node in some. */
export async function sufferFaults(
  store: OpenStore,
  { histories, operations }: { readonly histories: number; readonly operations: number },
): Promise<Suffered> {
  const faults = new Set<string>();
  const levels = new Set<string>();
  const wrong: number[] = [];
  let [failed, diverged] = [0, 0];
  for (let number = 0; number < histories; number++) {
    const run = await store.record(number);
    const { history, errors = [] } = run;
    for (const fault of run.faults ?? []) faults.add(fault);
    const queries = errors.filter((error) => /^(read|get|contains)/.test(error)).length;
    const pending = Array.from({ length: history.size }, (_, id) => id).filter((id) =>
      isPending(history, id),
    );
    if (history.size !== operations - queries || pending.length !== errors.length - queries)
      wrong.push(number);
    failed += errors.length;
    if (run.diverged !== false) diverged++;
    levels.add(levelOverSessions(run));
  }
  return { faults: [...faults].sort(), failed, levels: [...levels], diverged, wrong };
}
