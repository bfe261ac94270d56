import type { CheckOptions } from "@sightline/core";
import { type Item, type ReadOptions, readHistories } from "@sightline/formats";
import type { Job } from "./job.js";

/** The part of a job that says how inputs are read and which type their histories have. */
export type ReadingJob = Pick<Job, "type" | "typeLoader" | "initial" | "format" | "independent">;

/** Reads the histories of an input as the job says. */
export function readAs(
  job: ReadingJob,
  source: AsyncIterable<Uint8Array>,
  file: string,
  options: Partial<ReadOptions> = {},
): AsyncGenerator<Item> {
  return readHistories(source, {
    file,
    ...(job.format !== undefined && { format: job.format }),
    ...(job.independent !== undefined && { independent: job.independent }),
    ...(job.type !== undefined && job.typeLoader === undefined && { type: job.type }),
    ...(job.initial !== undefined && { initial: job.initial }),
    ...options,
  });
}

/** The type that the job names instead of the histories' own. */
export async function loadType(job: ReadingJob): Promise<CheckOptions["type"]> {
  if (job.type === undefined || job.typeLoader === undefined) return job.type;
  const loader = (await import(job.typeLoader)) as {
    loadType(spec: string): Promise<Exclude<CheckOptions["type"], string | undefined>>;
  };
  return loader.loadType(job.type);
}

/** The share of the memory limit that searches may fill: the rest is for what grows between two looks. */
const SHARE = 0.97;

/** The job as a worker sees it. */
export function withMargin<AnyJob extends { readonly memory?: number }>(job: AnyJob): AnyJob {
  return job.memory === undefined ? job : { ...job, memory: SHARE * job.memory };
}
