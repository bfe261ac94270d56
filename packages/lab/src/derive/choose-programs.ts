import type { LevelName } from "@sightline/core";
import { strongestFirst } from "../object/admitted.js";
import { stepsOf } from "../object/notation.js";
import type { ObjectSpec } from "../object/object-spec.js";
import type { Program } from "../object/program.js";
import type { Target } from "../object/target.js";
import { type Admission, admissionOf, difference, type Model } from "./admission.js";

/**
 * What programs are chosen for, in turns: to show what the level forbids though monotonic, or weak, admits
 * it; or nothing: what no level explains shows anywhere.
 */
const turns = ["monotonic", "weak", "monotonic", "weak", "any"] as const;

/** A program is to show something that the level at hand forbids and this one admits. */
export type Yardstick = "monotonic" | "weak";

/** How much a program can tell; the more, the better. */
export type Rating = (admission: Admission, yardstick: Yardstick) => number;

/** The best of so many random programs is run. */
const CANDIDATES = 10;

/** Rating larger programs takes longer than running smaller ones. */
const MOST_CALLS = 5;

/** No program is rated higher. */
const HIGHEST = 40;

/** A program that was not run, and why. */
export interface SkippedProgram {
  readonly program: Program;
  readonly reason: string;
}

/** Where programs come from, one after the other. */
export interface ProgramSource {
  /** The next ones, fewer at the end, with those that were too large. */
  next(count: number, rate: Rating): Promise<NextPrograms>;
}

export interface NextPrograms {
  readonly admissions: readonly Admission[];
  readonly skipped: readonly SkippedProgram[];
}

/**
 * Takes programs from a generator. Most random programs could not tell one level from another whatever
 * they showed; four in five are the most telling of several.
 */
export function createSource(
  programs: Iterator<Program, void>,
  target: Target,
  spec: ObjectSpec,
  splitBulk: boolean,
): ProgramSource {
  let taken = 0;
  return {
    async next(count, rate) {
      const admissions: Admission[] = [];
      const skipped: SkippedProgram[] = [];
      const draw = async (most: number): Promise<Admission | undefined> => {
        for (;;) {
          const { value: program } = programs.next();
          if (program === undefined) return undefined;
          if (stepsOf(program).length > most) continue;
          try {
            return await admissionOf(target, program, spec, splitBulk);
          } catch (error) {
            if (!(error instanceof RangeError)) throw error;
            skipped.push({ program, reason: error.message });
          }
        }
      };
      while (admissions.length < count) {
        const turn = turns[taken++ % turns.length];
        let best: { admission: Admission; rating: number } | undefined;
        for (let i = 0; i < (turn === "any" ? 1 : CANDIDATES); i++) {
          const admission = await draw(turn === "any" ? Infinity : MOST_CALLS);
          if (admission === undefined) break;
          const rating = turn === "any" ? 0 : rate(admission, turn);
          if (best === undefined || rating > best.rating) best = { admission, rating };
        }
        if (best === undefined) break;
        admissions.push(best.admission);
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
export function rateAgainst(method: string, level: LevelName, isVoid: boolean): Rating {
  const at = (own: LevelName): Model => ({ levels: { "*": "complete", [method]: own } });
  return (admission, yardstick) => {
    const isWeaker = strongestFirst.indexOf(yardstick) > strongestFirst.indexOf(level);
    const weaker = at(isWeaker ? yardstick : "weak");
    const telling =
      level === "weak" || isVoid
        ? (admission.outcomes(at(level)) ?? [])
        : difference(admission, weaker, at(level));
    let rating = 0;
    for (const _ of telling) if (++rating === HIGHEST) break;
    return rating;
  };
}
