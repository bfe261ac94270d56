import { levelNames } from "@sightline/core";
import type { Claim } from "@sightline/stores";
import type { MeasuredRun } from "../../shared/tasks/store-tasks.js";

/** The first run of each kind of failure, and of the weakest level that was violated. */
export interface Examples {
  see(run: MeasuredRun): void;
  list(): readonly { readonly claim: Claim; readonly run: number }[];
}

/** No example yet. */
export function createExamples(): Examples {
  const first = new Map<Claim["kind"], { claim: Claim; run: number }>();
  let weakest: number = levelNames.length;
  const note = (claim: Claim, run: number): void => {
    if (!first.has(claim.kind)) first.set(claim.kind, { claim, run });
  };
  return {
    see({ number, diverged, stale, thrown, session }) {
      if (stale === true) note({ kind: "stale" }, number);
      // A document that shows something wrong differs from others, too: that is no other failure.
      else if (diverged === true) note({ kind: "diverged" }, number);
      if (thrown !== undefined) note({ kind: "thrown" }, number);
      const violated = levelNames.findIndex((level) => session.verdicts[level] === "violated");
      if (violated < 0 || violated >= weakest) return;
      weakest = violated;
      first.set("level", {
        claim: { kind: "level", level: levelNames[violated], order: "session" },
        run: number,
      });
    },
    list: () => [...first.values()],
  };
}
