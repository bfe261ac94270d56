import { printLevelMap } from "@sightline/core";
import {
  isViolation,
  printObjectProgram,
  type Program,
  type ProgramResult,
  testedMethods,
  type TestPlan,
} from "@sightline/lab";
import type { TestFacts } from "./test-render.js";
import type { TestTally } from "./test-tally.js";

/** What else is known of a program than what it showed. */
export interface LineContext {
  readonly plan: TestPlan;
  /** The command that runs it again, where that is worth it. */
  readonly replay?: string;
  /** The larger program that showed the violation first. */
  readonly shrunkFrom?: Program;
}

/** One line of `test --json`, without its newline. */
export function testLine(result: ProgramResult, { plan, replay, shrunkFrom }: LineContext): string {
  const { program, executions, seconds, outcomes, failure, reason, notAgainIn } = result;
  return JSON.stringify({
    program: printObjectProgram(program),
    ...(shrunkFrom !== undefined && { shrunkFrom: printObjectProgram(shrunkFrom) }),
    tested: testedMethods(program, plan.spec),
    levels: printLevelMap(plan.levels),
    verdict: isViolation(result) ? "violated" : failure === undefined ? "admitted" : "skipped",
    executions,
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
    ...(notAgainIn !== undefined && { notAgainIn }),
    ...(replay !== undefined && { replay }),
  });
}

/** The line of a program that could not be judged, without its newline. */
export function skippedLine(program: Program, reason: string): string {
  return JSON.stringify({ program: printObjectProgram(program), verdict: "skipped", reason });
}

/** The last line of `test --json`, without its newline. */
export function testSummaryLine(target: string, tally: TestTally, facts: TestFacts): string {
  const { programs, executions, violating, skipped, methods } = tally;
  const { seed, milliseconds, interrupted } = facts;
  return JSON.stringify({
    summary: {
      target,
      programs,
      methods: [...methods].sort(),
      executions,
      violated: violating,
      skipped,
      seed,
      interrupted,
      milliseconds: Math.round(milliseconds),
    },
  });
}
