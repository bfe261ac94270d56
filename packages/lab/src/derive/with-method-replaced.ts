import { type ArgumentValues, drawArguments } from "../object/arguments.js";
import { stepsOf } from "../object/notation.js";
import type { MethodSpec } from "../object/object-spec.js";
import type { Program, Step } from "../object/program.js";
import { createRandom } from "@sightline/core";

/**
 * A program with another method in the place of one. What a program shows of `keySet`, it often shows of
 * `values` too. Arguments stay where they fit, or are made up anew.
 */
export function withMethodReplaced(
  program: Program,
  from: MethodSpec,
  to: MethodSpec,
  values: ArgumentValues,
  seed: number,
): Program {
  const random = createRandom(seed + stepsOf(program).length);
  const fits = JSON.stringify(from.parameters) === JSON.stringify(to.parameters);
  const replace = (step: Step): Step =>
    step.on !== undefined || step.method !== from.name || step.args.length !== from.parameters.length
      ? step
      : { ...step, method: to.name, args: fits ? step.args : drawArguments(to, values, random) };
  return { threads: program.threads.map((steps) => steps.map(replace)) };
}
