import { printLevelMap } from "@sightline/core";
import {
  type Program,
  type ProgramResult,
  printObjectProgram,
  type TestPlan,
  testedMethods,
  verdictOf,
} from "@sightline/lab";
import type { EndOfTest } from "./render.js";

/** What else is known of a program than what it showed. */
export interface LineContext {
  readonly plan: TestPlan;
  /** The command that runs it again, where that is worth it. */
  readonly replay: string | undefined;
  /** The larger program that showed the violation first. */
  readonly shrunkFrom: Program | undefined;
}

/** One line of `test --json`, without its newline. */
export function testLine(result: ProgramResult, { plan, replay, shrunkFrom }: LineContext): string {
  const { program, executions, overlapped, seconds, outcomes, failure, reason, cause, notAgainIn } = result;
  return JSON.stringify({
    program: printObjectProgram(program),
    ...(shrunkFrom !== undefined && { shrunkFrom: printObjectProgram(shrunkFrom) }),
    tested: testedMethods(program, plan.spec),
    levels: printLevelMap(plan.levels),
    verdict: verdictOf(result),
    executions,
    ...(overlapped !== undefined && { overlapped }),
    seconds,
    outcomes: outcomes.map(({ results, count, admitted, strongest, violated }) => ({
      results,
      count,
      share: count / executions,
      admitted,
      strongest,
      violated: violated === "-" ? null : violated,
    })),
    ...(failure !== undefined && { failure }),
    ...(reason !== undefined && { reason }),
    ...(cause !== undefined && { cause }),
    ...(notAgainIn !== undefined && { notAgainIn }),
    ...(replay !== undefined && { replay }),
  });
}

/** The line of a program that could not be judged, without its newline. */
export function skippedLine(program: Program, reason: string): string {
  return JSON.stringify({ program: printObjectProgram(program), verdict: "skipped", reason });
}

/** The last line of `test --json`, without its newline. */
export function testSummaryLine(target: string, { tally, facts, conclusion }: EndOfTest): string {
  const { programs, executions, violating, skipped, unknown, reasons, methods } = tally;
  const { seed, milliseconds, interrupted } = facts;
  const { verdict, request, untested } = conclusion;
  return JSON.stringify({
    summary: {
      target,
      verdict,
      programs,
      methods: [...methods].sort(),
      executions,
      violated: violating,
      unknown,
      skipped,
      skippedBecause: [...reasons].map(([reason, { count, example }]) => ({
        reason,
        programs: count,
        example: printObjectProgram(example),
      })),
      untested,
      notAsked: request.notAsked,
      seed,
      interrupted,
      milliseconds: Math.round(milliseconds),
    },
  });
}
