import type { ArgumentValues } from "../object/arguments.js";
import { stepsOf } from "../object/notation.js";
import type { MethodSpec, ObjectSpec } from "../object/object-spec.js";
import type { Program } from "../object/program.js";
import { canonicalProgram } from "../object/canonical-program.js";
import type { Target } from "../object/target.js";
import { TimeOver } from "../target/until-over.js";
import { createRandom } from "@sightline/core";
import { type Admission, admissionsOf } from "./admission.js";
import { mutate } from "./mutate.js";
import { type Rating, yardsticks } from "./rate.js";

/**
 * What programs are chosen for, in turns: to show what the level at hand forbids though monotonic, or weak,
 * admits it; the same of the neighbours of a program that refuted something, or could have; or nothing: what
 * no level explains shows anywhere.
 */
const turns = [
  { yardstick: "monotonic", from: "random" },
  { yardstick: "monotonic", from: "neighbours" },
  { yardstick: "weak", from: "random" },
  { yardstick: "weak", from: "neighbours" },
  { yardstick: undefined, from: "random" },
] as const;

/** The best of so many programs is run; where none of them could tell anything, so often as many more are made. */
const CANDIDATES = 20;
const MOST_DRAWS = 5;

/** Rating larger programs takes longer than running smaller ones. */
const MOST_CALLS = 6;

/** So often a program is looked for that is new and fit. */
const TRIALS = 100;

/** A program that was not run, and why. */
export interface SkippedProgram {
  readonly program: Program;
  readonly reason: string;
}

/** Where programs come from, one after the other. */
export interface ProgramSource {
  /** A program that may tell something: it is run soon, unless it was run already or cannot tell anything. */
  suggest(program: Program): void;
  /** A program that told something: its neighbours may tell more. */
  learn(program: Program): void;
  /** The next ones, fewer at the end, with those that were too large. */
  next(count: number, rate: Rating): Promise<NextPrograms>;
}

export interface NextPrograms {
  /** Those that others suggested: worth a longer look. */
  readonly suggested: readonly Admission[];
  readonly chosen: readonly Admission[];
  readonly skipped: readonly SkippedProgram[];
}

/** Options of `createSource`. */
export interface SourceOptions {
  readonly target: Target;
  readonly spec: ObjectSpec;
  /** Random programs, one after the other. */
  readonly programs: Iterator<Program, void>;
  /** The methods that they call. */
  readonly pool: readonly MethodSpec[];
  readonly values: ArgumentValues;
  readonly seed: number;
  readonly splitBulk: boolean;
}

/**
 * Chooses programs. Most random programs could not tell one level from another whatever they showed: four in
 * five are the most telling of several.
 */
export function createSource(options: SourceOptions): ProgramSource {
  const { target, spec, programs, pool, values, seed, splitBulk } = options;
  const random = createRandom(seed);
  const suggested: Program[] = [];
  const telling: Program[] = [];
  const promising: Program[] = [];
  const passedOver: Program[] = [];
  const known = new Set<string>();
  const tested = new Set(pool.filter(({ trusted }) => trusted !== true).map(({ name }) => name));
  const testedCalls = (program: Program): readonly string[] =>
    stepsOf(program).flatMap(({ on, method }) => (on === undefined && tested.has(method) ? [method] : []));
  // A second call of a method adds ways to be wrong, but takes the place of one that may make it so.
  const isWorthRating = (program: Program): boolean => {
    const calls = testedCalls(program);
    return stepsOf(program).length <= MOST_CALLS && new Set(calls).size === calls.length;
  };
  // What split bulk calls may return is not enumerated: there is nothing to rate by.
  const isTelling = (admission: Admission, rate: Rating): boolean =>
    splitBulk || yardsticks.some((own) => rate(admission, own) > 0);
  let taken = 0;

  function nextRandom(): Program | undefined {
    return programs.next().value ?? undefined;
  }

  /** When no random program is left there are still those that seemed less telling than others. */
  function nextLeft(): Program | undefined {
    return nextRandom() ?? passedOver.shift();
  }

  /** One that has not been run, if a few trials find it. */
  function nextNeighbour(): Program | undefined {
    const bases = telling.length > 0 ? telling : promising;
    if (bases.length === 0) return nextRandom();
    for (let trial = 0; trial < TRIALS; trial++) {
      const near = mutate(bases[random.int(bases.length)], pool, values, MOST_CALLS, random);
      if (testedCalls(near).length > 0 && !known.has(canonicalProgram(near, false))) return near;
    }
    return undefined;
  }

  return {
    suggest: (program) => void suggested.push(program),
    learn(program) {
      if (isWorthRating(program)) telling.push(program);
    },
    async next(count, rate) {
      const hints: Admission[] = [];
      const chosen: Admission[] = [];
      const skipped: SkippedProgram[] = [];
      /** At most so many of the programs that are made and are fit, each with what it may show. */
      const draw = async (
        make: () => Program | undefined,
        most: number,
        isFit: (program: Program) => boolean = () => true,
      ): Promise<readonly Admission[]> => {
        const drawn: Program[] = [];
        for (let left = TRIALS * most; left > 0 && drawn.length < most; left--) {
          const program = make();
          if (program === undefined) break;
          if (known.has(canonicalProgram(program, false))) continue;
          (isFit(program) ? drawn : passedOver).push(program);
        }
        const understood = await admissionsOf(target, drawn, spec, splitBulk);
        return understood.flatMap((admission, i) => {
          if (!(admission instanceof RangeError)) return [admission];
          // That the time is over says nothing of the program.
          if (!(admission instanceof TimeOver))
            skipped.push({ program: drawn[i], reason: admission.message });
          return [];
        });
      };
      const nextSuggested = async (): Promise<Admission | undefined> => {
        while (suggested.length > 0) {
          const [admission] = await draw(() => suggested.shift(), 1);
          if (admission !== undefined && isTelling(admission, rate)) return admission;
        }
        return undefined;
      };
      const nextAny = async (): Promise<Admission | undefined> => {
        for (let left = TRIALS; left > 0; left--) {
          const [admission] = await draw(nextLeft, 1);
          if (admission !== undefined) return admission;
        }
        return undefined;
      };
      const nextBest = async (): Promise<Admission | undefined> => {
        const { yardstick, from } = turns[taken++ % turns.length];
        if (yardstick === undefined || splitBulk) return nextAny();
        const make = from === "neighbours" ? nextNeighbour : nextRandom;
        for (let draws = 0; draws < MOST_DRAWS; draws++) {
          const drawn = await draw(make, CANDIDATES, isWorthRating);
          const best = drawn
            .map((admission) => ({ admission, rating: rate(admission, yardstick) }))
            .toSorted((a, b) => b.rating - a.rating)
            .at(0);
          passedOver.push(...drawn.map(({ program }) => program));
          if (best !== undefined && best.rating > 0) {
            if (yardstick === "monotonic") promising.push(best.admission.program);
            return best.admission;
          }
          if (drawn.length < CANDIDATES) break;
        }
        return nextAny();
      };
      for (let i = 0; i < count; i++) {
        // Of two programs, at most one is a suggestion: others have to find what nothing has found yet.
        const hint = i % 2 === 0 ? await nextSuggested() : undefined;
        const next = hint ?? (await nextBest());
        if (next === undefined) break;
        known.add(canonicalProgram(next.program, false));
        (hint === undefined ? chosen : hints).push(next);
      }
      return { suggested: hints, chosen, skipped };
    },
  };
}
