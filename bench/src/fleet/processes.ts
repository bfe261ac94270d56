import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { registerHistory } from "@sightline/testing/sightline/register-histories.js";

const command = fileURLToPath(new URL("../../../packages/sightline/bin/sightline.js", import.meta.url));

/** Starts the command; its output goes into the file, where one is given. */
export function startCommand(args: readonly string[], output?: string): ChildProcess {
  const out = output === undefined ? undefined : openSync(output, "w");
  const child = spawn(process.execPath, [command, ...args], {
    stdio: ["ignore", out ?? "ignore", "inherit"],
  });
  if (out !== undefined) closeSync(out);
  return child;
}

/** Resolves with the exit status, -1 where it was killed. */
export async function ended(child: ChildProcess): Promise<number> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode ?? -1;
}

/** Ends a process as a power cut would. */
export async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await ended(child);
}

/** Writes a file of so many short histories, all different, of so many operations. */
export function writeRegisterHistories(file: string, count: number, operations?: number): void {
  const out = openSync(file, "w");
  let lines: string[] = [];
  for (let number = 0; number < count; number++) {
    lines.push(registerHistory(number, operations));
    if (lines.length < 10_000 && number + 1 < count) continue;
    writeSync(out, lines.join(""));
    lines = [];
  }
  closeSync(out);
}

/** A line of a worker's log. */
export interface Logged {
  readonly event: "begin" | "done" | "found";
  readonly chunk: number;
  readonly pid: number;
}

/** Reads a log as it grows: each call gives all lines so far. */
export function createLogReader(file: string): () => readonly Logged[] {
  const lines: Logged[] = [];
  let read = 0;
  return () => {
    const text = existsSync(file) ? readFileSync(file, "latin1") : "";
    const end = text.lastIndexOf("\n") + 1;
    for (const line of text.slice(read, end).split("\n"))
      if (line !== "") lines.push(JSON.parse(line) as Logged);
    read = end;
    return lines;
  };
}

/** The memory and the processor time of a process, in bytes and milliseconds; `undefined` where there is none. */
export function usageOf(pid: number | undefined): { readonly rss: number; readonly cpu: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // utime and stime in ticks of 10 ms, rss in pages of 4 kB: proc(5).
    return { cpu: 10 * (Number(fields[11]) + Number(fields[12])), rss: 4096 * Number(fields[21]) };
  } catch {
    return undefined;
  }
}
