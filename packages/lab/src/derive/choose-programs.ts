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
const turns = ["any", "monotonic", "weak", "monotonic"] as const;

/** A program is to show something that the level at hand forbids and this one admits. */
export type Yardstick = "monotonic" | "weak";

/** So many programs are looked at for one that can tell something. */
const PATIENCE = 20;

/** Looking at larger programs takes longer than running smaller ones. */
const MOST_CALLS = 5;

/** A program that was not run, and why. */
export interface SkippedProgram {
  readonly program: Program;
  readonly reason: string;
}

/** Where programs come from, one after the other. */
export interface ProgramSource {
  /** The next ones, fewer at the end, with those that were too large. */
  next(
    count: number,
    isTelling: (admission: Admission, yardstick: Yardstick) => boolean,
  ): Promise<NextPrograms>;
}

export interface NextPrograms {
  readonly admissions: readonly Admission[];
  readonly skipped: readonly SkippedProgram[];
}

/**
 * Takes programs from a generator. Most random programs could not tell one level from another whatever
 * they showed; three in four are chosen among several for being telling.
 */
export function createSource(
  programs: Iterator<Program, void>,
  target: Target,
  spec: ObjectSpec,
  splitBulk: boolean,
): ProgramSource {
  let taken = 0;
  return {
    async next(count, isTelling) {
      const admissions: Admission[] = [];
      const skipped: SkippedProgram[] = [];
      for (let looked = 0; admissions.length < count; ) {
        const { value: program } = programs.next();
        if (program === undefined) break;
        const turn = turns[taken % turns.length];
        const isChoosing = turn !== "any" && ++looked < PATIENCE;
        if (isChoosing && stepsOf(program).length > MOST_CALLS) continue;
        try {
          const admission = await admissionOf(target, program, spec, splitBulk);
          if (isChoosing && !isTelling(admission, turn)) continue;
          looked = 0;
          taken++;
          admissions.push(admission);
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
          skipped.push({ program, reason: error.message });
        }
      }
      return { admissions, skipped };
    },
  };
}

/**
 * Whether a program can tell that a method does not have a level: the yardstick admits an outcome of it
 * that the level does not. Where the yardstick is not weaker than the level, weak is; for weak itself every
 * program will do.
 */
export function canRefute(
  admission: Admission,
  method: string,
  level: LevelName,
  yardstick: Yardstick,
): boolean {
  const at = (own: LevelName): Model => ({ levels: { "*": "complete", [method]: own } });
  const isWeaker = strongestFirst.indexOf(yardstick) > strongestFirst.indexOf(level);
  const weaker = at(isWeaker ? yardstick : "weak");
  if (level === "weak" || admission.outcomes(weaker) === undefined) return true;
  return difference(admission, weaker, at(level)).next().done !== true;
}
