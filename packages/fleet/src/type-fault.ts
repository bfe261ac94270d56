import type { Job } from "./job.js";

/**
 * What a user's own type did, if an exception, or the end of a thread without any, comes from it: such
 * as that it threw in a callback of its own, or ended its thread. `undefined` where it is not to blame.
 */
export function typeFault(error: unknown, job: Pick<Job, "type" | "typeLoader">): string | undefined {
  if (job.typeLoader === undefined) return undefined;
  const module = job.type?.split(/[\\/]/).at(-1) ?? "";
  // A thread of ours never ends by itself, and only errors are thrown in it.
  if (!(error instanceof Error)) return `the type ${job.type} ended the thread that ran it`;
  return error.stack?.includes(module) === true ? `the type ${job.type} failed: ${error.message}` : undefined;
}
