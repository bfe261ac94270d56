import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { loadCluster } from "@sightline/fleet";
import type { AllowedTask, TaskCommand, TaskMessage } from "./task-messages.js";

/** Processes that do tasks, one at a time each. */
export interface TaskProcesses {
  /** Does a task. What takes a process with it is tried three times. Throws what `RunTask` throws. */
  run(task: AllowedTask): Promise<unknown>;
  /** Ends all processes, each by its id. */
  close(): Promise<void>;
}

/** How often a run is tried that takes its process with it. */
const TRIES = 3;

/** A process that has not said anything for so long, besides the time it was given, is lost, in milliseconds. */
const LONGEST_SILENCE = 600_000;

/** A process that has nothing to do ends after so many milliseconds, and with it the servers that it has started. */
const LONGEST_IDLE = 10_000;

/** How long a process may take to end by itself, in milliseconds. */
const LONGEST_FAREWELL = 10_000;

/** How a task ended. */
type Ended =
  | Exclude<TaskMessage, { kind: "begins" }>
  | { readonly kind: "lost"; readonly run: number | undefined; readonly how: string };

/** A process that waits, and what it has open. */
interface Idle {
  readonly child: ChildProcess;
  readonly opened: string;
  readonly timer: NodeJS.Timeout;
}

/** Processes of at most so many megabytes each, which find the classes of Java in the class path. */
export function createTaskProcesses(megabytes: number, classpath: string | undefined): TaskProcesses {
  const entry = fileURLToPath(new URL("./task-worker.js", import.meta.url));
  const all = new Set<ChildProcess>();
  let idle: Idle[] = [];

  const start = (): ChildProcess => {
    const child = fork(entry, [], {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: [`--max-old-space-size=${Math.ceil(megabytes)}`],
    });
    all.add(child);
    child.once("exit", () => {
      all.delete(child);
      forget(child);
    });
    return child;
  };
  const forget = (child: ChildProcess): void => {
    idle = idle.filter((one) => one.child !== child);
  };
  /** One that has the same open, or any, or a new one. */
  const take = (opened: string): ChildProcess => {
    const one = idle.find((waiting) => waiting.opened === opened) ?? idle[0];
    if (one === undefined) return start();
    forget(one.child);
    clearTimeout(one.timer);
    return one.child;
  };
  const giveBack = (child: ChildProcess, opened: string): void => {
    if (!all.has(child)) return;
    const timer = setTimeout(() => {
      forget(child);
      void end(child);
    }, LONGEST_IDLE);
    timer.unref();
    idle.push({ child, opened, timer });
  };

  return {
    async run(task) {
      const opened = JSON.stringify([task.data.target, task.data.options]);
      const lost = new Map<number | undefined, number>();
      const doomed = new Map<number, string>();
      for (;;) {
        const child = take(opened);
        const ended = await ask(child, { task, doomed, classpath });
        if (ended.kind !== "lost") giveBack(child, opened);
        if (ended.kind === "result") return ended.result;
        if (ended.kind === "failed") {
          const { TaskRefused } = await loadCluster();
          throw ended.isUsage ? new TaskRefused(ended.message) : new Error(ended.message);
        }
        const { run, how } = ended;
        lost.set(run, 1 + (lost.get(run) ?? 0));
        if (lost.get(run) !== TRIES) continue;
        if (run === undefined) throw new Error(`the process of ${task.data.target} is lost: it ${how}`);
        doomed.set(run, `whenever it was begun, three times, its process was lost: it ${how}`);
      }
    },
    async close() {
      for (const { timer } of idle) clearTimeout(timer);
      await Promise.all([...all].map(end));
    },
  };
}

/** Timers that run longer fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The time that one run of a task is given, in seconds. */
function secondsOf(task: AllowedTask): number {
  if (task.kind === "stress-program") return task.data.how.secondsPerProgram;
  // Over both orders.
  return task.kind === "measure-runs" ? 2 * task.data.seconds : 0;
}

/** Asks a process, which may be lost meanwhile. */
function ask(child: ChildProcess, command: TaskCommand): Promise<Ended> {
  return new Promise((resolve) => {
    let run: number | undefined;
    let timer: NodeJS.Timeout | undefined;
    let how: string | undefined;
    const silence = Math.min(LONGEST_TIMER, LONGEST_SILENCE + 1000 * secondsOf(command.task));
    const listen = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        how = `said nothing for ${Math.round(silence / 60_000)} minutes`;
        child.kill("SIGKILL");
      }, silence);
    };
    const done = (ended: Ended): void => {
      clearTimeout(timer);
      child.off("message", onMessage);
      child.off("exit", onExit);
      resolve(ended);
    };
    const onMessage = (message: TaskMessage): void => {
      listen();
      if (message.kind === "begins") ({ run } = message);
      else done(message);
    };
    const onExit = (status: number | null, signal: string | null): void => {
      const ending = signal === null ? `ended with status ${status}` : `was ended by ${signal}`;
      done({ kind: "lost", run, how: how ?? ending });
    };
    child.on("message", onMessage);
    child.on("exit", onExit);
    listen();
    child.send(command, () => {}); // one that is gone is closed
  });
}

/** Lets a process end what it has started, and ends it. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill("SIGKILL"), LONGEST_FAREWELL);
  await exited;
  clearTimeout(timer);
}
