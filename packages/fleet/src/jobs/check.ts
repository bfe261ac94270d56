import type { Algorithm, Witness } from "@sightline/core";
import type { Job } from "../job.js";
import type { CommonEvent, Report } from "../report.js";
import type { Work } from "../work.js";

/** Check every history for criteria. */
export interface CheckJob extends Job {
  /** The criteria to check, in order. Empty: the one that suits each history. */
  readonly criteria: readonly string[];
  /** Whether a model of shared memory is violated by law where a weaker one is: not checked any more. */
  readonly gradual?: boolean;
  readonly algorithm?: Algorithm;
  readonly partition?: boolean;
  readonly cacheSize?: number;
  readonly pruning?: boolean;
  readonly explain?: boolean;
  /**
   * Of how many kinds of violations, in the order of the inputs, at least the first is proved; the others are
   * explained without a proof, unless that may be the reason. Default: every violation is proved.
   */
  readonly provenKinds?: number;
  /** Whether reports carry their witness. It is as long as the history: leave it out where nobody looks. */
  readonly witnesses: boolean;
  /** How many operations of an order (a witness's, a violation's longest prefix) reports show. Default: none. */
  readonly orderViews?: number;
  /** The most operations of a history that its report carries whole, for pages that show it. Default: none. */
  readonly wholeHistories?: number;
}

/** What a thread reports on one history and one criterion: it does not know the place of a history in its file. */
export type CheckAnswer = Omit<Report, "file" | "index">;

/** Stands for a witness that nobody looks at. */
export const UNTOLD: Witness = { linearization: [] };

/** What a check tells, in the order of the inputs. */
export type Event = { readonly kind: "report"; readonly report: Report } | CommonEvent;

/** The work of checking. */
export function checkWork(job: CheckJob): Work<CheckAnswer, Event> {
  return {
    assignment: { kind: "check", job },
    tell: (answer, file, index) => ({ kind: "report", report: { file, index, ...answer } }),
    cancelled: (underWay, milliseconds) => {
      const { result } = underWay;
      const stats = { ...result.stats, milliseconds: Math.round(milliseconds * 1000) / 1000 };
      return { ...underWay, result: { ...result, stats } };
    },
  };
}
