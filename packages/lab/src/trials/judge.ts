import { canonical, type LevelName, type SequentialType } from "@sightline/core";
import {
  admittingLevels,
  type HistoriesOf,
  isAdmitted,
  type LevelMap,
  strongestOf,
  weakestViolated,
} from "../object/admitted.js";
import { stepsOf } from "../object/notation.js";
import type { ObjectSpec } from "../object/object-spec.js";
import type { Outcome, Program } from "../object/program.js";
import type { SeenOutcome } from "../object/target.js";

/** An outcome that was seen, and what is to be said of it. */
export interface JudgedOutcome extends SeenOutcome {
  /** Whether the levels that are to hold admit it. */
  readonly admitted: boolean;
  /** The strongest level of the methods under test, all others complete, that admits it. */
  readonly strongest: LevelName | "none";
  /** The weakest level that it violates; `-` where none. */
  readonly violated: LevelName | "-";
}

/** Says of outcomes of one program whether they are admitted; each outcome is worked out once. */
export type Judge = (seen: SeenOutcome) => JudgedOutcome;

/**
 * A judge of a program's outcomes.
 *
 * @param type the object's sequential behaviour
 * @param tested the methods under test
 * @param levels what is to hold of each method
 * @param historiesOf what outcomes stand for, where that is not simply the calls with their results
 */
export function createJudge(
  program: Program,
  type: SequentialType,
  tested: readonly string[],
  levels: LevelMap,
  historiesOf?: HistoriesOf,
): Judge {
  const judged = new Map<string, Omit<JudgedOutcome, "count">>();
  return ({ results, count }) => {
    const key = canonical(results);
    let found = judged.get(key);
    if (found === undefined)
      judged.set(key, (found = judge(program, results, type, tested, levels, historiesOf)));
    return { ...found, count };
  };
}

function judge(
  program: Program,
  results: Outcome,
  type: SequentialType,
  tested: readonly string[],
  levels: LevelMap,
  historiesOf: HistoriesOf | undefined,
): Omit<JudgedOutcome, "count"> {
  const admitting = admittingLevels(program, results, type, tested, {}, historiesOf);
  return {
    results,
    admitted: admitting.complete || isAdmitted(program, results, type, levels, historiesOf),
    strongest: strongestOf(admitting),
    violated: weakestViolated(admitting),
  };
}

/** The methods of a program that a violation is put down to: those not trusted, or else all. */
export function testedMethods(program: Program, spec: ObjectSpec | undefined): readonly string[] {
  const called = [
    ...new Set(stepsOf(program).flatMap(({ on, method }) => (on === undefined ? [method] : []))),
  ];
  const trusted = new Set(
    spec?.methods.flatMap(({ name, trusted: isTrusted }) => (isTrusted === true ? [name] : [])),
  );
  const suspects = called.filter((method) => !trusted.has(method));
  return suspects.length === 0 ? called : suspects;
}

/**
 * The levels that a specification claims. One that claims no level at all (as reflection writes it)
 * claims that every method is atomic; in one that claims some, a method without a level has none.
 */
export function claimedLevels({ methods }: ObjectSpec): {
  readonly levels: LevelMap;
  readonly unclaimed: readonly string[];
} {
  const claimed = methods.filter(({ visibility }) => visibility !== undefined);
  if (claimed.length === 0) return { levels: { "*": "complete" }, unclaimed: [] };
  return {
    levels: Object.fromEntries(claimed.map(({ name, visibility = "complete" }) => [name, visibility])),
    unclaimed: methods.flatMap(({ name, visibility }) => (visibility === undefined ? [name] : [])),
  };
}
