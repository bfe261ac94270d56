import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createRandom } from "@sightline/core";
import type { LoadReport } from "./load-child.js";
import { describeMachine, machineFacts } from "./machine.js";
import { median } from "./time-runs.js";
import { outFolder } from "./peers.js";
import { formatBytes, formatTime, renderTable } from "./table.js";

const run = promisify(execFile);
const child = fileURLToPath(new URL("./load-child.js", import.meta.url));

/** The target, for a million operations. */
const mostMilliseconds = 3000;
const mostBytes = 500 * 2 ** 20;
const rounds = 3;

/** What the command line asks for. */
export interface LoadOptions {
  readonly json: boolean;
  readonly operations: number;
}

/** How a file of one form loaded: medians over several fresh processes. */
interface Loaded extends LoadReport {
  readonly form: string;
  readonly fileBytes: number;
  readonly reached: boolean;
}

/** Loads one long history in each of its two forms. Returns the exit status. */
export async function benchLoad({ json, operations }: LoadOptions): Promise<number> {
  await mkdir(outFolder, { recursive: true });
  const machine = machineFacts();
  const loaded = [
    await measureLoad("operations on lines (NDJSON)", "load.ndjson", onLines(operations, plainNumbers)),
    await measureLoad("one JSON object", "load.json", asOneObject(operations, plainNumbers)),
    await measureLoad("NDJSON, instants beyond 2^53", "load-big.ndjson", onLines(operations, nanoseconds)),
  ];
  const record = JSON.stringify({ machine, loaded }, null, 2);
  await writeFile(join(outFolder, "load-results.json"), `${record}\n`);
  console.log(json ? record : `${describeMachine(machine)}\n\n${renderLoaded(loaded)}`);
  return 0;
}

async function measureLoad(form: string, name: string, pieces: Iterable<string>): Promise<Loaded> {
  const file = join(outFolder, name);
  await pipeline(Readable.from(pieces), createWriteStream(file));
  const fileBytes = (await stat(file)).size;
  const reports: LoadReport[] = [];
  for (let round = 0; round < rounds; round++)
    reports.push(JSON.parse((await run(process.execPath, [child, file])).stdout) as LoadReport);
  await rm(file);
  const milliseconds = median(reports.map((report) => report.milliseconds));
  const cpuMilliseconds = median(reports.map((report) => report.cpuMilliseconds));
  const peakMemoryBytes = median(reports.map((report) => report.peakMemoryBytes));
  const [{ operations }] = reports;
  const reached = milliseconds < mostMilliseconds && peakMemoryBytes < mostBytes;
  return { form, fileBytes, operations, milliseconds, cpuMilliseconds, peakMemoryBytes, reached };
}

/** A header, then an operation per line. */
export function* onLines(operations: number, stamp: Stamp): Generator<string> {
  yield `{"type":"map","name":"load"}\n`;
  for (const operation of randomOperations(operations, stamp)) yield `${operation}\n`;
}

/** The same history as one object. */
export function* asOneObject(operations: number, stamp: Stamp): Generator<string> {
  yield `{"type":"map","name":"load","operations":[`;
  let separator = "\n";
  for (const operation of randomOperations(operations, stamp)) {
    yield separator + operation;
    separator = ",\n";
  }
  yield "\n]}\n";
}

/** How an instant is written. */
export type Stamp = (microseconds: number) => number | string;
export const plainNumbers: Stamp = (microseconds) => microseconds;
export const nanoseconds: Stamp = (microseconds) => `170000${String(microseconds).padStart(10, "0")}000`;

/** Operations of 16 sessions on a map of 1,000 keys, as JSON. */
function* randomOperations(operations: number, stamp: Stamp): Generator<string> {
  const random = createRandom(1);
  for (let i = 0; i < operations; i++) {
    const session = i % 16;
    const call = stamp(10 * i);
    const ret = stamp(10 * i + 9 + random.int(140));
    const key = random.int(1000);
    const [method, args] = random.chance(0.5) ? ["put", [key, random.int(100)]] : ["get", [key]];
    const result = random.chance(0.5) ? null : random.int(100);
    yield JSON.stringify({ session, method, args, result, call, return: ret });
  }
}

function renderLoaded(loaded: readonly Loaded[]): string {
  const columns = [
    { heading: "form" },
    { heading: "operations", numeric: true },
    { heading: "file", numeric: true },
    { heading: "time", numeric: true },
    { heading: "cpu", numeric: true },
    { heading: "peak memory", numeric: true },
    { heading: "1,000,000 in under 3 s and 500 MB" },
  ];
  const rows = loaded.map((file) => [
    file.form,
    file.operations.toLocaleString("en-GB"),
    formatBytes(file.fileBytes),
    formatTime(file.milliseconds),
    formatTime(file.cpuMilliseconds),
    formatBytes(file.peakMemoryBytes),
    file.operations < 1_000_000 ? "" : file.reached ? "reached" : "NOT REACHED",
  ]);
  return renderTable(columns, rows);
}
