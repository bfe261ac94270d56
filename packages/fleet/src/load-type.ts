import type { CheckOptions } from "@sightline/core";
import type { Job } from "./job.js";

/** The type that the job names instead of the histories' own. */
export async function loadType(job: Pick<Job, "type" | "typeLoader">): Promise<CheckOptions["type"]> {
  if (job.type === undefined || job.typeLoader === undefined) return job.type;
  const loader = (await import(job.typeLoader)) as {
    loadType(spec: string): Promise<Exclude<CheckOptions["type"], string | undefined>>;
  };
  return loader.loadType(job.type);
}
