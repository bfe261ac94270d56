import { type Measurement, measure, type OrderName } from "@sightline/core";
import { writeHistory } from "@sightline/formats";
import type { Claim, Evidence, Finding, OpenStore, StoreFacts, StoreOptions } from "@sightline/stores";

/** Which store is used, and how: plain data. */
export interface StoreQuestion {
  readonly target: string;
  readonly options: StoreOptions;
}

/** Runs of a store, by their numbers. */
export interface RunRange extends StoreQuestion {
  readonly first: number;
  readonly count: number;
}

/** Runs of a store that are measured. */
export interface MeasureRuns extends RunRange {
  /** The most time for one history. */
  readonly seconds: number;
  readonly verify: boolean;
}

/** A failure of a run that is made short. */
export interface ShrinkRun extends StoreQuestion {
  readonly run: number;
  readonly claim: Claim;
}

/** A task about a store. */
export type StoreTask =
  | { readonly key: string; readonly kind: "measure-runs"; readonly data: MeasureRuns }
  | { readonly key: string; readonly kind: "record-runs"; readonly data: RunRange }
  | { readonly key: string; readonly kind: "shrink-run"; readonly data: ShrinkRun };

/** One history of a store, measured over both orders; the history itself can be had again by its number. */
export interface MeasuredRun {
  readonly number: number;
  readonly name?: string;
  /** The number of operations. */
  readonly size: number;
  readonly session: Omit<Measurement, "witness">;
  readonly realtime: Omit<Measurement, "witness">;
  readonly diverged?: boolean;
  readonly stale?: boolean;
  readonly thrown?: string;
  readonly errors?: readonly string[];
  readonly steps?: readonly string[];
}

/** One history of a store, as it is written to a file. */
export interface WrittenRun {
  readonly line: string;
  /** Calls that failed. */
  readonly failed: number;
}

/** A run that nobody got through. */
export interface LostRun {
  readonly run: number;
  readonly reason: string;
}

/** What some runs of a store came to. */
export interface RunsFound<Run> {
  readonly facts: StoreFacts;
  readonly runs: readonly Run[];
  /** What was in force while they, and those before in the same opening of the store, were recorded. */
  readonly evidence?: Evidence;
  /** Which opening of the store that was. */
  readonly opening: string;
  readonly lost?: readonly LostRun[];
}

/** Whether a task is about a store. */
export const isStoreTask = (task: { readonly kind: string }): task is StoreTask =>
  ["measure-runs", "record-runs", "shrink-run"].includes(task.kind);

/** A store that is open. */
export interface Opening {
  readonly store: OpenStore;
  /** A name that no other opening has. */
  readonly name: string;
}

/** How a task about runs is done. */
export interface RunsTools {
  /** Hears of each run before it is begun; those to be left out it has a reason for. */
  begin?(run: number): string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Does a task with a store that is open. Throws what the signal was aborted with. */
export async function runStoreTask(
  { kind, data }: StoreTask,
  opening: Opening,
  tools: RunsTools = {},
): Promise<RunsFound<MeasuredRun> | RunsFound<WrittenRun> | Finding | undefined> {
  switch (kind) {
    case "measure-runs":
      return runsOf(data, opening, tools, (number) => measureRun(opening.store, number, data));
    case "record-runs":
      return runsOf(data, opening, tools, (number) => writeRun(opening.store, number));
    case "shrink-run":
      return opening.store.shrink?.(data.run, data.claim);
  }
}

async function runsOf<Run>(
  { first, count }: RunRange,
  { store, name }: Opening,
  { begin, signal }: RunsTools,
  record: (run: number) => Promise<Run>,
): Promise<RunsFound<Run>> {
  const runs: Run[] = [];
  const lost: LostRun[] = [];
  for (let run = first; run < first + count; run++) {
    signal?.throwIfAborted();
    const reason = begin?.(run);
    if (reason === undefined) runs.push(await record(run));
    else lost.push({ run, reason });
  }
  const evidence = await store.evidence?.();
  return {
    facts: store.facts,
    runs,
    ...(evidence !== undefined && { evidence }),
    opening: name,
    ...(lost.length > 0 && { lost }),
  };
}

async function measureRun(
  store: OpenStore,
  number: number,
  { seconds, verify }: MeasureRuns,
): Promise<MeasuredRun> {
  const { history, diverged, stale, thrown, errors, steps } = await store.record(number);
  const over = (order: OrderName): Omit<Measurement, "witness"> => {
    const { witness: _, ...measured } = measure(history, { order, verify, limits: { seconds } });
    return measured;
  };
  return {
    number,
    ...(history.name !== undefined && { name: history.name }),
    size: history.size,
    session: over("session"),
    realtime: over("realtime"),
    ...(diverged !== undefined && { diverged }),
    ...(stale !== undefined && { stale }),
    ...(thrown !== undefined && { thrown }),
    ...(errors !== undefined && { errors }),
    ...(steps !== undefined && { steps }),
  };
}

async function writeRun(store: OpenStore, number: number): Promise<WrittenRun> {
  const { history, thrown, errors = [] } = await store.record(number);
  return {
    line: `${writeHistory(history)}\n`,
    failed: errors.length + (thrown === undefined ? 0 : 1),
  };
}
