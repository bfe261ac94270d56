import { type Invocation, printOperation, type SequentialType } from "@sightline/core";
import * as fc from "fast-check";
import { type InvocationOptions, invocations } from "./invocations.js";

/** How large programs are. */
export interface ProgramOptions extends InvocationOptions {
  /** At most so many lanes. Default: 2. */
  readonly lanes?: number;
  /** At most so many calls in each lane. Default: 3. */
  readonly length?: number;
}

/** Calls in lanes: those of a lane one after another, the lanes at the same time. */
export interface Program {
  readonly lanes: readonly (readonly Invocation[])[];
  /** In notation: `{ put(0,1); get(0) } || { get(0) }`. */
  toString(): string;
}

/** Programs of a type; they shrink to few lanes, few calls and small arguments. */
export function programs(type: SequentialType, options: ProgramOptions = {}): fc.Arbitrary<Program> {
  return programsOf(invocations(type, options), options).map((program) => withNewElements(type, program));
}

/** Elements that are called new are so: numbered through the program (a `sequence` has each but once). */
function withNewElements({ methods = {} }: SequentialType, program: Program): Program {
  const isNew = Object.values(methods).some(({ params }) => params.includes("new"));
  if (!isNew) return program;
  let next = 0;
  return programOf(
    program.lanes.map((lane) =>
      lane.map(({ method, args }) => ({
        method,
        args: args.map((value, i) => (methods[method].params[i] === "new" ? next++ : value)),
      })),
    ),
  );
}

const programOf = (lanes: Program["lanes"]): Program => ({ lanes, toString: () => printProgram(lanes) });

/** Programs of calls that are drawn from an arbitrary. */
export function programsOf(
  calls: fc.Arbitrary<Invocation>,
  { lanes = 2, length = 3 }: Pick<ProgramOptions, "lanes" | "length"> = {},
): fc.Arbitrary<Program> {
  // Arrays lose their first items alone when they shrink; a call that may be missing can be left out anywhere.
  const lane = fc.array(fc.option(calls, { freq: 20, nil: undefined }), {
    minLength: 1,
    maxLength: length,
    size: "max",
  });
  return fc.array(lane, { minLength: 2, maxLength: Math.max(2, lanes), size: "max" }).map((drawn) => {
    const present = drawn
      .map((calls) => calls.filter((call) => call !== undefined))
      .filter((calls) => calls.length > 0);
    return programOf(present);
  });
}

function printProgram(lanes: Program["lanes"]): string {
  return lanes
    .map((lane) => `{ ${lane.map((call) => printOperation({ ...call, result: undefined })).join("; ")} }`)
    .join(" || ");
}
