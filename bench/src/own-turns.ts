import { type Contestant, OURS } from "./contestants.js";
import { type Measurement, measure } from "./measure.js";
import { type Effort, median } from "./time-runs.js";

/** The default engine and the best of our others on a workload: processor times, in milliseconds. */
export interface OwnTurns {
  readonly best: string;
  readonly ours: number;
  readonly theirs: number;
  /** How many processes of each the medians are of. */
  readonly processes: number;
}

/** Where a run takes less than this, in milliseconds of processor time, one process does not tell enough. */
const SHORT = 300;
/** More processes of each, one after the other: what the compiler makes of the code differs from process to process. */
const TURNS = 4;
/** So many of the fastest others are compared: which of them is best may be chance. */
const RIVALS = 2;

/** Compares the default engine with the fastest others of ours; nothing where either has decided nothing. */
export async function ownTurns(
  measurements: readonly Measurement[],
  again: (name: string) => Promise<Measurement>,
): Promise<OwnTurns | undefined> {
  const decided = measurements.flatMap(({ contestant, family, cpuMilliseconds: cpu }) =>
    family === "sightline" && cpu !== undefined ? [{ name: contestant, times: [cpu] }] : [],
  );
  const ours = decided.find(({ name }) => name === OURS);
  const rivals = decided
    .filter((one) => one !== ours)
    .sort((a, b) => a.times[0] - b.times[0])
    .slice(0, RIVALS);
  if (ours === undefined || rivals.length === 0) return undefined;
  const turns = ours.times[0] < SHORT ? TURNS : 0;
  for (let turn = 0; turn < turns; turn++)
    for (const { name, times } of [ours, ...rivals]) {
      const { cpuMilliseconds } = await again(name);
      if (cpuMilliseconds !== undefined) times.push(cpuMilliseconds);
    }
  const [best] = rivals
    .map(({ name, times }) => ({ name, time: median(times) }))
    .sort((a, b) => a.time - b.time);
  return { best: best.name, ours: median(ours.times), theirs: best.time, processes: 1 + turns };
}

/** Measures one of these contestants again, by its name. */
export const measureAgain =
  (contestants: readonly Contestant[], file: string, effortFor: (contestant: Contestant) => Effort) =>
  (name: string): Promise<Measurement> => {
    const contestant = contestants.find((one) => one.name === name);
    if (contestant === undefined) throw new Error(`no contestant ${name}`);
    return measure(contestant, file, effortFor(contestant));
  };
