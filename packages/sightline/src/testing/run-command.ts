import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The built command. */
export const bin = fileURLToPath(new URL("../../bin/sightline.js", import.meta.url));

/** The folder of the test data, in which tests run the command. */
export const data = fileURLToPath(new URL("../../test-data/", import.meta.url));

/** What a run of the command came to. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** How to run it. */
export interface RunOptions {
  readonly input?: string;
  /** Sends Ctrl-C as soon as standard output holds this. */
  readonly interruptAt?: string;
}

/** Runs the built command as a user would, in the folder of the test data. */
export function sightline(
  args: readonly string[],
  { input = "", interruptAt }: RunOptions = {},
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
      child.kill("SIGINT");
    });
    child.stderr.on("data", (chunk) => (err += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });
}

/** The lines of `--json`. */
export const lines = ({ out }: Run): Record<string, unknown>[] =>
  out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
