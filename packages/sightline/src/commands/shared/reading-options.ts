import type { Job } from "@sightline/fleet";
import { formatOf } from "./format-option.js";
import { initialOf } from "./initial-option.js";
import { typeOf } from "./type-option.js";

/** The options that say how histories are read. */
export interface ReadingFlags {
  readonly type?: string;
  readonly initial?: string;
  readonly format?: string;
  readonly independent?: boolean;
}

/** What they say to the threads that read and check. Throws a `UsageError`. */
export async function readingOf(
  flags: ReadingFlags,
): Promise<Pick<Job, "type" | "typeLoader" | "initial" | "format" | "independent">> {
  return {
    ...(await typeOf(flags.type)),
    ...(flags.initial !== undefined && { initial: initialOf(flags.initial) }),
    ...(flags.format !== undefined && { format: await formatOf(flags.format) }),
    ...(flags.independent === true && { independent: true }),
  };
}
