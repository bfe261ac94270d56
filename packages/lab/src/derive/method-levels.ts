import type { LevelName } from "@sightline/core";
import { type Admitting, strongestFirst } from "../object/admitted.js";
import { stepsOf } from "../object/notation.js";
import type { Outcome, Program } from "../object/program.js";
import type { StressFailure } from "../object/target.js";

/** An outcome that a level does not admit, and how often it was seen: a row of POPL'19 Table 2. */
export interface Refutation {
  readonly level: LevelName;
  readonly program: Program;
  readonly outcome: Outcome;
  readonly count: number;
  readonly executions: number;
}

/** A program on which the object hung, brought its runtime down, or that it did not take. */
export interface FailedProgram {
  readonly program: Program;
  readonly failure: StressFailure;
}

/** The level of a method: `none` where even weak is refuted, `untested` where no program could be run. */
export type DerivedLevel = LevelName | "none" | "untested";

/** Whether a level was found. */
export const isLevel = (level: DerivedLevel | undefined): level is LevelName =>
  level !== undefined && level !== "none" && level !== "untested";

/** The levels found of one method. */
export interface MethodLevels {
  readonly method: string;
  /** Taken to be atomic; tested only among its like. */
  readonly trusted: boolean;
  /** What showed that it is not atomic, where it was trusted at first. */
  readonly distrusted?: Refutation;
  readonly level: DerivedLevel;
  /** The level that the specification claims. */
  readonly claimed: LevelName | undefined;
  /** The levels that nothing refutes, strongest first. */
  readonly surviving: readonly LevelName[];
  /** The smallest witness against each other level, strongest level first. */
  readonly refutations: readonly Refutation[];
  /** The programs that call it, whatever they were run for, and their executions and seconds. */
  readonly programs: number;
  readonly executions: number;
  readonly seconds: number;
  readonly failures: readonly FailedProgram[];
}

/** A method before any program is run. */
export function untested(method: string, claimed: LevelName | undefined): MethodLevels {
  const none = { programs: 0, executions: 0, seconds: 0, refutations: [], failures: [] };
  return { method, trusted: false, level: "untested", claimed, surviving: strongestFirst, ...none };
}

/** A method that is taken to be atomic. */
export function trusted(method: string, claimed: LevelName | undefined): MethodLevels {
  return { ...untested(method, claimed), trusted: true, level: "complete" };
}

/** After one more program was run, whatever it showed. */
export function afterProgram(
  levels: MethodLevels,
  { executions, seconds }: { readonly executions: number; readonly seconds: number },
): MethodLevels {
  return withLevel({
    ...levels,
    programs: levels.programs + 1,
    executions: levels.executions + executions,
    seconds: levels.seconds + seconds,
  });
}

/** After an outcome was seen that not all levels admit: it refutes every level that does not. */
export function afterOutcome(
  levels: MethodLevels,
  admitting: Admitting,
  seen: Omit<Refutation, "level">,
): MethodLevels {
  const known = new Map(levels.refutations.map((refutation) => [refutation.level, refutation]));
  for (const level of strongestFirst) {
    if (admitting[level]) continue;
    const before = known.get(level);
    if (before === undefined || isClearer(seen, before)) known.set(level, { ...seen, level });
  }
  return withLevel({
    ...levels,
    surviving: strongestFirst.filter((level) => !known.has(level)),
    refutations: strongestFirst.flatMap((level) => known.get(level) ?? []),
  });
}

/** The strongest level that is not refuted (POPL'19 §5.2). */
const withLevel = (levels: MethodLevels): MethodLevels => ({
  ...levels,
  level: levels.trusted ? "complete" : (levels.surviving[0] ?? "none"),
});

/** A witness is clearer the smaller its program is, then the more often it was seen. */
function isClearer(a: Omit<Refutation, "level">, b: Omit<Refutation, "level">): boolean {
  const [small, large] = [stepsOf(a.program).length, stepsOf(b.program).length];
  return small !== large ? small < large : a.count / a.executions > b.count / b.executions;
}

/**
 * The levels that are refuted although a stronger one survives: with mixed levels the six are not a
 * chain, so that can be.
 */
export function brokenChain({ surviving }: MethodLevels): readonly LevelName[] {
  if (surviving.length === 0) return [];
  const from = strongestFirst.indexOf(surviving[0]);
  return strongestFirst.slice(from).filter((level) => !surviving.includes(level));
}

/** The weakest level that is refuted, with its witness: what POPL'19 Table 2 has of the method. */
export const weakestRefuted = ({ refutations }: MethodLevels): Refutation | undefined => refutations.at(-1);
