import type { ArgumentValues } from "../object/arguments.js";
import { boundsOf, generatePrograms } from "../object/generate.js";
import type { MethodSpec } from "../object/object-spec.js";
import type { Program } from "../object/program.js";
import type { StressOptions, Target } from "../object/target.js";
import { admittingEach } from "./admission.js";
import { createSource, type NextPrograms, type ProgramSource } from "./choose-programs.js";
import { type DeriveEvent, type DeriveRun, stepEnds } from "./derivation.js";
import { afterOutcome, afterProgram, type MethodLevels, untested } from "./method-levels.js";
import { type Observation, observe, relaxedPart } from "./observe.js";
import { rateAgainst } from "./rate.js";
import { withMethodReplaced } from "./transfer.js";

/** Programs of one method are run so many at a time, then it is the next method's turn; first only one. */
const BATCH = 4;

/** What is easily seen is seen soon; after so many programs the next get more time, and so on. */
const DEEPER_AFTER = 20;

/** The first step: method by method in turns, each until nothing is left of its levels or its programs. */
export async function* deriveAlone(run: DeriveRun, isOver: () => boolean): AsyncGenerator<DeriveEvent, void> {
  const { target, plan, levels, signal } = run;
  const { programs, seed, secondsPerProgram } = plan;
  const all = plan.methods.map((method, i) => underTest(run, method, seed + i));
  const isDone = ({ own, asked, isExhausted }: UnderTest): boolean =>
    isExhausted || asked >= programs || levelsOf(levels, own.name).surviving.length === 0;
  let active: readonly UnderTest[] = all;
  for (let batch = 1; active.length > 0; batch = Math.min(BATCH, 2 * batch)) {
    for (const one of active) {
      if (isOver()) return;
      const { own, source } = one;
      const method = own.name;
      const before = levelsOf(levels, method);
      const wanted = Math.min(batch, programs - one.asked);
      one.asked += wanted;
      const [strongest = "weak"] = before.surviving;
      const next = await source.next(wanted, rateAgainst(own, strongest));
      for (const skipped of next.skipped) yield { kind: "skipped", method, skipped };
      one.isExhausted = next.suggested.length + next.chosen.length < wanted;
      const deeper = 1 + Math.floor(one.asked / DEEPER_AFTER);
      const options = { secondsPerProgram: deeper * secondsPerProgram, seed: seed + one.asked, signal };
      for await (const observation of observeNext(target, next, options)) {
        let refuted = false;
        for (const event of take(observation, method, run)) {
          refuted ||= event.kind === "refuted";
          yield event;
        }
        if (refuted) pass(observation.admission.program, one, active, seed);
        const shares = all.map((each) => (isDone(each) ? 1 : each.asked / programs));
        const share = (stepEnds.alone * shares.reduce((sum, part) => sum + part, 0)) / shares.length;
        yield { kind: "progress", step: "alone", method, share };
      }
    }
    active = active.filter((one) => !isDone(one));
  }
}

/** What a program showed of one method is worth a longer look with another. */
const SUGGESTED_LONGER = 3;

async function* observeNext(
  target: Target,
  { suggested, chosen }: NextPrograms,
  options: StressOptions,
): AsyncGenerator<Observation, void> {
  const longer = { ...options, secondsPerProgram: SUGGESTED_LONGER * options.secondsPerProgram };
  yield* observe(target, suggested, longer);
  if (options.signal?.aborted !== true) yield* observe(target, chosen, options);
}

/** A method whose level is looked for. */
interface UnderTest {
  readonly own: MethodSpec;
  readonly source: ProgramSource;
  /** What its arguments are taken from. */
  readonly values: ArgumentValues;
  /** How many programs it was given. */
  asked: number;
  /** Whether there are no more for it. */
  isExhausted: boolean;
}

function underTest({ target, plan }: DeriveRun, own: MethodSpec, seed: number): UnderTest {
  const { spec, bounds, splitBulk } = plan;
  // The method under test is not taken to be atomic, even where the specification trusts it.
  const others = spec.methods.filter((other) => other.trusted === true && other.name !== own.name);
  const tested = { ...own, trusted: false };
  const pool = [...others, tested];
  const programs = generatePrograms({ ...spec, methods: pool }, { ...bounds, seed, methods: [tested] });
  const { values } = boundsOf(spec, [tested], bounds ?? {});
  return {
    own,
    values,
    source: createSource({ target, spec, programs, pool, values, seed, splitBulk }),
    asked: 0,
    isExhausted: false,
  };
}

/** A program that refuted a level: its neighbours may refute more, and so may it with other methods. */
function pass(program: Program, by: UnderTest, all: readonly UnderTest[], seed: number): void {
  by.source.learn(program);
  for (const other of all)
    if (other !== by)
      other.source.suggest(withMethodReplaced(program, by.own, other.own, other.values, seed));
}

const levelsOf = (levels: ReadonlyMap<string, MethodLevels>, method: string): MethodLevels =>
  levels.get(method) ?? untested(method, undefined);

/** Takes in what one program showed of a method. */
export function* take(
  seen: Observation,
  method: string,
  { levels, kept }: Pick<DeriveRun, "levels" | "kept">,
): Generator<DeriveEvent, void> {
  const { admission, executions, failure } = seen;
  const { program } = admission;
  let own = levelsOf(levels, method);
  if (failure !== undefined) {
    const failed = { program, failure };
    own = { ...own, failures: [...own.failures, failed] };
    yield { kind: "failed", method, failed };
  }
  if (failure?.kind === "rejected") {
    levels.set(method, own);
    return;
  }
  own = afterProgram(own, seen);
  const relaxed = relaxedPart(seen);
  for (const { results, count } of relaxed.outcomes) {
    const standing = new Set(own.surviving);
    const admitting = admittingEach(admission, results, method, { "*": "complete" });
    own = afterOutcome(own, admitting, { program, outcome: results, count, executions });
    for (const refutation of own.refutations)
      if (standing.has(refutation.level)) yield { kind: "refuted", method, refutation };
  }
  if (relaxed.outcomes.length > 0) kept.push(relaxed);
  levels.set(method, own);
}
