import type { Choice } from "../lists/conclude.js";

/** What follows from the result of one operation, from what is known of sights. */
export interface TagReader {
  /** Adds it; false where it is a contradiction. `watch`: more may follow once more is known of this write. */
  judge(operation: number, watch: (write: number) => void): boolean;
  /** What the result leaves open, were nobody to see more than it must, the likelier way; "wrong" where nothing is left. */
  open(operation: number): Choice | "wrong" | undefined;
}

/** What it costs to believe that something was heard of after so long: it is likelier later, and never before. */
export const costOf = (after: number): number => (after >= 0 ? after : -8 * after + 8);
