import type { StressReport } from "./target.js";

/** So many executions in which threads overlapped can show something … */
const ENOUGH = 1000;

/** … and of a short run, this share of its executions. */
const ENOUGH_OF_FEW = 0.5;

/** Where less than this share did, the threads took turns: they had no processor each. */
const LEAST_SHARE = 0.001;

/**
 * Whether the threads of a program hardly ran at the same time, so that what was not seen means nothing:
 * fewer than 1,000 executions overlapped (of a short run: less than half), or less than 0.1 % of all. Where
 * it was not measured: no.
 */
export function hardlyOverlapped({
  executions,
  overlapped = executions,
}: Pick<StressReport, "executions" | "overlapped">): boolean {
  return overlapped < Math.max(LEAST_SHARE * executions, Math.min(ENOUGH, ENOUGH_OF_FEW * executions));
}
