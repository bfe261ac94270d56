import { spawn } from "node:child_process";
import type { Command, Contestant } from "./contestants.js";
import { type Effort, median, type Report } from "./time-runs.js";

/** How one contestant did on one workload. */
export interface Measurement {
  readonly contestant: string;
  readonly family: Contestant["family"];
  /** Per history; `undefined` where the process did not live to tell. */
  readonly verdicts: readonly string[] | undefined;
  /** What ran out, or what went wrong. */
  readonly failure: string | undefined;
  /** The median over all timed runs, where all histories were decided. */
  readonly milliseconds: number | undefined;
  /** The median processor time of all threads, likewise. */
  readonly cpuMilliseconds: number | undefined;
  /** The first, cold run, decided or not. */
  readonly first: number | undefined;
  readonly runs: number;
  readonly loadMilliseconds: number | undefined;
  readonly memoryBytes: number | undefined;
  readonly peakMemoryBytes: number | undefined;
}

/** On a busy machine, the time by the clock for each millisecond of processor time, at most. */
const MOST_BUSY = 20;

/** Runs a contestant on an interchange file. Never throws: what goes wrong is a result too. */
export async function measure(contestant: Contestant, file: string, effort: Effort): Promise<Measurement> {
  const command = contestant.command(file, effort);
  const limited = contestant.family === "sightline" ? command : withMemoryLimit(command, effort.memory);
  const processorTime = (effort.runs + 2) * effort.slow + effort.warmUp + effort.enough;
  const patience = effort.deadline + MOST_BUSY * processorTime + 60_000;
  const { output, errors, killed } = await finish(limited, patience);
  const base = { contestant: contestant.name, family: contestant.family };
  if (!output.startsWith("{"))
    return {
      ...base,
      verdicts: undefined,
      failure: killed ? "timeout" : failureOf(errors),
      milliseconds: undefined,
      cpuMilliseconds: undefined,
      first: undefined,
      runs: 0,
      loadMilliseconds: undefined,
      memoryBytes: undefined,
      peakMemoryBytes: undefined,
    };
  const report = JSON.parse(output) as Report;
  const undecided = report.verdicts.includes("unknown");
  return {
    ...base,
    verdicts: report.verdicts,
    failure: !undecided ? undefined : report.reason === "memory" ? "out of memory" : "timeout",
    milliseconds: undecided ? undefined : median(report.milliseconds),
    cpuMilliseconds: undecided ? undefined : median(report.cpuMilliseconds),
    first: report.first,
    runs: report.milliseconds.length,
    loadMilliseconds: report.loadMilliseconds,
    memoryBytes: report.memoryBytes,
    peakMemoryBytes: report.peakMemoryBytes,
  };
}

/** The same command under a limit on its address space, by the shell's `ulimit`. */
function withMemoryLimit({ program, args }: Command, bytes: number): Command {
  if (process.platform === "win32") return { program, args };
  const script = `ulimit -v ${Math.floor(bytes / 1024)}; exec "$0" "$@"`;
  return { program: "/bin/sh", args: ["-c", script, program, ...args] };
}

function finish(
  { program, args }: Command,
  patience: number,
): Promise<{ output: string; errors: string; killed: boolean }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let errors = "";
    let killed = false;
    const timer = setTimeout(() => {
      killed = true;
      child.kill("SIGKILL");
    }, patience);
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(0, 100_000)));
    child.on("error", (error) => (errors += error.message));
    child.on("close", () => {
      clearTimeout(timer);
      resolve({ output, errors, killed });
    });
  });
}

/** A process that printed no report: did it want for memory, or is there a word to pass on? */
export function failureOf(errors: string): string {
  if (/out of memory|cannot allocate memory|bad_alloc/i.test(errors)) return "out of memory";
  const lines = errors.split("\n").filter((line) => line.trim() !== "");
  return `failed: ${lines.find((line) => /error/i.test(line)) ?? lines[0] ?? "no word why"}`;
}
