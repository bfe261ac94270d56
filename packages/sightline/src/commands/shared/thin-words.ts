import { count } from "../../render/count.js";
import { wholeNumber } from "../../render/whole-number.js";

/** What is to be said where most programs say nothing. */
export function thinWords({
  programs,
  unknown,
}: {
  readonly programs: number;
  readonly unknown: number;
}): string {
  return (
    `${wholeNumber(unknown)} of ${count(programs, "program")} without a verdict: their threads hardly overlapped, or calls did not return in time. ` +
    "This machine has no processor free for each thread; run it again when there is less to do, or with more --seconds."
  );
}
