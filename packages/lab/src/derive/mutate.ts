import type { ArgumentValues } from "../object/arguments.js";
import { randomCall } from "../object/generate-programs.js";
import { stepsOf } from "../object/notation.js";
import type { MethodSpec } from "../object/object-spec.js";
import type { Program } from "../object/program.js";
import type { Random } from "@sightline/core";

/**
 * A program that differs from the given one by one call: one more, or another in its place. A program that
 * refuted one level is often a call away from one that refutes the next.
 */
export function mutate(
  { threads }: Program,
  pool: readonly MethodSpec[],
  values: ArgumentValues,
  most: number,
  random: Random,
): Program {
  const t = random.int(threads.length);
  const call = randomCall(pool, values, random);
  const grows = stepsOf({ threads }).length < most && random.chance(0.5);
  const at = random.int(threads[t].length + (grows ? 1 : 0));
  return { threads: threads.with(t, threads[t].toSpliced(at, grows ? 0 : 1, call)) };
}
