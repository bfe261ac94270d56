import { type Invocation, printOperation, type SequentialType } from "@sightline/core";
import type * as fc from "fast-check";
import { type InvocationOptions, invocations } from "./invocations.js";
import { type LaneOptions, lanesOf } from "./lanes-of.js";

/** How large programs are, and of which calls. */
export interface ProgramOptions extends InvocationOptions, LaneOptions {}

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
  options: LaneOptions = {},
): fc.Arbitrary<Program> {
  return lanesOf(calls, options).map(programOf);
}

function printProgram(lanes: Program["lanes"]): string {
  return lanes
    .map((lane) => `{ ${lane.map((call) => printOperation({ ...call, result: undefined })).join("; ")} }`)
    .join(" || ");
}
