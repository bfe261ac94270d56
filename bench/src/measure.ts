/** How often and how long to measure. The same rule holds for every contestant, in every language. */
export interface Effort {
  /** Timed runs of a fast contestant. */
  readonly runs: number;
  /** Milliseconds of runs that do not count, before the timed ones. */
  readonly warmUp: number;
  /** Where the first run takes longer than this, it is the only one. */
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

/** Runs once. */
export function timeOne(run: () => void): Taken {
  const cpu = process.cpuUsage();
  const start = performance.now();
  run();
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { milliseconds, cpuMilliseconds: (user + system) / 1000 };
}

/** The first, cold run; then the warm-up; then the timed runs. A slow first run is the only timed one. */
export function timeRuns(run: () => Taken, { slow, warmUp, runs }: Effort): { first: Taken; timed: Taken[] } {
  const first = run();
  if (first.milliseconds > slow) return { first, timed: [first] };
  for (let spent = first.milliseconds; spent < warmUp; ) spent += Math.max(run().milliseconds, 1);
  return { first, timed: Array.from({ length: runs }, run) };
}

/** The middle value; of an even number of values the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
