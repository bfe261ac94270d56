import { argumentsFor } from "../object/generate.js";
import { stepsOf } from "../object/notation.js";
import type { MethodSpec } from "../object/object-spec.js";
import type { Program, Step } from "../object/program.js";
import { createRandom } from "../random.js";

/**
 * A program with another method in the place of one. What a program shows of `keySet`, it often shows of
 * `values` too. Arguments stay where they fit, or are made up anew.
 */
export function withMethodReplaced(
  program: Program,
  from: MethodSpec,
  to: MethodSpec,
  values: number,
  seed: number,
): Program {
  const random = createRandom(seed + stepsOf(program).length);
  const types = ({ parameters }: MethodSpec): string => parameters.map(({ type }) => type).join(",");
  const fits = types(from) === types(to);
  const replace = (step: Step): Step =>
    step.on !== undefined || step.method !== from.name || step.args.length !== from.parameters.length
      ? step
      : { ...step, method: to.name, args: fits ? step.args : argumentsFor(to, values, random) };
  return { threads: program.threads.map((steps) => steps.map(replace)) };
}
