import type { Program, Step } from "./program.js";

/**
 * The smallest program that can be reached from the given one by leaving out a thread or a step, or by
 * lowering a number, while it still `fails`. Each trial may be slow (a stress run), so at most `trials`
 * are made.
 */
export async function shrinkProgram(
  program: Program,
  fails: (program: Program) => Promise<boolean>,
  trials: number,
): Promise<Program> {
  let best = program;
  let left = trials;
  for (let improved = true; improved && left > 0; ) {
    improved = false;
    for (const smaller of simplifications(best)) {
      if (left-- <= 0) break;
      if (!(await fails(smaller))) continue;
      best = smaller;
      improved = true;
      break;
    }
  }
  return best;
}

/** All programs that are simpler by one step, the boldest first. */
export function* simplifications({ threads }: Program): Generator<Program> {
  if (threads.length > 2)
    for (const t of threads.keys()) yield { threads: threads.filter((_, other) => other !== t) };
  for (const [t, steps] of threads.entries())
    for (const i of steps.keys()) {
      const shorter = withoutStep(steps, i);
      if (shorter.length === 0 && threads.length <= 2) continue;
      yield {
        threads: threads.flatMap((own, other) =>
          other !== t ? [own] : shorter.length === 0 ? [] : [shorter],
        ),
      };
    }
  for (const [t, steps] of threads.entries())
    for (const [i, step] of steps.entries())
      for (const [a, argument] of step.args.entries()) {
        if (typeof argument !== "number" || argument <= 0) continue;
        const args = step.args.with(a, argument - 1);
        yield { threads: threads.with(t, steps.with(i, { ...step, args })) };
      }
}

/** A lock is left out together with its unlock. */
function withoutStep(steps: readonly Step[], at: number): readonly Step[] {
  const { on, method } = steps[at];
  if (on === undefined || (method !== "lock" && method !== "unlock")) return steps.toSpliced(at, 1);
  const other =
    method === "lock"
      ? steps.findIndex((step, i) => i > at && step.on === on && step.method === "unlock")
      : steps.findLastIndex((step, i) => i < at && step.on === on && step.method === "lock");
  return steps.filter((_, i) => i !== at && i !== other);
}
