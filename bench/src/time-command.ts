import { spawnSync } from "node:child_process";

/** Processor time and time, in milliseconds. */
export interface Taken {
  readonly cpu: number;
  readonly time: number;
}

/**
 * How long a Node with these arguments takes, all its threads together. Timed by the shell: what a program
 * tells of itself would have to be loaded first. Throws where it ends with another status than these.
 *
 * @param pinned the numbers of the cores that it may run on. Default: all
 */
export function timeCommand(
  args: readonly string[],
  statuses: readonly number[] = [0],
  pinned?: readonly number[],
): Taken {
  const timed = 'TIMEFORMAT="%3U %3S %3R"; time "$@" > /dev/null 2>&1';
  const before = pinned === undefined ? [] : ["taskset", "-c", pinned.join()];
  const line = [...before, process.execPath, ...args];
  const ended = spawnSync("bash", ["-c", timed, "bash", ...line], { encoding: "utf8" });
  if (!statuses.includes(ended.status ?? -1))
    throw new Error(`${args.join(" ")} ended with status ${ended.status}`);
  const [user, system, real] = ended.stderr
    .trim()
    .split(" ")
    .map((seconds) => 1000 * Number(seconds));
  return { cpu: user + system, time: real };
}
