import { spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeMachine, machineFacts } from "./machine.js";
import { median } from "./measure.js";
import { outFolder } from "./peers.js";
import { formatRatio, formatTime, renderTable } from "./table.js";

/** The target: so many times the processor time of a Node that does nothing. */
const MOST = 2.5;

const command = fileURLToPath(new URL("../../packages/sightline/bin/sightline.js", import.meta.url));

const history = `{"type":"register","operations":[
  {"session":0,"method":"write","args":[1],"result":null,"call":0,"return":1},
  {"session":1,"method":"read","result":1,"call":2,"return":3}]}`;

/** What the command line asks for. */
export interface StartupOptions {
  readonly quick: boolean;
  readonly json: boolean;
}

/** How long small commands take beside a Node that does nothing, run in turns. Returns the exit status. */
export async function benchStartup({ quick, json }: StartupOptions): Promise<number> {
  await mkdir(outFolder, { recursive: true });
  const file = join(outFolder, "tiny.json");
  await writeFile(file, history);
  const contestants: readonly (readonly [string, readonly string[]])[] = [
    ["node -e 0", ["-e", "0"]],
    ["sightline --version", [command, "--version"]],
    ["sightline --help", [command, "--help"]],
    ["sightline check tiny.json", [command, "check", file]],
    ["sightline measure tiny.json", [command, "measure", file]],
  ];
  const taken = contestants.map((): { cpu: number[]; time: number[] } => ({ cpu: [], time: [] }));
  for (let round = 0; round < (quick ? 5 : 20); round++)
    contestants.forEach(([, args], c) => {
      const { cpu, time } = run(args);
      taken[c].cpu.push(cpu);
      taken[c].time.push(time);
    });
  const results = contestants.map(([name], c) => ({
    name,
    cpuMilliseconds: median(taken[c].cpu),
    milliseconds: median(taken[c].time),
    ratio: median(taken[c].cpu) / median(taken[0].cpu),
  }));
  const reached = results[3].ratio <= MOST;
  const machine = machineFacts();
  const record = JSON.stringify({ machine, results, most: MOST, reached }, null, 2);
  await writeFile(join(outFolder, "startup.json"), `${record}\n`);
  console.log(json ? record : `${describeMachine(machine)}\n\n${render(results, reached)}`);
  return 0;
}

/** Timed by the shell: what a program tells of itself would have to be loaded first. */
function run(args: readonly string[]): { cpu: number; time: number } {
  const timed = 'TIMEFORMAT="%3U %3S %3R"; time "$@" > /dev/null 2>&1';
  const ended = spawnSync("bash", ["-c", timed, "bash", process.execPath, ...args], { encoding: "utf8" });
  if (ended.status !== 0) throw new Error(`${args.join(" ")} ended with status ${ended.status}`);
  const [user, system, real] = ended.stderr
    .trim()
    .split(" ")
    .map((seconds) => 1000 * Number(seconds));
  return { cpu: user + system, time: real };
}

function render(
  results: readonly { name: string; cpuMilliseconds: number; milliseconds: number; ratio: number }[],
  reached: boolean,
): string {
  const columns = [
    { heading: "command" },
    { heading: "cpu", numeric: true },
    { heading: "time", numeric: true },
    { heading: "× node -e 0, cpu", numeric: true },
  ];
  const rows = results.map(({ name, cpuMilliseconds, milliseconds, ratio }) => [
    name,
    formatTime(cpuMilliseconds),
    formatTime(milliseconds),
    formatRatio(ratio),
  ]);
  const verdict = reached ? "reached" : "missed";
  return `${renderTable(columns, rows)}\n\nTarget, check at most ${formatRatio(MOST)}: ${verdict}`;
}
