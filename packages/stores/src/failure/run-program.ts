import { spawn } from "node:child_process";

/** What a program came to. */
export interface ProgramOutcome {
  /** The last line that it printed. */
  readonly lastLine: string;
  readonly status: number | null;
  readonly errors: string;
}

/** Runs the text of an ES module in a process of its own, as if it stood in this folder. */
export async function runProgram(text: string, folder = process.cwd()): Promise<ProgramOutcome> {
  const child = spawn(process.execPath, ["--input-type=module", "-"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let out = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (out += piece));
  child.stderr.setEncoding("utf8").on("data", (piece: string) => (errors += piece));
  child.stdin.on("error", () => {}); // it may end before it has read everything: its status tells
  child.stdin.end(text);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { lastLine: out.trimEnd().split("\n").at(-1) ?? "", status, errors };
}
