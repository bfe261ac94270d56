import type { SequentialType } from "@sightline/core";
import { batches } from "../batches.js";
import type { HistoriesOf, LevelMap } from "../object/admitted.js";
import type { GenerateOptions } from "../object/generate.js";
import type { ObjectSpec } from "../object/object-spec.js";
import type { Outcome, Program } from "../object/program.js";
import { shrinkProgram } from "../object/shrink.js";
import { hasBulk, splitBulk } from "../object/split-bulk.js";
import { typeOfTarget } from "../object/table-type.js";
import type { StressFailure, StressReport, Target } from "../object/target.js";
import { TargetFailure } from "../target/guard.js";
import { explainViolation } from "./explain.js";
import { createJudge, type Judge, type JudgedOutcome, testedMethods } from "./judge.js";
import { programsInTurn } from "./rotate.js";

/** What to test, and how hard. */
export interface TestPlan {
  readonly spec: ObjectSpec | undefined;
  /** The programs to run; without them, random ones. */
  readonly programs?: readonly Program[];
  /** How random programs are made, and how many. */
  readonly generate: GenerateOptions;
  readonly count: number;
  /** What is to hold of each method. */
  readonly levels: LevelMap;
  /** The sequential behaviour; without it the object's own, run sequentially. */
  readonly type?: SequentialType;
  /** Whether a bulk call (`clear`, `putAll`, …) stands for the sequence of its element operations. */
  readonly splitBulk?: boolean;
  readonly secondsPerProgram: number;
  /** No program is started, and none made smaller, after so many seconds. */
  readonly secondsInAll?: number;
  readonly seed: number;
  /** The most stress runs spent on making one violation smaller; 0: it is left as it is. */
  readonly shrinkTrials: number;
  /** Whether to stop at the first violation. */
  readonly failFast: boolean;
}

/** What was seen of one program so far. */
export interface ProgramResult {
  readonly program: Program;
  /** Its number in the run. */
  readonly index: number;
  readonly executions: number;
  /** In how many of them threads overlapped, where that was measured. */
  readonly overlapped?: number;
  readonly seconds: number;
  /** The most frequent first. */
  readonly outcomes: readonly JudgedOutcome[];
  readonly failure?: StressFailure;
  /** Of the most frequent outcome that is not admitted: why, in words. */
  readonly reason?: string;
  /**
   * Present where the run ended as soon as a violation was seen, so that its share says little: how many
   * more executions of the program did not show one again.
   */
  readonly notAgainIn?: number;
}

export type TestEvent =
  /** `done`: nothing more will be seen of this program. */
  | { readonly kind: "program"; readonly result: ProgramResult; readonly done: boolean }
  /** A smaller program that shows a violation too. */
  | { readonly kind: "shrunk"; readonly of: number; readonly result: ProgramResult }
  /** A program that could not be judged; `refused`: because the object does not take its calls. */
  | {
      readonly kind: "skipped";
      readonly program: Program;
      readonly reason: string;
      readonly refused: boolean;
    };

/** Programs are handed to the target in batches: enough to compile at once, few enough to stop between. */
const BATCH = 8;

/** Whether a result shows something that the levels do not admit, or an object that hangs or crashes. */
export function isViolation({ outcomes, failure }: ProgramResult): boolean {
  return failure?.kind === "hang" || failure?.kind === "crash" || outcomes.some(({ admitted }) => !admitted);
}

/** A program that can be judged, and how. */
interface Ready {
  readonly program: Program;
  readonly index: number;
  readonly judge: Judge;
  /** Why an outcome is not admitted. */
  explain(outcome: Outcome): string | undefined;
}

/**
 * Runs programs on the target, judges what they show, and shrinks what should not be (POPL'19 §5).
 * Nothing is ever proved so: the results say how many executions of how many programs were seen.
 */
export async function* runTests(
  target: Target,
  plan: TestPlan,
  signal: AbortSignal,
): AsyncGenerator<TestEvent, void> {
  const begun = performance.now();
  const isOver = (): boolean =>
    signal.aborted ||
    (plan.secondsInAll !== undefined && performance.now() - begun > 1000 * plan.secondsInAll);
  const programs =
    plan.programs ?? take(programsInTurn(plan.spec ?? (await target.describe()), plan.generate), plan.count);
  const shrunk = new Set<string>();
  let index = 0;
  for (const batch of batches(programs, BATCH)) {
    if (isOver()) return;
    const ready: Ready[] = [];
    for (const program of batch) {
      const made = await prepare(target, program, index, plan);
      if ("reason" in made) yield { kind: "skipped", program, ...made };
      else {
        ready.push(made);
        index++;
      }
    }
    const violating: ProgramResult[] = [];
    for await (const report of target.stress(
      ready.map(({ program }) => program),
      stressOptions(plan, signal),
    )) {
      const seen = resultOf(report, ready[report.program]);
      const result = report.done ? { ...seen, ...reasonOf(seen, ready[report.program]) } : seen;
      yield { kind: "program", result, done: report.done };
      if (report.done && isViolation(result)) violating.push(result);
      if (isOver() || (plan.failFast && violating.length > 0)) break;
    }
    // The target does one thing at a time: the batch has ended before anything is made smaller.
    for (const result of violating) {
      const suspects = testedMethods(result.program, plan.spec).join(" ");
      // One small program per method tells what the others would tell again.
      if (plan.shrinkTrials === 0 || shrunk.has(suspects) || isOver()) continue;
      shrunk.add(suspects);
      const smaller = await shrink(target, result, plan, signal, isOver);
      if (smaller !== undefined) yield { kind: "shrunk", of: result.index, result: smaller };
    }
    if (plan.failFast && violating.length > 0) return;
  }
}

function stressOptions({ secondsPerProgram, seed }: TestPlan, signal: AbortSignal) {
  return { secondsPerProgram, seed, signal };
}

/** A program with a judge of its outcomes, or why there can be none. */
async function prepare(
  target: Target,
  program: Program,
  index: number,
  plan: TestPlan,
): Promise<Ready | { readonly reason: string; readonly refused: boolean }> {
  const { levels, spec } = plan;
  try {
    const { type, historiesOf } = await sequentialBehaviour(target, program, plan);
    return {
      program,
      index,
      judge: createJudge(program, type, testedMethods(program, spec), levels, historiesOf),
      explain: (outcome) => explainViolation(program, outcome, type, levels, historiesOf),
    };
  } catch (error) {
    const refused = error instanceof TargetFailure;
    if (refused || error instanceof RangeError) return { reason: error.message, refused };
    throw error;
  }
}

/** What the calls of a program do one after another, and what its outcomes stand for. */
async function sequentialBehaviour(
  target: Target,
  program: Program,
  plan: TestPlan,
): Promise<{ readonly type: SequentialType; readonly historiesOf?: HistoriesOf }> {
  if (plan.splitBulk !== true || plan.spec === undefined || !hasBulk(program))
    return { type: plan.type ?? (await typeOfTarget(target, program)) };
  const split = splitBulk(program, plan.spec);
  const type = plan.type ?? (await typeOfTarget(target, split.program));
  return { type: split.fit(type), historiesOf: (outcome) => split.histories(outcome) };
}

function resultOf(report: StressReport, { program, judge, index }: Ready): ProgramResult {
  const { executions, overlapped, seconds, failure, outcomes } = report;
  return {
    program,
    index,
    executions,
    ...(overlapped === undefined ? {} : { overlapped }),
    seconds,
    outcomes: outcomes.map(judge).sort((a, b) => b.count - a.count),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Why the most frequent outcome that is not admitted is not. */
function reasonOf({ outcomes }: ProgramResult, ready: Ready): Pick<ProgramResult, "reason"> {
  const wrong = outcomes.find(({ admitted }) => !admitted);
  const reason = wrong === undefined ? undefined : ready.explain(wrong.results);
  return reason === undefined ? {} : { reason };
}

/** A violation that was seen less often than this gets more time to be seen in a smaller program. */
const RARE = 20;
const MORE_TIME = 4;

/**
 * The smallest program found that still shows a violation, with what it shows; none, if it is the same.
 * A trial ends with the first violation, which makes its shares unfair; so what is smallest is run once
 * more for its whole time. Where that does not show it again, the trial stands, and says so.
 */
async function shrink(
  target: Target,
  { program, index, outcomes }: ProgramResult,
  plan: TestPlan,
  signal: AbortSignal,
  isOver: () => boolean,
): Promise<ProgramResult | undefined> {
  const seen = outcomes.reduce((sum, { admitted, count }) => sum + (admitted ? 0 : count), 0);
  const seconds = plan.secondsPerProgram * (seen > 0 && seen < RARE ? MORE_TIME : 1);
  let smallest: { readonly ready: Ready; readonly result: ProgramResult } | undefined;
  await shrinkProgram(
    program,
    async (smaller) => {
      if (isOver()) return false;
      const ready = await prepare(target, smaller, index, plan);
      if ("reason" in ready) return false;
      const options = { ...stressOptions(plan, signal), secondsPerProgram: seconds };
      for await (const report of target.stress([smaller], options)) {
        const result = resultOf(report, ready);
        if (!isViolation(result)) continue;
        smallest = { ready, result };
        return true;
      }
      return false;
    },
    plan.shrinkTrials,
  );
  if (smallest === undefined) return undefined;
  const { ready, result } = smallest;
  let whole: ProgramResult | undefined;
  if (result.failure === undefined && !isOver())
    for await (const report of target.stress([ready.program], stressOptions(plan, signal)))
      whole = resultOf(report, ready);
  if (whole !== undefined && isViolation(whole)) return { ...whole, ...reasonOf(whole, ready) };
  const rare = result.failure === undefined ? { notAgainIn: whole?.executions ?? 0 } : {};
  return { ...result, ...reasonOf(result, ready), ...rare };
}

function* take<T>(items: Iterable<T>, most: number): Generator<T> {
  let taken = 0;
  for (const item of items) {
    if (taken++ >= most) return;
    yield item;
  }
}
