import { type LeftOut, type Target, type TestPlan, type TestRequest, untestedOf } from "@sightline/lab";
import { EXIT } from "../../process/exit-code.js";
import type { TestSetup } from "./setup.js";
import type { TestTally } from "./tally.js";

/** The conclusion of a run of `test`. */
export interface TestConclusion {
  /** `admitted` only where all that was asked for was tested. */
  readonly verdict: "admitted" | "violated" | "unknown";
  readonly request: TestRequest;
  /** What was asked for and not tested. */
  readonly untested: readonly LeftOut[];
  /** Whether most programs say nothing, so that the others are no reason to be content. */
  readonly isThin: boolean;
}

/** Concludes a run that has ended. */
export async function concludeTest(
  target: Pick<Target, "signatures">,
  { plan, single, request }: TestSetup,
  tally: TestTally,
  interrupted: boolean,
): Promise<TestConclusion> {
  const untested = await untestedOf(target, request, tally.coverage, whyNotCalled(plan, tally, interrupted));
  const isThin = 2 * tally.unknown > tally.programs;
  // A given program is asked for; one of many random ones is not.
  const isWhole =
    untested.length === 0 &&
    !isThin &&
    tally.coverage.ran.size > 0 &&
    !(single && tally.skipped + tally.unknown > 0) &&
    !interrupted;
  return {
    verdict: tally.violating > 0 ? "violated" : isWhole ? "admitted" : "unknown",
    request,
    untested,
    isThin,
  };
}

/** The exit status. Given calls that the object does not take are an input that is not valid. */
export function testStatus(
  { verdict }: TestConclusion,
  { single }: TestSetup,
  tally: TestTally,
  interrupted: boolean,
): number {
  if (interrupted) return EXIT.interrupted;
  if (verdict === "violated") return 1;
  if (single && tally.refused > 0) return EXIT.invalid;
  return verdict === "admitted" ? 0 : 2;
}

/** Why no program called a method that programs could have called. */
function whyNotCalled({ count, failFast }: TestPlan, tally: TestTally, interrupted: boolean): string {
  if (interrupted) return "the run was interrupted before";
  if (failFast && tally.violating > 0) return "the run ended with the violation: --keep-going goes on";
  return tally.programs + tally.skipped < count
    ? "the time was over before a program called it: give more --duration, or fewer --seconds to each program"
    : "none of the programs called it: give more --programs";
}
