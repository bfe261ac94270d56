import type { CheckOptions } from "@sightline/core";
import { decideWithin } from "@sightline/core/decide.js";
import type { History } from "@sightline/core/history/history.js";
import { boundsOf } from "@sightline/core/limits.js";
import type { Result } from "@sightline/core/result.js";
import { explainDecided } from "@sightline/core/routes/explain-violated.js";

/** A violation, and the processor time that it took to explain it. */
export interface Explanation {
  readonly result: Extract<Result, { verdict: "violated" }>;
  readonly milliseconds: number;
}

/** What `check` says of a history that violates what is asked; nothing where it does not, or where that is not known. */
export function explainTimed(history: History, options: CheckOptions): Explanation | undefined {
  const { limits, ...asked } = options;
  const decided = decideWithin(
    history,
    limits === undefined ? asked : { ...asked, bounds: boundsOf(limits) },
  );
  if ("result" in decided) return undefined;
  const before = process.cpuUsage();
  const result = explainDecided(decided.open) as Explanation["result"];
  const { user, system } = process.cpuUsage(before);
  return { result, milliseconds: (user + system) / 1000 };
}
