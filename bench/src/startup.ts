import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeMachine, machineFacts } from "./machine.js";
import { median } from "./time-runs.js";
import { outFolder } from "./peers.js";
import { renderLongHistory, timeLongHistory } from "./long-history.js";
import { formatRatio, formatTime, renderTable } from "./table.js";
import { timeCommand } from "./time-command.js";

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

/**
 * How long small commands take beside a Node that does nothing, and the check of a long history beside
 * `JSON.parse`, run in turns. Returns the exit status.
 */
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
      const { cpu, time } = timeCommand(args);
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
  const long = await timeLongHistory(command, quick ? 3 : 9);
  const machine = machineFacts();
  const record = JSON.stringify({ machine, results, most: MOST, reached, long }, null, 2);
  await writeFile(join(outFolder, "startup.json"), `${record}\n`);
  const tables = `${render(results, reached)}\n\n${renderLongHistory(long)}`;
  console.log(json ? record : `${describeMachine(machine)}\n\n${tables}`);
  return 0;
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
