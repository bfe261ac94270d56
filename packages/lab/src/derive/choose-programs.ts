import type { LevelName } from "@sightline/core";
import { strongestFirst } from "../object/admitted.js";
import { stepsOf } from "../object/notation.js";
import type { MethodSpec, ObjectSpec } from "../object/object-spec.js";
import type { Program } from "../object/program.js";
import { canonicalProgram } from "../object/same-program.js";
import type { Target } from "../object/target.js";
import { createRandom } from "../random.js";
import { type Admission, admissionOf, difference, type Model } from "./admission.js";
import { mutate } from "./mutate.js";

/**
 * What programs are chosen for, in turns: to show what the level at hand forbids though monotonic, or weak,
 * admits it; the same of the neighbours of a program that refuted something; or nothing: what no level
 * explains shows anywhere.
 */
const turns = [
  { yardstick: "monotonic", from: "random" },
  { yardstick: "weak", from: "neighbours" },
  { yardstick: "weak", from: "random" },
  { yardstick: "monotonic", from: "neighbours" },
  { yardstick: undefined, from: "random" },
] as const;

/** A program is to show something that the level at hand forbids and this one admits. */
export type Yardstick = "monotonic" | "weak";

const yardsticks: readonly Yardstick[] = ["monotonic", "weak"];

/** How much a program can tell; the more, the better. */
export type Rating = (admission: Admission, yardstick: Yardstick) => number;

/** The best of so many random programs is run. */
const CANDIDATES = 10;

/** Rating larger programs takes longer than running smaller ones. */
const MOST_CALLS = 6;

/** So often a neighbour is looked for that is new. */
const TRIALS = 100;

/** No program is rated higher. */
const HIGHEST = 40;

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
  readonly admissions: readonly Admission[];
  readonly skipped: readonly SkippedProgram[];
}

/** What a source needs to know. */
export interface SourceOptions {
  readonly target: Target;
  readonly spec: ObjectSpec;
  /** Random programs, one after the other. */
  readonly programs: Iterator<Program, void>;
  /** The methods that they call. */
  readonly pool: readonly MethodSpec[];
  readonly values: number;
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
  const known = new Set<string>();
  const isNew = (program: Program): boolean => {
    const before = known.size;
    return known.add(canonicalProgram(program, false)).size > before;
  };
  const tested = new Set(pool.filter(({ trusted }) => trusted !== true).map(({ name }) => name));
  const isAboutThem = (program: Program): boolean =>
    stepsOf(program).some(({ on, method }) => on === undefined && tested.has(method));
  let taken = 0;

  function nextRandom(): Program | undefined {
    return programs.next().value ?? undefined;
  }

  /** One that has not been run, if a few trials find it. */
  function nextNeighbour(): Program | undefined {
    for (let trial = 0; trial < TRIALS; trial++) {
      const near = mutate(telling[random.int(telling.length)], pool, values, MOST_CALLS, random);
      if (isAboutThem(near) && !known.has(canonicalProgram(near, false))) return near;
    }
    return undefined;
  }

  return {
    suggest: (program) => void suggested.push(program),
    learn: (program) => void telling.push(program),
    async next(count, rate) {
      const admissions: Admission[] = [];
      const skipped: SkippedProgram[] = [];
      const understand = async (program: Program): Promise<Admission | undefined> => {
        try {
          return await admissionOf(target, program, spec, splitBulk);
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
          skipped.push({ program, reason: error.message });
          return undefined;
        }
      };
      const draw = async (make: () => Program | undefined, most: number): Promise<Admission | undefined> => {
        for (let program = make(); program !== undefined; program = make()) {
          if (stepsOf(program).length > most || known.has(canonicalProgram(program, false))) continue;
          const admission = await understand(program);
          if (admission !== undefined) return admission;
        }
        return undefined;
      };
      const nextSuggested = async (): Promise<Admission | undefined> => {
        for (;;) {
          const admission = await draw(() => suggested.shift(), Infinity);
          if (admission === undefined || yardsticks.some((own) => rate(admission, own) > 0)) return admission;
        }
      };
      const nextBest = async (): Promise<Admission | undefined> => {
        const { yardstick, from } = turns[taken++ % turns.length];
        if (yardstick === undefined) return draw(nextRandom, Infinity);
        const make = from === "neighbours" && telling.length > 0 ? nextNeighbour : nextRandom;
        let best: { admission: Admission; rating: number } | undefined;
        for (let i = 0; i < CANDIDATES; i++) {
          const admission = await draw(make, MOST_CALLS);
          if (admission === undefined) break;
          const rating = rate(admission, yardstick);
          if (best === undefined || rating > best.rating) best = { admission, rating };
        }
        return best?.admission ?? draw(nextRandom, Infinity);
      };
      while (admissions.length < count) {
        // Of two programs, at most one is a suggestion: others have to find what nothing has found yet.
        const hint = admissions.length % 2 === 0 ? await nextSuggested() : undefined;
        const chosen = hint ?? (await nextBest());
        if (chosen === undefined) break;
        if (isNew(chosen.program)) admissions.push(chosen);
      }
      return { admissions, skipped };
    },
  };
}

/**
 * How much a program can tell against a level of a method: the number of outcomes that the yardstick
 * admits and the level does not. Where the yardstick is not weaker than the level, weak is. Against weak
 * itself, and of what returns nothing, it is the number of all outcomes: where more can happen, more can go
 * wrong.
 */
export function rateAgainst({ name: method, void: isVoid }: MethodSpec, level: LevelName): Rating {
  const at = (own: LevelName): Model => ({ levels: { "*": "complete", [method]: own } });
  return (admission, yardstick) => {
    const isWeaker = strongestFirst.indexOf(yardstick) > strongestFirst.indexOf(level);
    const weaker = at(isWeaker ? yardstick : "weak");
    const telling =
      level === "weak" || isVoid === true
        ? (admission.outcomes(at(level)) ?? [])
        : difference(admission, weaker, at(level));
    let rating = 0;
    for (const _ of telling) if (++rating === HIGHEST) break;
    return rating;
  };
}
