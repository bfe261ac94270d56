import { spawnSync } from "node:child_process";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeHistory } from "@sightline/formats";
import { median } from "./time-runs.js";
import { outFolder } from "./peers.js";
import { formatBytes, formatTime, renderTable } from "./table.js";
import { type Taken, timeCommand } from "./time-command.js";
import { forte } from "./workloads/catalogue.js";
import { simulatedSet } from "./workloads/set.js";

/** The target for a check, from the file to its verdict: so many times `JSON.parse`, and so many milliseconds. */
const [TIMES, BESIDES] = [2, 100];

/** One long history: `JSON.parse` of its file, and the whole command that checks it. Medians. */
export interface LongHistory {
  readonly file: string;
  readonly bytes: number;
  readonly parse: Taken;
  readonly check: Taken;
  /** Whether the check takes no longer than the target says, by the clock. */
  readonly reached: boolean;
}

const parse = `const cpu = process.cpuUsage(), start = performance.now();
JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
const time = performance.now() - start, { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ cpu: (user + system) / 1000, time }));`;

/** Times both in turns, each in a process of its own. */
export async function timeLongHistory(command: string, rounds: number): Promise<LongHistory> {
  const file = join(outFolder, "set-4x70000.json");
  await writeFile(file, `${writeHistory(simulatedSet(forte))}\n`);
  const parsed: Taken[] = [];
  const checked: Taken[] = [];
  for (let round = 0; round < rounds; round++) {
    parsed.push(
      JSON.parse(spawnSync(process.execPath, ["-e", parse, file], { encoding: "utf8" }).stdout) as Taken,
    );
    checked.push(timeCommand([command, "check", file]));
  }
  const [parseTaken, checkTaken] = [medians(parsed), medians(checked)];
  const reached = checkTaken.time <= TIMES * parseTaken.time + BESIDES;
  return { file, bytes: (await stat(file)).size, parse: parseTaken, check: checkTaken, reached };
}

const medians = (all: readonly Taken[]): Taken => ({
  cpu: median(all.map(({ cpu }) => cpu)),
  time: median(all.map(({ time }) => time)),
});

/** The table of both. */
export function renderLongHistory({ bytes, parse: parsed, check, reached }: LongHistory): string {
  const columns = [
    { heading: `set, 4 × 70,000 operations, ${formatBytes(bytes)}` },
    { heading: "cpu", numeric: true },
    { heading: "time", numeric: true },
  ];
  const row = (name: string, { cpu, time }: Taken): string[] => [name, formatTime(cpu), formatTime(time)];
  const limit = {
    cpu: TIMES * parsed.cpu + BESIDES,
    time: TIMES * parsed.time + BESIDES,
  };
  const rows = [
    row("JSON.parse of the file, in a Node that runs", parsed),
    row("sightline check, from the start of Node to the verdict", check),
    row(`${TIMES} × the first + ${BESIDES} ms`, limit),
  ];
  return `${renderTable(columns, rows)}\n\nTarget, check in at most that time: ${reached ? "reached" : "missed"}`;
}
