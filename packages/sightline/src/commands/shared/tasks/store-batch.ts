import { loadCluster } from "@sightline/fleet";
import type { Claim, Finding, StoreOptions } from "@sightline/stores";
import { UsageError } from "../../../errors/usage-error.js";
import type { BatchFlags } from "../batch-flags.js";
import { kindOfStore } from "../store-target.js";
import type { BatchProgress } from "./batch-progress.js";
import { inOrder } from "./in-order.js";
import { createStoreOpenings } from "./store-openings.js";
import type { MeasuredRun, RunsFound, StoreQuestion, StoreTask, WrittenRun } from "./store-tasks.js";
import { type Task, taskMeansOf } from "./task-means.js";

/** How the runs of a store are worked on. */
export type RunsWork =
  | { readonly kind: "measure-runs"; readonly seconds: number; readonly verify: boolean }
  | { readonly kind: "record-runs" };

/** What a run comes to by that work. */
type RunOf<Work extends RunsWork> = Work extends { readonly kind: "measure-runs" } ? MeasuredRun : WrittenRun;

/** Runs of one or more stores: done here or by a cluster, with a journal or without. */
export interface StoreBatch {
  readonly progress: BatchProgress;
  /** The runs of a store from this one on, some at a time, in their order. */
  runs<Work extends RunsWork>(
    store: number,
    work: Work,
    first: number,
    histories: number,
  ): AsyncGenerator<RunsFound<RunOf<Work>>, void>;
  /** Makes a failure short, where that can be done. */
  shrink(store: number, run: number, claim: Claim): Promise<Finding | undefined>;
  close(): Promise<void>;
}

/** How many runs a task has, where a batch is large. */
const RUNS = 25;

/** Readies runs of stores as the options say. Throws a `UsageError`. */
export async function openStoreBatch(
  flags: BatchFlags,
  stores: readonly StoreQuestion[],
  work: RunsWork,
  signal: AbortSignal,
): Promise<StoreBatch> {
  const isLarge = flags.journal !== undefined || flags.cluster !== undefined;
  if (isLarge) for (const store of stores) refuseTied(store);
  if (flags.cluster !== undefined) for (const store of stores) refuseOwn(store);
  const modules = stores.flatMap(({ target }) => (kindOfStore(target) === "module" ? [fileOf(target)] : []));
  const openings = createStoreOpenings();
  const [{ target, options }, against] = stores;
  const means = await taskMeansOf(
    flags,
    {
      about: { ...work, target, ...options, against },
      modules,
      queue: "runs",
      runs: isLarge ? RUNS : 1,
    },
    (task, over) => openings.run(task as Task & StoreTask, { signal: over }),
  );
  /** What workers know a module by, for they load none but their own. */
  const sentModules = await Promise.all(
    stores.map(async (store) =>
      means.isRemote && kindOfStore(store.target) === "module"
        ? { module: (await loadCluster()).moduleOf(fileOf(store.target)) }
        : {},
    ),
  );
  const { progress } = means;
  const over = new AbortController();
  const ended = AbortSignal.any([signal, over.signal]);
  return {
    progress,
    async *runs<Work extends RunsWork>(
      store: number,
      { kind, ...how }: Work,
      first: number,
      histories: number,
    ) {
      const question = { ...stores[store], ...sentModules[store], ...how };
      progress.of = progress.done + Math.ceil(histories / means.runs);
      const run = ([begin, count]: Range): Promise<RunsFound<RunOf<Work>>> =>
        means.run(
          { key: `${kind}-${store}-${begin}-${count}`, kind, data: { ...question, first: begin, count } },
          ended,
        );
      for await (const found of inOrder(rangesOf(first, histories, means.runs), means.window, run)) {
        progress.done++;
        yield found;
      }
    },
    async shrink(store, run, claim) {
      const { target: name, options: how } = stores[store];
      if (kindOfStore(name) !== "library" || how.windows === true) return undefined;
      const key = `shrink-run-${store}-${run}-${claim.kind}`;
      return means.run({ key, kind: "shrink-run", data: { ...stores[store], run, claim } }, ended);
    },
    async close() {
      over.abort();
      await means.close();
      await openings.close();
    },
  };
}

type Range = readonly [first: number, count: number];

function* rangesOf(first: number, histories: number, size: number): Generator<Range, void> {
  for (let done = 0; done < histories; done += size) yield [first + done, Math.min(size, histories - done)];
}

const fileOf = (target: string): string => target.slice("js:".length);

/** Refuses runs that follow from each other: they cannot be done apart. Throws a `UsageError`. */
function refuseTied({ options }: StoreQuestion): void {
  if (options.windows === true)
    throw new UsageError("SL4006", "--windows is one long run, which cannot be done in parts: leave it out");
}

/** Refuses what only this machine has. Throws a `UsageError`. */
function refuseOwn({ options }: { readonly options: StoreOptions }): void {
  if (options.addresses !== undefined)
    throw new UsageError("SL4006", "--address is not for --cluster: each worker starts servers of its own");
}
