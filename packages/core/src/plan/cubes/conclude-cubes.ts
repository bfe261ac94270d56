import { concluded, type Decided } from "../../decide.js";
import type { Witness } from "../../result.js";
import { witnessFault } from "../../routes/route.js";
import type { Verdict } from "../../verdict.js";
import type { OpenCubes } from "./open-cubes.js";

/** What all cubes of a question came to: each part has a solution, these, in the order of the parts; or one has none. */
export type CubesOutcome = Verdict<{ readonly witnesses: readonly Witness[] }, { readonly part: number }>;

/** What the search in cubes took. */
export interface CubesEffort {
  /** When it was asked, on the clock of `performance.now()`. */
  readonly started: number;
  readonly states: number;
  readonly cubes: number;
  readonly threads: number;
}

/**
 * The answer that the outcome of all cubes makes, as `decideWithin` gives it. A witness is verified by the definition
 * of the criterion alone; throws where it does not hold.
 */
export function concludeCubes(
  open: OpenCubes,
  outcome: CubesOutcome,
  { started, states, cubes, threads }: CubesEffort,
): Decided {
  const { asked, algorithm } = open;
  const summary = { algorithm, states, parts: open.searches.length, shared: { cubes, threads } };
  switch (outcome.verdict) {
    case "satisfied": {
      const decision = { verdict: "satisfied", witness: open.merge(outcome.witnesses), ...summary } as const;
      const fault =
        asked.options.verify === false ? undefined : witnessFault(asked, asked.criterion, decision);
      if (fault !== undefined) throw fault;
      return concluded({ asked, started }, decision);
    }
    case "violated":
      return concluded(
        { asked, started },
        { verdict: "violated", ...open.violated(outcome.part), ...summary },
      );
    case "unknown": {
      const lost = ", but for a part of it over which three workers were lost";
      const established = `no violation was found in what was searched${outcome.reason === "lost" ? lost : ""}`;
      return concluded({ asked, started }, { ...outcome, established, ...summary });
    }
  }
}
