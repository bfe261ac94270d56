import { existsSync } from "node:fs";
import { loadCluster } from "@sightline/fleet";
import { UsageError } from "../../errors/usage-error.js";
import { typeLoader } from "../../loaders/loaders.js";
import { listenForInterrupt } from "../../process/interrupt.js";
import { version } from "../../process/version.js";
import { count } from "../../render/count.js";
import { awayWords, checkAddress, orUsageError } from "../shared/batch-cluster.js";
import { limitsOf } from "../shared/limit-options.js";
import type { Task } from "../shared/tasks/task-means.js";
import { allowedOf, allowTask } from "./allowed-tasks.js";
import { createTaskProcesses } from "./task-processes.js";

/** The options of `worker` as the command line gives them. */
export interface WorkerFlags {
  readonly prefix?: string;
  readonly workers?: string;
  readonly memory?: string;
  readonly allowType?: readonly string[];
  readonly allowTarget?: readonly string[];
  readonly classpath?: string;
  readonly log?: string;
  readonly quiet?: boolean;
}

const MB = 1 << 20;

/** `sightline worker`: works until it is asked to end; the exit status. */
export async function runWorker(address: string, flags: WorkerFlags): Promise<number> {
  checkAddress(address, "worker");
  const { workers, memory } = await limitsOf(flags);
  const types = flags.allowType ?? [];
  for (const type of types)
    if (!existsSync(type)) throw new UsageError("SL1402", `--allow-type: there is no file ${type}`);
  const allowed = allowedOf(flags.allowTarget ?? []);
  for (const module of allowed.modules)
    if (!existsSync(module)) throw new UsageError("SL1402", `--allow-target: there is no file ${module}`);
  const { PREFIX, withoutPassword, workFor } = await loadCluster();
  const say = (words: string): void => {
    if (flags.quiet !== true) process.stderr.write(`${words}\n`);
  };
  let done = 0;
  const shown = withoutPassword(address);
  const processes = createTaskProcesses(memory / workers / MB, flags.classpath);
  const run = async (task: Task): Promise<unknown> => processes.run(await allowTask(task, allowed));
  const worker = await orUsageError(() =>
    workFor({
      address,
      prefix: flags.prefix ?? PREFIX,
      version: version(),
      threads: workers,
      memory,
      types,
      typeLoader,
      log: flags.log,
      // The threads of a program have to meet: each has a core of its own.
      tasks: {
        runs: { concurrency: workers, run },
        stress: { concurrency: Math.max(1, Math.floor(workers / 2)), run },
      },
      onDone: (chunks) => (done = chunks),
      onAway: (isAway) => say(awayWords(shown, isAway)),
      onTrouble: (reason) => say(`${shown}: ${reason}`),
    }),
  );
  say(`working for ${shown} with ${count(workers, "thread")}: Ctrl-C ends`);
  await interrupted();
  say("ending: the chunks under way are finished; Ctrl-C again ends at once");
  const isFinished = await worker.close();
  await processes.close();
  say(`${count(done, "chunk")} done`);
  if (isFinished) return 0;
  say("Redis is away: the chunks under way are left to others");
  process.exit(0); // the queue would wait for Redis
}

/** Resolves when the user asks for an end. */
function interrupted(): Promise<void> {
  const interrupt = new AbortController();
  listenForInterrupt(interrupt);
  return new Promise((resolve) => {
    interrupt.signal.addEventListener("abort", () => resolve());
  });
}
