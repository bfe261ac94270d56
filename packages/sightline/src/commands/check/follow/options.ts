import type { LiveOptions } from "@sightline/formats";
import { UsageError } from "../../../errors/usage-error.js";
import { formatOf } from "../../shared/format-option.js";
import type { CheckFlags } from "../options.js";

/** How often what is held back is looked at again, in milliseconds. */
export const TICK = 100;

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
  journal: "--journal",
  resume: "--resume",
  cluster: "--cluster",
} as const;

/** Linearizability by the name that it has where operations are transactions, and the types of those. */
export const STRICT = "strict-serializability";
export const TRANSACTIONAL: ReadonlySet<string> = new Set(["multi-register", "multi-list"]);

/** A format that is written line by line. Throws a `UsageError`. */
export async function liveFormatOf(name: string | undefined): Promise<LiveOptions["format"]> {
  if (name === undefined) return undefined;
  const format = await formatOf(name);
  const { liveFormats } = await import("@sightline/formats");
  const found = liveFormats.find((one) => one === format);
  if (found === undefined)
    throw new UsageError(
      "SL4006",
      `${format} is not written line by line: --follow reads ${liveFormats.join(", ")}`,
    );
  return found;
}

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
  const [criterion = "linearizability", ...more] = flags.criterion ?? [];
  if (more.length > 0)
    throw new UsageError(
      "SL4006",
      "--follow judges one criterion: linearizability or strict-serializability",
    );
  if (criterion.toLowerCase() !== "linearizability" && criterion.toLowerCase() !== STRICT)
    throw new UsageError("SL4006", `--follow judges linearizability, at each return: ${whyNot(criterion)}`);
}

/** Why a criterion cannot be judged of what has come so far, in memory that does not grow. */
function whyNot(criterion: string): string {
  const name = criterion.toLowerCase();
  if (name === "convergence") return "convergence is asked of a history that has ended";
  if (name === "serializability" || name === "sequential")
    return `${criterion} knows no real time, so an operation that is still to come may explain one that has returned: cut the log, and give the pieces to check`;
  return `under ${criterion} an operation may see what was done any time ago, or what is still to come, so nothing can be forgotten: cut the log, and give the pieces to check`;
}
