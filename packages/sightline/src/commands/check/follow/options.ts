import { UsageError } from "../../../errors/usage-error.js";
import type { CheckFlags } from "../options.js";

/** How often what is held back is looked at again, in milliseconds. */
export const TICK = 250;

/** For how many ticks a session that says nothing is waited for. Throws a `UsageError`. */
export function patienceOf({ patience = "0.5" }: CheckFlags): number {
  const seconds = Number(patience);
  if (!(seconds > 0 && seconds <= 3600))
    throw new UsageError(
      "SL4005",
      `--patience takes seconds, more than 0 and at most 3600: ${patience} is not`,
    );
  return Math.max(1, Math.round((seconds * 1000) / TICK));
}

/** What says how whole histories are checked and reported is of no use to one that goes on. */
const others = {
  watch: "--watch",
  html: "--html",
  junit: "--junit",
  proof: "--proof",
  algorithm: "--algorithm",
  axioms: "--axioms",
  levels: "--levels",
  order: "--order",
  format: "--format",
  independent: "--independent",
  journal: "--journal",
  resume: "--resume",
  cluster: "--cluster",
} as const;

/** Throws a `UsageError` where an option or a criterion does not go with `--follow`. */
export function checkFollowFlags(paths: readonly string[], flags: CheckFlags): void {
  if (paths.length !== 1)
    throw new UsageError(
      "SL4010",
      "--follow takes one log: a file, - for standard input, tcp://HOST:PORT or unix:PATH",
    );
  const given = flags as Readonly<Record<string, unknown>>;
  for (const [name, option] of Object.entries(others))
    if (given[name] !== undefined && given[name] !== false)
      throw new UsageError("SL4006", `--follow and ${option} do not go together: give one of them`);
  const criterion = flags.criterion?.find((name) => name.toLowerCase() !== "linearizability");
  if (criterion !== undefined)
    throw new UsageError(
      "SL4006",
      `--follow judges linearizability, at each return: ${criterion} is judged of whole histories`,
    );
}
