import { checkLabel, findType, HistoryError } from "@sightline/core";
import type { MethodSpec, ObjectSpec } from "./object-spec.js";
import type { Call, Program } from "./program.js";

/** Whether the built-in type of this name has such a method, with so many arguments. */
function hasMethod(type: string, call: Call): boolean {
  try {
    checkLabel(findType(type), call);
    return true;
  } catch (error) {
    if (error instanceof HistoryError) return false;
    throw error;
  }
}

/** Those of a class's methods that the built-in type of this name has too, with the same results. */
export function methodsOfType({ methods }: ObjectSpec, type: string): readonly MethodSpec[] {
  return methods.filter(
    ({ name, parameters, beyondType }) =>
      beyondType !== true && hasMethod(type, { method: name, args: parameters.map(() => null) }),
  );
}

/**
 * The methods that a program calls and the built-in type of this name has not, or not with these results: none,
 * if the histories of the program can be of this type.
 */
export function methodsBeyondType(
  methods: readonly MethodSpec[],
  { threads }: Program,
  type: string,
): readonly string[] {
  const isBeyond = (call: Call): boolean =>
    !hasMethod(type, call) ||
    methods.some(
      ({ name, parameters, beyondType }) =>
        beyondType === true && name === call.method && parameters.length === call.args.length,
    );
  const calls = threads.flat().filter(({ on }) => on === undefined);
  return [...new Set(calls.filter(isBeyond).map(({ method }) => method))];
}
