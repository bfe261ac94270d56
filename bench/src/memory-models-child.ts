/** Runs contenders on generated histories of shared memory in a process of its own; prints a line per outcome. */
import { loadSatSolver } from "@sightline/sat";
import { meterCpu } from "./time-runs.js";
import { makeHistory, type Recipe } from "./memory-models/histories.js";
import { type Contender, type Outcome, timeCheck } from "./visibility/contender.js";

/** What the parent asks, as JSON in the first argument. */
export interface MemoryRaceRequest {
  readonly recipes: readonly Recipe[];
  readonly contenders: readonly Contender[];
  /** Milliseconds of processor time on histories left undecided, after which a contender is asked no more. */
  readonly patience: number;
}

/** What came of a history, and the processor time until it was decided or given up, repetitions included. */
export interface RacedOutcome extends Outcome {
  readonly spent: number;
}

/** One line of output: which contender, by number, and what came of its next history. */
export type MemoryRaceLine = readonly [contender: number, outcome: RacedOutcome];

/** Milliseconds of processor time for which each contender warms up, and at most for one history. */
const WARM_UP = { all: 400, each: 20 };

async function race({ recipes, contenders, patience }: MemoryRaceRequest): Promise<void> {
  const histories = recipes.map(makeHistory);
  for (const [c, contender] of contenders.entries()) {
    const warm = meterCpu();
    for (let next = 0; warm() < WARM_UP.all; next++)
      timeCheck(histories[next % histories.length], await withSat(contender), WARM_UP.each);
    let inVain = 0;
    for (const history of histories) {
      if (inVain >= patience) break;
      const ready = await withSat(contender);
      const cpu = meterCpu();
      const outcome = timeCheck(history, ready);
      const line: MemoryRaceLine = [c, { ...outcome, spent: cpu() }];
      if (outcome.verdict === "unknown") inVain += outcome.milliseconds;
      process.stdout.write(`${JSON.stringify(line)}\n`);
    }
  }
}

/** A contender with a SAT solver at hand, loaded anew where the last one's memory is used up. */
async function withSat(contender: Contender): Promise<Contender> {
  const sat = await loadSatSolver();
  if (sat === undefined)
    throw new Error("this benchmark needs the SAT solver: install the optional package cadical-wasm");
  const options = { ...contender.options, sat };
  return { ...contender, options };
}

await race(JSON.parse(process.argv[2]) as MemoryRaceRequest);
