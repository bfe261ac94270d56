import type { SeenOutcome, StressFailure, StressOptions, StressReport, Target } from "../object/target.js";
import type { Admission } from "./admission.js";

/** What was seen of one program. It is kept, so that levels and axioms are judged without running it again. */
export interface Observation {
  readonly admission: Admission;
  readonly executions: number;
  /** In how many of them threads overlapped, where that was measured. */
  readonly overlapped?: number;
  readonly seconds: number;
  readonly outcomes: readonly SeenOutcome[];
  readonly failure?: StressFailure;
}

/** Stresses programs and gives one observation of each, also of those that an interruption cut short. */
export async function* observe(
  target: Target,
  admissions: readonly Admission[],
  options: StressOptions,
): AsyncGenerator<Observation, void> {
  const unfinished = new Map<number, StressReport>();
  const programs = admissions.map(({ program }) => program);
  for await (const report of target.stress(programs, options)) {
    if (!report.done) {
      unfinished.set(report.program, report);
      continue;
    }
    unfinished.delete(report.program);
    yield observation(report, admissions);
  }
  for (const report of unfinished.values()) yield observation(report, admissions);
}

const observation = (
  { program, executions, overlapped, seconds, outcomes, failure }: StressReport,
  admissions: readonly Admission[],
): Observation => ({
  admission: admissions[program],
  executions,
  ...(overlapped !== undefined && { overlapped }),
  seconds,
  outcomes,
  ...(failure !== undefined && { failure }),
});

/** An observation of which only the outcomes are kept that are not atomic: all others every model admits. */
export function relaxedPart(observation: Observation): Observation {
  const { admission, outcomes } = observation;
  const atomic = { levels: { "*": "complete" } } as const;
  return { ...observation, outcomes: outcomes.filter(({ results }) => !admission.admits(results, atomic)) };
}
