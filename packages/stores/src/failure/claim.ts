import { check, createHistoryBuilder, type Value } from "@sightline/core";
import type { Run } from "../library/run-script.js";
import type { Claim } from "../store.js";

/** Whether the run shows what is claimed. */
export function shows(run: Run, claim: Claim): boolean {
  switch (claim.kind) {
    case "level": {
      const { level, order } = claim;
      return check(run.history, { criterion: level, order, explain: false }).verdict === "violated";
    }
    case "diverged":
      return hasDiverged(run);
    case "stale":
      return run.stale !== undefined;
    case "thrown":
      return run.thrown !== undefined;
  }
}

/** Whether replicas differ although all have got everything: what each shows is a final read (`convergence`). */
export function hasDiverged({ views }: Run): boolean {
  const reads = createHistoryBuilder({ type: "register" });
  for (const [session, view] of views.entries())
    reads.add({ session, method: "read", result: JSON.parse(view) as Value, final: true });
  return check(reads.finish(), { criterion: "convergence", explain: false }).verdict === "violated";
}

/** The claim in words. */
export function claimWords(claim: Claim): string {
  switch (claim.kind) {
    case "level":
      return `the history violates ${claim.level} over ${claim.order === "realtime" ? "real time" : "session order"}`;
    case "diverged":
      return "replicas differ although all have got everything";
    case "stale":
      return "a live document shows something else than the same document saved and loaded";
    case "thrown":
      return "the library threw";
  }
}
