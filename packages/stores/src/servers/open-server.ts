import { HistoryError } from "@sightline/core";
import { NotInstalled, projectModules } from "../library/load-library.js";
import { openLive } from "../live/open-live.js";
import type { OpenStore, StoreOptions } from "../store.js";
import { defaultWorkload, type StoreType } from "../workload/workload.js";
import { type Delay, findProgram, type Server } from "./server.js";

/** How late what goes between nodes is, where nothing is said, in milliseconds. */
const DELAYS: readonly Delay[] = [[2, 8]];

/** How long clients pause before each operation, at most, in milliseconds: so that some updates have arrived. */
const PAUSE = 3;

/** Starts a cluster on loopback and opens it. Throws `NotInstalled` or a `HistoryError`. */
export async function openServer(
  server: Server,
  type: StoreType,
  options: StoreOptions = {},
): Promise<OpenStore> {
  const { name, types, consistencies, packages, binary, debian } = server;
  if (!types.includes(type))
    throw new HistoryError(
      "SL1007",
      `${name} is not used as a ${type}: take ${types.map((one) => `${name}:${one}`).join(", ")}`,
    );
  const known = Object.keys(consistencies);
  const {
    consistency = known[0],
    replicas = 3,
    seed = 1,
    folder = process.cwd(),
    milliseconds = DELAYS,
  } = options;
  if (!known.includes(consistency))
    throw new HistoryError(
      "SL1304",
      `${name} has no consistency "${consistency}": take ${known.map((one) => `${one} (${consistencies[one]})`).join(", or ")}`,
    );
  const { load } = projectModules(folder, packages, name);
  const program = await findProgram(server);
  if (program === undefined)
    throw new NotInstalled(
      `${name}: needs the program ${binary}, and it is not on this machine. Debian has it in ${debian}`,
    );
  const { sessions } = { ...defaultWorkload, ...options.workload };
  const live = await server.open({
    type,
    replicas,
    sessions,
    consistency,
    delays: milliseconds,
    seed,
    program,
    load,
  });
  return openLive(
    live,
    {
      store: name,
      version: live.version ?? "unknown",
      replicas,
      consistency: `${consistency} (${consistencies[consistency]})`,
      delivery: `proxies between nodes, each piece ${milliseconds.map((delay) => delay.join("–")).join(", ")} ms late; clients pause up to ${PAUSE} ms`,
      pause: PAUSE,
    },
    options,
  );
}
