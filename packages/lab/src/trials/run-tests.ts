import type { SequentialType } from "@sightline/core";
import { ahead } from "../ahead.js";
import { batches } from "../batches.js";
import type { HistoriesOf, LevelMap } from "../object/admitted.js";
import type { GenerateOptions } from "../object/generate-programs.js";
import type { ObjectSpec } from "../object/object-spec.js";
import type { Outcome, Program } from "../object/program.js";
import { compareSize, shrinkProgram } from "../object/shrink-program.js";
import { hasBulk, splitBulk } from "../object/split-bulk.js";
import { typeOfTarget } from "../object/type-of-target.js";
import type { StressFailure, StressReport, Target } from "../object/target.js";
import { TargetFailure } from "../target/guard.js";
import { overSignal, untilOver } from "../target/until-over.js";
import { explainViolation, type WhyNotAdmitted } from "./explain-violation.js";
import { createJudge, type Judge, type JudgedOutcome, testedMethods } from "./judge.js";
import { programsInTurn } from "./programs-in-turn.js";

/** The plan of a run: the programs, the levels to hold, the effort. */
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
  /** All ends after so many seconds, also what does not come to its end by itself. */
  readonly secondsInAll?: number;
  /** When these seconds began, by `performance.now()`. Default: when the tests begin. */
  readonly begun?: number;
  readonly seed: number;
  /** The most stress runs spent on making one violation smaller; 0: it is left as it is. */
  readonly shrinkTrials: number;
  /** Whether to stop at the first violation. */
  readonly failFast: boolean;
}

/** One program with the outcomes seen of it so far. */
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
  /** The same for violations that are alike: the same calls in the same orders. Absent where it is not known. */
  readonly cause?: string;
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
  explain(outcome: Outcome): WhyNotAdmitted | undefined;
}

/**
 * Runs programs on the target, judges what they show, and shrinks what should not be (POPL'19 §5).
 * Nothing is ever proved so: the results say how many executions of how many programs were seen.
 */
export async function* runTests(
  given: Target,
  plan: TestPlan,
  signal: AbortSignal,
): AsyncGenerator<TestEvent, void> {
  const over = overSignal(signal, plan.begun ?? performance.now(), plan.secondsInAll);
  const target = untilOver(given, over);
  const programs =
    plan.programs ?? take(programsInTurn(plan.spec ?? (await target.describe()), plan.generate), plan.count);
  const smallest = new Map<string, Program>();
  let index = 0;
  const begin = async (batch: readonly Program[]): Promise<Begun | undefined> => {
    if (over.aborted) return undefined;
    const ready: Ready[] = [];
    const skipped: TestEvent[] = [];
    for (const program of batch) {
      if (over.aborted) break;
      const made = await prepare(target, program, index, plan);
      if (!("reason" in made)) {
        ready.push(made);
        index++;
      } else if (!over.aborted || (plan.programs !== undefined && !signal.aborted))
        skipped.push({ kind: "skipped", program, ...made }); // of random programs only the time is over, not one of them
    }
    const all = over.aborted ? [] : ready.map(({ program }) => program);
    return { ready, skipped, reports: target.stress(all, stressOptions(plan, over)) };
  };
  for await (const { ready, skipped, reports } of ahead(
    batches(programs, BATCH),
    target.ahead ?? 1,
    begin,
    leave,
  )) {
    yield* skipped;
    if (over.aborted) return;
    const violating: ProgramResult[] = [];
    for await (const report of reports) {
      const one = ready[report.program];
      const result = report.done ? await finalResult(target, report, one, plan) : resultOf(report, one);
      if ("refused" in result) {
        yield { kind: "skipped", program: one.program, ...result };
        continue;
      }
      yield { kind: "program", result, done: report.done };
      if (report.done && isViolation(result)) violating.push(result);
      if (plan.failFast && violating.length > 0) break;
    }
    // The target does one thing at a time: the batch has ended before anything is made smaller.
    for (const result of violating.sort((a, b) => compareSize(a.program, b.program))) {
      const suspects = testedMethods(result.program, plan.spec).join(" ");
      const known = smallest.get(suspects);
      // One small program per method tells what the others would tell again, but for a smaller one.
      if (known !== undefined && compareSize(known, result.program) <= 0) continue;
      smallest.set(suspects, result.program);
      if (plan.shrinkTrials === 0 || over.aborted) continue;
      const smaller = await shrink(target, result, plan, over);
      if (smaller === undefined) continue;
      smallest.set(suspects, smaller.program);
      yield { kind: "shrunk", of: result.index, result: smaller };
    }
    if (plan.failFast && violating.length > 0) return;
  }
}

function stressOptions({ secondsPerProgram, seed }: TestPlan, signal: AbortSignal) {
  return { secondsPerProgram, seed, signal };
}

/** A batch of programs that is being run. */
interface Begun {
  readonly ready: readonly Ready[];
  /** Those that cannot be judged. */
  readonly skipped: readonly TestEvent[];
  readonly reports: AsyncIterable<StressReport>;
}

/** Takes back programs that nobody waits for any more. */
async function leave({ reports }: Begun): Promise<void> {
  await reports[Symbol.asyncIterator]().return?.();
}

/** Why a program cannot be judged; `refused`: the object does not take its calls. */
interface NotJudged {
  readonly reason: string;
  readonly refused: boolean;
}

/** A program with a judge of its outcomes, or why there can be none. */
async function prepare(
  target: Target,
  program: Program,
  index: number,
  plan: TestPlan,
  ownThreads = false,
): Promise<Ready | NotJudged> {
  const { levels, spec } = plan;
  try {
    const { type, historiesOf } = await sequentialBehaviour(target, program, plan, ownThreads);
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
  ownThreads: boolean,
): Promise<{ readonly type: SequentialType; readonly historiesOf?: HistoriesOf }> {
  if (plan.splitBulk !== true || plan.spec === undefined || !hasBulk(program))
    return { type: plan.type ?? (await typeOfTarget(target, program, ownThreads)) };
  const split = splitBulk(program, plan.spec);
  const type = plan.type ?? (await typeOfTarget(target, split.program, ownThreads));
  return { type: split.fit(type), historiesOf: (outcome) => split.histories(outcome) };
}

function resultOf(report: StressReport, { program, judge, index }: Ready): ProgramResult {
  const { executions, overlapped, seconds, failure, outcomes } = report;
  return {
    program,
    index,
    executions,
    ...(overlapped !== undefined && { overlapped }),
    seconds,
    outcomes: outcomes.map(judge).sort((a, b) => b.count - a.count),
    ...(failure !== undefined && { failure }),
  };
}

/**
 * The last word on a program. Before an outcome is called a violation the sequences are run once more, each
 * thread's calls by a thread of its own: an object that tells its callers apart (a lock that its holder may take
 * again) is not to be blamed for that.
 */
async function finalResult(
  target: Target,
  report: StressReport,
  ready: Ready,
  plan: TestPlan,
): Promise<ProgramResult | NotJudged> {
  const first = resultOf(report, ready);
  const isSure = first.outcomes.every(({ admitted }) => admitted) || plan.type !== undefined;
  if (isSure || target.sequencesHaveThreads !== true) return { ...first, ...reasonOf(first, ready) };
  const careful = await prepare(target, ready.program, ready.index, plan, true);
  if ("reason" in careful) return careful;
  const result = resultOf(report, careful);
  return { ...result, ...reasonOf(result, careful) };
}

/** Why the most frequent outcome that is not admitted is not. */
function reasonOf({ outcomes }: ProgramResult, ready: Ready): Partial<WhyNotAdmitted> {
  const wrong = outcomes.find(({ admitted }) => !admitted);
  return (wrong === undefined ? undefined : ready.explain(wrong.results)) ?? {};
}

/** What was seen less often than this gets more time to be seen in a smaller program: as much less often. */
const RARE = 20;
const MOST_TIME = 8;

/**
 * The smallest program found that still shows a violation, with what it shows; none, if it is the same.
 * A trial ends with the first violation, which makes its shares unfair; so what is smallest is run once
 * more for its whole time. Where that does not show it again, the trial stands, and says so.
 */
async function shrink(
  target: Target,
  { program, index, outcomes }: ProgramResult,
  plan: TestPlan,
  over: AbortSignal,
): Promise<ProgramResult | undefined> {
  const seen = outcomes.reduce((sum, { admitted, count }) => sum + (admitted ? 0 : count), 0);
  const longer = seen === 0 ? 1 : Math.min(MOST_TIME, Math.max(1, RARE / seen));
  const options = { ...stressOptions(plan, over), secondsPerProgram: longer * plan.secondsPerProgram };
  let smallest: { readonly ready: Ready; readonly result: ProgramResult } | undefined;
  await shrinkProgram(
    program,
    async (smaller) => {
      if (over.aborted) return false;
      const ready = await prepare(target, smaller, index, plan);
      if ("reason" in ready) return false;
      for await (const report of target.stress([smaller], options)) {
        if (!isViolation(resultOf(report, ready))) continue;
        const result = await finalResult(target, report, ready, plan);
        if ("refused" in result || !isViolation(result)) return false;
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
  if (result.failure === undefined && !over.aborted)
    for await (const report of target.stress([ready.program], stressOptions(plan, over)))
      whole = resultOf(report, ready);
  if (whole !== undefined && isViolation(whole)) return { ...whole, ...reasonOf(whole, ready) };
  return { ...result, ...(result.failure === undefined && { notAgainIn: whole?.executions ?? 0 }) };
}

function* take<T>(items: Iterable<T>, most: number): Generator<T> {
  let taken = 0;
  for (const item of items) {
    if (taken++ >= most) return;
    yield item;
  }
}
