import { createWriteStream, existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { type Contestant, engines, peerContestants } from "./contestants.js";
import { writeEvents } from "./interchange.js";
import { describeMachine, machineFacts } from "./machine.js";
import type { Effort } from "./time-runs.js";
import { measureAgain, ownTurns } from "./own-turns.js";
import { buildPeers, outFolder } from "./peers.js";
import { pickNamed } from "./pick-named.js";
import { describeVerdicts, renderTargets, renderWorkload } from "./report.js";
import { type Measurement, measure } from "./measure.js";
import { formatTime } from "./table.js";
import { disagreements, judge, type WorkloadResult } from "./targets.js";
import { catalogue, type Workload } from "./workloads/catalogue.js";

/** What the command line asks for. */
export interface LinearizabilityOptions {
  /** Under a minute: the main contestants, the smaller workloads, short deadlines. */
  readonly quick: boolean;
  /** JSON on standard output instead of tables. */
  readonly json: boolean;
  /** Only workloads whose name contains one of these. */
  readonly only: readonly string[];
  /** Seconds for one run of our engines, and of the peers. */
  readonly deadline?: number;
  readonly peerDeadline?: number;
  /** Megabytes for each contestant. */
  readonly memory: number;
}

const quickContestants = new Set(["sightline auto", "sightline frontier", "porcupine", "C++ wgl, partition"]);

/** The linearizability benchmark. Returns the exit status: 1 where two contestants disagree. */
export async function benchLinearizability(options: LinearizabilityOptions): Promise<number> {
  const say = (word: string): void => console.error(word);
  const machine = machineFacts();
  if (!options.json) console.log(`${describeMachine(machine)}\n`);
  const peers = await buildPeers(say);
  const contestants = [...engines, ...peerContestants(peers)].filter(
    ({ name }) => !options.quick || quickContestants.has(name),
  );
  const cases = givenLogs();
  const all = await catalogue({
    porcupineData: ownCopies,
    ...peers,
    ...(cases !== undefined && { cases }),
  });
  const workloads = pickNamed(all, options.only, ({ name }) => [name]).filter(
    ({ long }) => !(options.quick && long),
  );

  const results: WorkloadResult[] = [];
  for (const workload of workloads) {
    const result = await measureWorkload(workload, contestants, options, say);
    results.push(result);
    if (!options.json) console.log(`${renderWorkload(result)}\n`);
    for (const word of disagreements(result)) say(`DISAGREEMENT on ${workload.name}, ${word}`);
  }
  const targets = judge(results);
  if (!options.json) console.log(renderTargets(targets));
  const record = JSON.stringify({ machine, options, results, targets }, null, 2);
  await writeFile(join(outFolder, "linearizability.json"), `${record}\n`);
  if (options.json) console.log(record);
  return results.some((result) => disagreements(result).length > 0) ? 1 : 0;
}

/** A few of Porcupine's logs, for machines without its module. */
const ownCopies = fileURLToPath(new URL("../../packages/formats/test-data/porcupine/", import.meta.url));

/** The folder `porcupine` in the one that SIGHTLINE_CASES names. Throws where there is none. */
function givenLogs(): string | undefined {
  const folder = process.env.SIGHTLINE_CASES;
  if (folder === undefined || folder === "") return undefined;
  const logs = join(folder, "porcupine");
  if (existsSync(logs)) return logs;
  throw new Error(`SIGHTLINE_CASES names ${folder}, which has no folder "porcupine": put the logs there`);
}

async function measureWorkload(
  workload: Workload,
  contestants: readonly Contestant[],
  options: LinearizabilityOptions,
  say: (word: string) => void,
): Promise<WorkloadResult> {
  say(`${workload.name} …`);
  const histories = await workload.histories();
  const file = join(outFolder, `${workload.name}.events`);
  await pipeline(Readable.from(writeEvents(histories)), createWriteStream(file));
  const measurements: Measurement[] = [];
  for (const contestant of contestants) {
    if (!contestant.types.includes(workload.type)) continue;
    const measurement = await measure(contestant, file, effortFor(contestant, options));
    measurements.push(measurement);
    const time = measurement.milliseconds === undefined ? "" : `, ${formatTime(measurement.milliseconds)}`;
    say(`  ${contestant.name}: ${describeVerdicts(measurement)}${time}`);
  }
  const again = measureAgain(contestants, file, (contestant) => effortFor(contestant, options));
  const own = await ownTurns(measurements, again);
  await rm(file);
  const operations = histories.reduce((sum, { size }) => sum + size, 0);
  const { name, title, type, generated } = workload;
  return {
    workload: { name, title, type, generated },
    histories: histories.length,
    operations,
    measurements,
    own,
  };
}

function effortFor(contestant: Contestant, options: LinearizabilityOptions): Effort {
  const { quick, memory, deadline = quick ? 2 : 20, peerDeadline = quick ? 2 : 60 } = options;
  return {
    runs: quick ? 3 : 5,
    enough: quick ? 100 : 300,
    warmUp: quick ? 200 : 500,
    slow: quick ? 1000 : 2000,
    deadline: 1000 * (contestant.family === "sightline" ? deadline : peerDeadline),
    memory: memory * 2 ** 20,
  };
}
