import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { STALE_AFTER, type StoreLog, storeLog } from "./follow/store-log.js";
import { describeMachine, machineFacts } from "./machine.js";
import { outFolder } from "./peers.js";
import { formatBytes, formatTime, renderTable } from "./table.js";

const command = fileURLToPath(new URL("../../packages/sightline/bin/sightline.js", import.meta.url));

/** What the command line asks for. */
export interface FollowOptions {
  readonly json: boolean;
  readonly operations: number;
  readonly seed: number;
}

/** The resident memory when so many operations were written. */
interface Sample {
  readonly operations: number;
  readonly bytes: number;
}

/** How many samples are taken. */
const SAMPLES = 24;

/** How many lines a second are written around the stale read: as a store would, not as fast as they can be made up. */
const PACE = 1_000;

/** For how many lines before it: the command is then at the end of what has come. */
const PACED = 5_000;

/** How soon the stale read is to be told, in milliseconds. */
const LATEST = 1_000;

/** The most that memory may grow from the first quarter of the log to the last, by their medians, where it is flat. */
const FLAT = 1.25;

/**
 * A day of a store's log through `check --follow`: whether the one stale read is found, and nothing else, within a second
 * of its line while lines come as from a store, and in memory that stays flat. Returns the exit status: 1 where that is
 * not so.
 */
export async function benchFollow({ json, operations, seed }: FollowOptions): Promise<number> {
  await mkdir(outFolder, { recursive: true });
  const log: StoreLog = { operations, hours: 24, sessions: 16, keys: 500, seed };
  const [load] = loadavg();
  const began = performance.now();
  const child = spawn(process.execPath, [command, "check", "--follow", "--json"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const told: { readonly line: Record<string, unknown>; readonly at: number }[] = [];
  createInterface(child.stdout).on("line", (text) =>
    told.push({ line: JSON.parse(text) as Record<string, unknown>, at: performance.now() }),
  );
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));

  const samples: Sample[] = [];
  const stale = { line: 0, at: 0 };
  let [lines, chunk] = [0, ""];
  const write = async (): Promise<void> => {
    const text = chunk;
    chunk = "";
    if (!child.stdin.write(text)) await new Promise((resolve) => child.stdin.once("drain", resolve));
  };
  for (const { text, isStale } of storeLog(log)) {
    chunk += text;
    lines++;
    if (isStale) stale.line = lines;
    const isPaced = lines > STALE_AFTER * operations - PACED && told.length === 0;
    if (isPaced || chunk.length > 1 << 16) await write();
    if (isStale) stale.at = performance.now();
    if (isPaced) await sleep(1000 / PACE);
    if ((lines - 1) % Math.ceil(operations / SAMPLES) === 0 && lines > 1)
      samples.push({ operations: lines - 1, bytes: await residentBytes(child.pid) });
  }
  await write();
  child.stdin.end();
  await ended;
  const milliseconds = performance.now() - began;

  const violations = told.filter(({ line }) => line["verdict"] === "violated");
  const summary = told.at(-1)?.line["summary"] as Record<string, unknown> | undefined;
  const found = violations.length === 1 && violations[0].line["line"] === stale.line;
  const late = found ? violations[0].at - stale.at : undefined;
  const [early, last] = [samples.slice(0, SAMPLES / 4), samples.slice(-SAMPLES / 4)].map(medianBytes);
  const most = Math.max(...samples.map(({ bytes }) => bytes));
  const isFlat = last <= FLAT * early;
  const machine = machineFacts();
  const record = {
    machine,
    load,
    log,
    milliseconds,
    found,
    stale: stale.line,
    late,
    samples,
    isFlat,
    summary,
  };
  await writeFile(join(outFolder, "follow.json"), `${JSON.stringify(record, null, 2)}\n`);
  console.log(
    json ? JSON.stringify(record, null, 2) : `${describeMachine(machine)}; load ${load.toFixed(1)}\n`,
  );
  if (!json) console.log(render());
  return found && isFlat && (late ?? 0) <= LATEST ? 0 : 1;

  function render(): string {
    const rows = samples.map((sample) => [
      sample.operations.toLocaleString("en"),
      ((log.hours * sample.operations) / operations).toFixed(1),
      formatBytes(sample.bytes),
    ]);
    const rate = Math.round(operations / (milliseconds / 1000)).toLocaleString("en");
    return [
      renderTable(
        [
          { heading: "operations", numeric: true },
          { heading: "hours", numeric: true },
          { heading: "memory", numeric: true },
        ],
        rows,
      ),
      "",
      `${operations.toLocaleString("en")} operations of ${log.sessions} sessions on ${log.keys} keys, ` +
        `${log.hours} simulated hours, in ${formatTime(milliseconds)}: ${rate} a second, their making included`,
      found
        ? `the stale read on line ${stale.line.toLocaleString("en")} is the one violation, told ${formatTime(late ?? 0)} after its line was written, while about ${PACE.toLocaleString("en")} lines a second came`
        : `NOT as it should be: ${violations.length} violations, the stale read is on line ${stale.line}`,
      `memory: ${formatBytes(early)} in the first quarter, ${formatBytes(last)} in the last (medians), at most ${formatBytes(most)}: ${isFlat ? "flat" : "NOT flat"}`,
      `summary: ${JSON.stringify(summary)}`,
    ].join("\n");
  }
}

const medianBytes = (samples: readonly Sample[]): number =>
  samples.map(({ bytes }) => bytes).sort((a, b) => a - b)[Math.floor(samples.length / 2)];

/** The resident memory of a process. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}
