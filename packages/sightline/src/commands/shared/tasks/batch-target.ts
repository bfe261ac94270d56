import { createHash } from "node:crypto";
import type { Program, StressOptions, StressReport, Target } from "@sightline/lab";
import type { ObjectQuestion, StressTask } from "./stress-task.js";
import type { TaskMeans } from "./task-means.js";

/** How a program is run, whoever gives up. */
type How = Omit<StressOptions, "signal">;

/** How many batches of programs are given to a cluster before the first of them is judged. */
const AHEAD = 8;

/**
 * A target whose programs are run by others, or are kept on disk as soon as they are done: what was kept is not run
 * again. What calls do one after another is still asked of the target itself; it takes no time.
 */
export function batchTarget(target: Target, means: TaskMeans, question: ObjectQuestion): Target {
  const asked = new Map<string, number>();
  const over = new AbortController();
  /** The name of a run: the same program run again in the same way, as happens, is another run. */
  const keyOf = (program: Program, how: How): string => {
    const text = createHash("sha256")
      .update(JSON.stringify([program, how]))
      .digest("hex")
      .slice(0, 32);
    const times = asked.get(text) ?? 0;
    asked.set(text, times + 1);
    return `${text}-${times}`;
  };
  const taskOf = (program: Program, how: How, key: string): StressTask => ({
    key,
    kind: "stress-program",
    data: { ...question, program, how },
  });
  return {
    ...target,
    ...(means.isRemote && { ahead: AHEAD }),
    stress(programs, options) {
      const { signal: _, ...how } = options;
      const keys = programs.map((program) => keyOf(program, how));
      if (!means.isRemote) return stressHere(target, programs, options, keys, means);
      const left = new AbortController();
      const signals = [over.signal, left.signal, ...(options.signal === undefined ? [] : [options.signal])];
      const signal = AbortSignal.any(signals);
      const reports = programs.map((program, i) => {
        const report = means.run<StressReport>(taskOf(program, how, keys[i]), signal);
        report.catch(() => {}); // it is thrown when its turn comes
        return report;
      });
      return leaving(inTurn(reports, signal, means), left);
    },
    async close() {
      over.abort();
      await target.close();
    },
  };
}

/** The reports; what is not waited for any more is taken back, also where nobody has asked for the first of them. */
function leaving(reports: AsyncGenerator<StressReport, void>, left: AbortController) {
  const iterator: AsyncIterableIterator<StressReport, void> = {
    [Symbol.asyncIterator]: () => iterator,
    next: () => reports.next(),
    return() {
      left.abort();
      return reports.return();
    },
  };
  return iterator;
}

/** Reports in the order of their programs. */
async function* inTurn(
  reports: readonly Promise<StressReport>[],
  signal: AbortSignal,
  { progress }: TaskMeans,
): AsyncGenerator<StressReport, void> {
  try {
    for (const [program, report] of reports.entries()) {
      const found = await report;
      progress.done++;
      yield { ...found, program };
    }
  } catch (error) {
    if (!signal.aborted) throw error; // a stress ends with what was seen until then
  }
}

/** Runs what is not kept, in order, and keeps it before it is told. */
async function* stressHere(
  target: Target,
  programs: readonly Program[],
  options: StressOptions,
  keys: readonly string[],
  means: TaskMeans,
): AsyncGenerator<StressReport, void> {
  for (let i = 0; i < programs.length; ) {
    const [known] = means.known(keys[i]) as readonly StressReport[];
    if (known !== undefined) yield { ...known, program: i };
    if (known?.done) {
      i++;
      continue;
    }
    let end = i + 1;
    while (end < programs.length && means.known(keys[end]).length === 0) end++;
    if (options.signal?.aborted === true) return;
    yield* keepReports(target.stress(programs.slice(i, end), options), i, options, keys, means);
    i = end;
  }
}

/** Keeps the last report on each program. Where the reader has seen enough, that is what it has seen. */
async function* keepReports(
  reports: AsyncIterable<StressReport>,
  first: number,
  { signal }: StressOptions,
  keys: readonly string[],
  means: TaskMeans,
): AsyncGenerator<StressReport, void> {
  let unfinished: StressReport | undefined;
  try {
    for await (const { program, ...rest } of reports) {
      const report = { ...rest, program: first + program };
      unfinished = report.done ? undefined : report;
      // What was cut short is not what the program shows.
      if (report.done && signal?.aborted !== true) await means.keep(keys[report.program], report);
      if (report.done) means.progress.done++;
      yield report;
    }
    unfinished = undefined;
  } finally {
    if (unfinished !== undefined && signal?.aborted !== true)
      await means.keep(keys[unfinished.program], unfinished);
  }
}
