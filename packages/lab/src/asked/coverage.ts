import { canonical } from "@sightline/core";
import { stepsOf } from "../object/notation.js";
import type { Call, Program } from "../object/program.js";
import { arityOf, nameIn, shortSignature } from "../object/signature.js";
import type { Target } from "../object/target.js";
import type { LeftOut, TestRequest } from "./request.js";

/** What the programs of a run have called so far. */
export interface Coverage {
  /** The different calls of programs that were run and judged. */
  readonly ran: Map<string, Call>;
  /** Method → why a program that calls it was not run, or not judged. */
  readonly refused: Map<string, string>;
  /** The different calls of such programs. */
  readonly refusedCalls: Map<string, Call>;
}

/** A run that has called nothing yet. */
export const createCoverage = (): Coverage => ({
  ran: new Map(),
  refused: new Map(),
  refusedCalls: new Map(),
});

/** A program was run, and what it showed was judged. */
export function countRun({ ran }: Coverage, program: Program): void {
  addCalls(ran, program);
}

function addCalls(calls: Map<string, Call>, program: Program): void {
  for (const { on, method, args } of stepsOf(program))
    if (on === undefined) calls.set(canonical([method, args]), { method, args });
}

/** A program was not run, or could not be judged. */
export function countRefused({ refused, refusedCalls }: Coverage, program: Program, reason: string): void {
  addCalls(refusedCalls, program);
  // A reason that names the method says more of it than one that names another of the program.
  for (const { on, method } of stepsOf(program))
    if (on === undefined && (!refused.has(method) || reason.startsWith(`${method}(`)))
      refused.set(method, reason);
}

/**
 * What was asked for and was not tested, with the reason; nothing else may be called green.
 *
 * @param otherwise why a method was not called at all
 */
export async function untestedOf(
  target: Pick<Target, "signatures">,
  { asked, impossible }: TestRequest,
  coverage: Coverage,
  otherwise: string,
): Promise<readonly LeftOut[]> {
  const { refused } = coverage;
  const called = await calledMethods(target, asked, [...coverage.ran.values()]);
  // Among calls that were refused may be some that mean no method at all.
  const tried = await calledMethods(target, asked, [...coverage.refusedCalls.values()]).catch(
    () => new Set<string>(),
  );
  const untested = asked.flatMap((method): LeftOut[] => {
    if (called.has(method)) return [];
    const name = nameIn(method);
    const instead = [...called].filter(
      (other) => nameIn(other) === name && arityOf(other) === arityOf(method),
    );
    const why = refused.get(name);
    const reason =
      instead.length > 0 && !tried.has(method)
        ? `${otherwise}; the calls of ${name} that were judged mean ${instead.map(shortSignature).join(" or ")}`
        : why !== undefined
          ? `no program with it could be judged: ${why}`
          : otherwise;
    return [{ method, reason }];
  });
  return [...impossible, ...untested];
}

/** The methods that calls mean. A target that knows no overloads knows methods by their names. */
async function calledMethods(
  target: Pick<Target, "signatures">,
  asked: readonly string[],
  calls: readonly Call[],
): Promise<ReadonlySet<string>> {
  if (target.signatures !== undefined) return new Set(await target.signatures(calls));
  const names = new Set(calls.map(({ method }) => method));
  return new Set(asked.filter((signature) => names.has(nameIn(signature))));
}
