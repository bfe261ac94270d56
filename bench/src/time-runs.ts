/** How often and how long to measure. The same rule holds for every contestant, in every language. */
export interface Effort {
  /** Timed runs of a fast contestant, at least. */
  readonly runs: number;
  /** Milliseconds of processor time that the timed runs take together, at least, unless there are `MOST_RUNS` of them. */
  readonly enough: number;
  /** Milliseconds of processor time of runs that do not count, before the timed ones. */
  readonly warmUp: number;
  /** Where the first run takes more milliseconds of processor time than this, it is the only one. */
  readonly slow: number;
  /** Milliseconds for one run. */
  readonly deadline: number;
  /** Bytes that a contestant may use. */
  readonly memory: number;
}

/** What a contestant prints, as one line of JSON. */
export interface Report {
  /** Per history of the workload: `satisfied`, `violated` or `unknown`. */
  readonly verdicts: readonly string[];
  /** Why a verdict is unknown, where the contestant says. */
  readonly reason?: string;
  /** Milliseconds of the first, cold run over all histories. */
  readonly first: number;
  /** Milliseconds of each timed run over all histories. */
  readonly milliseconds: readonly number[];
  /** Processor time of all threads in each timed run. */
  readonly cpuMilliseconds: readonly number[];
  readonly loadMilliseconds: number;
  /** The peak of the first run above what stood after loading. */
  readonly memoryBytes: number;
  /** The peak of the whole process during the first run. */
  readonly peakMemoryBytes: number;
}

/** What one run took. */
export interface Taken {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
}

/** Tells the milliseconds of processor time that this process has used from now on. */
export function meterCpu(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}

/** Runs once. */
export function timeOne(run: () => void): Taken {
  const cpu = meterCpu();
  const start = performance.now();
  run();
  const milliseconds = performance.now() - start;
  return { milliseconds, cpuMilliseconds: cpu() };
}

/** The processor time of a run that is too short to be measured, in milliseconds. */
const LEAST_RUN = 0.05;

/** No more runs are timed, however short they are. */
export const MOST_RUNS = 101;

/** The first, cold run; then the warm-up; then the timed runs. A slow first run is the only timed one. */
export function timeRuns(
  run: () => Taken,
  { slow, warmUp, runs, enough }: Effort,
): { first: Taken; timed: Taken[] } {
  const first = run();
  if (first.cpuMilliseconds > slow) return { first, timed: [first] };
  for (let spent = first.cpuMilliseconds; spent < warmUp; )
    spent += Math.max(run().cpuMilliseconds, LEAST_RUN);
  const timed: Taken[] = [];
  for (let spent = 0; timed.length < runs || (spent < enough && timed.length < MOST_RUNS); ) {
    const taken = run();
    timed.push(taken);
    spent += taken.cpuMilliseconds;
  }
  return { first, timed };
}

/** The middle value; of an even number of values the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
