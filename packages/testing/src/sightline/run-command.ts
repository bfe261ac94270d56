import { execFile, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { javaOptions } from "../lab/testing-jdk.js";
import { canShare, runHosted } from "./hosted-command.js";

/** The built command. */
export const bin = fileURLToPath(new URL("../../../sightline/bin/sightline.js", import.meta.url));

/** The folder of the test data, in which tests run the command. */
export const data = fileURLToPath(new URL("../../../sightline/test-data/", import.meta.url));

/** The output and status of a run. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Options of a run. */
export interface RunOptions {
  readonly input?: string;
  /** Sends Ctrl-C, or the signal, as soon as standard output holds this. */
  readonly interruptAt?: string;
  readonly signal?: NodeJS.Signals;
}

/**
 * Runs the built command in the folder of the test data: in a process that has run it before where nothing is said
 * about input or signals, and nothing asked that is about the process.
 */
export async function sightline(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  if (Object.keys(options).length > 0 || !canShare(args)) return spawnSightline(args, options);
  const { code, out, err } = await runHosted({ args, cwd: data, env: javaOptions() });
  return { code, out, err };
}

/** Runs the built command as a user would, in the folder of the test data. */
export function spawnSightline(
  args: readonly string[],
  { input = "", interruptAt, signal = "SIGINT" }: RunOptions = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], {
      cwd: data,
      env: { ...process.env, NO_COLOR: "1" },
    });
    let [out, err, interrupted] = ["", "", false];
    child.stdout.on("data", (chunk) => {
      out += chunk;
      if (interrupted || interruptAt === undefined || !out.includes(interruptAt)) return;
      interrupted = true;
      child.kill(signal);
    });
    child.stderr.on("data", (chunk) => (err += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });
}

/** Runs a line of the shell in the folder of the test data; `$SIGHTLINE` in it is the built command. */
export function shell(line: string): Promise<Run> {
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: "1", SIGHTLINE: `${process.execPath} ${bin}` };
    const options = { cwd: data, env, maxBuffer: 1 << 26 };
    execFile("bash", ["-c", line], options, (error, out, err) =>
      resolve({ code: error === null ? 0 : (error.code as unknown as number), out, err }),
    );
  });
}

/** The lines of `--json`. */
export const lines = ({ out }: Run): Record<string, unknown>[] =>
  out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
