import type { CheckJob, MeasureJob } from "@sightline/fleet";

/** The options of large batches as the command line gives them. */
export interface BatchFlags {
  readonly journal?: string;
  readonly resume?: boolean;
  readonly cluster?: string;
  readonly prefix?: string;
  readonly send?: boolean;
  readonly window?: string;
  readonly chunk?: string;
}

/** The names of these options, as commander has them. */
export const batchFlagNames = [
  "journal",
  "resume",
  "cluster",
  "prefix",
  "send",
  "window",
  "chunk",
] as const satisfies readonly (keyof BatchFlags)[];

/** What is done with the histories of a batch. */
export type Assignment =
  | { readonly kind: "check"; readonly job: CheckJob }
  | { readonly kind: "measure"; readonly job: MeasureJob };
