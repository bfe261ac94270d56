import { fileURLToPath } from "node:url";
import { openAt, openServer } from "@sightline/stores/servers/open-server.js";
import { findProgram } from "@sightline/stores/servers/program.js";
import { type RunningServer, startServer } from "@sightline/stores/servers/running-server.js";
import type { Server } from "@sightline/stores/servers/server.js";
import { servers } from "@sightline/stores/servers/servers.js";
import type { OpenStore, StoreOptions } from "@sightline/stores";
import { afterAll, beforeAll, describe } from "vitest";

/** Where the clients of servers are installed. */
export const clientsFolder = fileURLToPath(new URL("../../../stores", import.meta.url));

/** Whether a server is missing: said aloud, and in continuous integration an error, so that nothing is skipped unnoticed. */
export async function isMissing(name: string): Promise<boolean> {
  const { program } = servers[name] as Required<Server>;
  if ((await findProgram(program)) !== undefined) return false;
  const reason = `${program.binary} is not on this machine. ${program.source}`;
  if (process.env["CI"] === "true" || process.env["SIGHTLINE_CI"] === "1") throw new Error(reason);
  console.warn(`Tests of ${name} are skipped: ${reason}`);
  return true;
}

/** How many histories are recorded at the same time: what they wait for is the network. */
export const AT_ONCE = 24;

const shared: StoreOptions = { folder: clientsFolder, atOnce: AT_ONCE };

/** Uses a store, and closes it whatever happens. `target` is as on the command line: `redis:register`. */
export async function withServer<T>(
  target: string,
  options: StoreOptions,
  work: (store: OpenStore) => Promise<T>,
): Promise<T> {
  const [name, type] = target.split(":");
  return closing(await openServer(servers[name], type, { ...shared, ...options }), work);
}

/** Uses a store at nodes that run, as a type. */
export type UseServer = <T>(
  type: string,
  options: StoreOptions,
  work: (store: OpenStore) => Promise<T>,
) => Promise<T>;

/**
 * Tests of a server on one cluster, which is started once and ends whatever happens. They are left out, with a word,
 * where the server is not on this machine.
 */
export async function describeServer(name: string, tests: (use: UseServer) => void): Promise<void> {
  describe.skipIf(await isMissing(name))(name, () => {
    let running: RunningServer;
    beforeAll(async () => {
      running = await startServer(servers[name]);
    });
    afterAll(() => running.close());
    tests(async (type, options, work) =>
      closing(await openAt(running, type, { ...shared, ...options }), work),
    );
  });
}

async function closing<T>(store: OpenStore, work: (store: OpenStore) => Promise<T>): Promise<T> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
