import type { LevelName } from "@sightline/core";
import type { ObjectSpec } from "../object/object-spec.js";
import type { Program } from "../object/program.js";
import type { Target } from "../object/target.js";
import { type Admission, admissionOf, difference, type Model } from "./admission.js";

/** Of so many programs one is taken as it comes: what no level explains shows anywhere. */
const ANY_IN = 4;

/** So many programs are looked at for one that can tell something. */
const PATIENCE = 30;

/** A program that was not run, and why. */
export interface SkippedProgram {
  readonly program: Program;
  readonly reason: string;
}

/** Where programs come from, one after the other. */
export interface ProgramSource {
  /** The next ones, fewer at the end, with those that were too large. */
  next(count: number, isTelling: (admission: Admission) => boolean): Promise<NextPrograms>;
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
        try {
          const admission = await admissionOf(target, program, spec, splitBulk);
          if (taken % ANY_IN !== 0 && ++looked < PATIENCE && !isTelling(admission)) continue;
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
 * Whether a program can tell that a method does not have a level: weak admits an outcome of it that the
 * level does not. For weak itself every program will do.
 */
export function canRefute(admission: Admission, method: string, level: LevelName): boolean {
  const at = (own: LevelName): Model => ({ levels: { "*": "complete", [method]: own } });
  if (level === "weak" || admission.outcomes(at("weak")) === undefined) return true;
  return difference(admission, at("weak"), at(level)).next().done !== true;
}
