import type { ObjectSpec } from "../object/object-spec.js";
import { isLevel, type MethodLevels } from "./method-levels.js";

/**
 * The specification with the levels that were derived, for `test` to hold an object to. A method that has
 * none loses the one it had; what was not tested stays as it was.
 */
export function specWithLevels(spec: ObjectSpec, derived: readonly MethodLevels[]): ObjectSpec {
  const levels = new Map(derived.map((own) => [own.method, own]));
  return {
    ...spec,
    methods: spec.methods.map((method) => {
      const own = levels.get(method.name);
      if (own === undefined || own.trusted || own.level === "untested") return method;
      const { visibility: _, trusted, ...kept } = method;
      const rest = trusted === true && own.distrusted === undefined ? { ...kept, trusted } : kept;
      return isLevel(own.level) ? { ...rest, visibility: own.level } : rest;
    }),
  };
}
