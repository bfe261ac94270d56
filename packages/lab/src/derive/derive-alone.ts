import type { ArgumentValues } from "../object/arguments.js";
import { boundsOf, generatePrograms } from "../object/generate-programs.js";
import type { MethodSpec } from "../object/object-spec.js";
import type { Program } from "../object/program.js";
import { signatureOf } from "../object/signature.js";
import type { StressOptions, Target } from "../object/target.js";
import { admissionsOf } from "./admission.js";
import { createSource, type NextPrograms, type ProgramSource } from "./program-source.js";
import type { DeriveEvent, DeriveRun } from "./derivation.js";
import { take } from "./evidence.js";
import { type MethodLevels, untested } from "./method-levels.js";
import { type Observation, observe } from "./observe.js";
import { rateAgainst } from "./rate.js";
import { trustedMethods } from "./trust.js";
import { takeTrusted } from "./trusted.js";
import { withMethodReplaced } from "./with-method-replaced.js";

/** Programs of one method are run so many at a time, then it is the next method's turn; first only one. */
const BATCH = 4;

/** What is easily seen is seen soon; after so many programs the next get more time, and so on. */
const DEEPER_AFTER = 20;

/** Where no one changes the object there is little to see: it is left to the second step. */
const FEW_PROGRAMS = 4;

/** The first step: method by method in turns, each until nothing is left of its levels or its programs. */
export async function* deriveAlone(run: DeriveRun, isOver: () => boolean): AsyncGenerator<DeriveEvent, void> {
  // Where trust is lost, the others are tested again, without those that lost it.
  for (let trusted = -1; trusted !== trustedMethods(run).length && !isOver(); ) {
    trusted = trustedMethods(run).length;
    yield* inTurns(run, trusted, isOver);
  }
}

/** Turns until all is done, or fewer methods are trusted than at the beginning. */
async function* inTurns(
  run: DeriveRun,
  trusted: number,
  isOver: () => boolean,
): AsyncGenerator<DeriveEvent, void> {
  const { target, plan, levels, signal, ends } = run;
  const { seed, secondsPerProgram } = plan;
  const all = methodsAlone(run).map((method, i) => underTest(run, method, seed + i));
  const isDone = ({ own, asked, most, isExhausted }: UnderTest): boolean =>
    isExhausted || asked >= most || levelsOf(levels, own.name).surviving.length === 0;
  let active: readonly UnderTest[] = all;
  for (let batch = 1; active.length > 0; batch = Math.min(BATCH, 2 * batch)) {
    for (const one of active) {
      if (isOver()) return;
      const { own, source } = one;
      const method = own.name;
      const before = levelsOf(levels, method);
      const wanted = Math.min(batch, one.most - one.asked);
      one.asked += wanted;
      const [strongest = "weak"] = before.surviving;
      const next = await source.next(wanted, rateAgainst(own, strongest));
      for (const skipped of next.skipped) yield { kind: "skipped", method, skipped };
      one.isExhausted = next.suggested.length + next.chosen.length < wanted;
      const deeper = 1 + Math.floor(one.asked / DEEPER_AFTER);
      const options = { secondsPerProgram: deeper * secondsPerProgram, seed: seed + one.asked, signal };
      const refuting: Program[] = [];
      for await (const observation of observeNext(target, next, options)) {
        let refuted = false;
        for (const event of take(observation, method, run)) {
          refuted ||= event.kind === "refuted";
          yield event;
        }
        if (refuted) pass(observation.admission.program, one, active, seed);
        if (refuted) refuting.push(observation.admission.program);
        const shares = all.map((each) => (isDone(each) ? 1 : each.asked / each.most));
        const share = (ends.alone * shares.reduce((sum, part) => sum + part, 0)) / shares.length;
        yield { kind: "progress", step: "alone", method, share };
      }
      yield* testBystanders(run, one, refuting, options, isOver);
      if (trustedMethods(run).length < trusted) return;
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

/** So many of the programs that refute a level of a method are run again without it. */
const MOST_WITHOUT = 3;

/**
 * Would a program that refuted a level of a method have shown something without it? Then it is not the method
 * that is not atomic, but one that was trusted.
 */
async function* testBystanders(
  run: DeriveRun,
  one: UnderTest,
  refuting: readonly Program[],
  options: StressOptions,
  isOver: () => boolean,
): AsyncGenerator<DeriveEvent, void> {
  const { target, plan } = run;
  const longer = { ...options, secondsPerProgram: SUGGESTED_LONGER * options.secondsPerProgram };
  for (const program of refuting) {
    const threads = program.threads
      .map((steps) => steps.filter(({ on, method }) => on !== undefined || method !== one.own.name))
      .filter((steps) => steps.some(({ on }) => on === undefined));
    if (one.without >= MOST_WITHOUT || threads.length < 2 || isOver()) continue;
    one.without++;
    const [admission] = await admissionsOf(target, [{ threads }], plan.spec, plan.splitBulk);
    if (admission instanceof RangeError) continue;
    for await (const seen of observe(target, [admission], longer))
      yield* takeTrusted(seen, one.own.name, run, isOver);
  }
}

/** The methods that are tested alone: those asked for, and those that lost their trust. */
function methodsAlone({ plan, levels }: DeriveRun): readonly MethodSpec[] {
  const wanted = new Set(plan.methods.map(signatureOf));
  return plan.spec.methods.filter(
    (method) => wanted.has(signatureOf(method)) || levels.get(method.name)?.distrusted !== undefined,
  );
}

/** A method whose level is looked for. */
interface UnderTest {
  readonly own: MethodSpec;
  readonly source: ProgramSource;
  /** What its arguments are taken from. */
  readonly values: ArgumentValues;
  /** How many programs it is to be given, and how many it was. */
  readonly most: number;
  asked: number;
  /** Whether there are no more for it. */
  isExhausted: boolean;
  /** How many of its programs were run again without it. */
  without: number;
}

function underTest(run: DeriveRun, own: MethodSpec, seed: number): UnderTest {
  const { target, plan } = run;
  const { spec, bounds, splitBulk } = plan;
  // Trust may be lost, and is not asked for where the level is: so the specification does not say who has it.
  const others = trustedMethods(run).filter(({ name }) => name !== own.name);
  const tested = { ...own, trusted: false };
  const pool = [...others, tested];
  const programs = generatePrograms({ ...spec, methods: pool }, { ...bounds, seed, methods: [tested] });
  const { values } = boundsOf(spec, [tested], bounds ?? {});
  return {
    own,
    values,
    source: createSource({ target, spec, programs, pool, values, seed, splitBulk }),
    most: pool.some(({ readonly }) => readonly !== true)
      ? plan.programs
      : Math.min(FEW_PROGRAMS, plan.programs),
    asked: 0,
    isExhausted: false,
    without: 0,
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
