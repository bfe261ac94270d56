import type { Outcome, Program, Step } from "../object/program.js";
import type { SeenOutcome } from "../object/target.js";

/** A program that records the order of its calls by counters, and how to read what it shows. */
export interface CountedProgram {
  readonly program: Program;
  /** The outcome and the order of calls of the program that was given. */
  restore(outcome: Outcome): Pick<SeenOutcome, "results" | "order">;
}

/**
 * The steps of a program with those between them that record the order of calls (CAV'18 Fig. 6, POPL'19
 * Fig. 8), for targets that run programs step by step. A counter is named like a flag, by its thread:
 * `#0.tick()` counts a call of thread 0 when it has returned, and before each call a thread looks how many
 * the others have counted: the result of `#1.look()`.
 */
export function countCalls({ threads }: Program): CountedProgram {
  const steps = (thread: number, own: readonly Step[]): readonly Step[] =>
    own.flatMap((step) => {
      if (step.on !== undefined) return [step];
      const looks = threads.flatMap((_, other) => (other === thread ? [] : [counterStep(other, "look")]));
      return [...looks, step, counterStep(thread, "tick")];
    });
  const counted = { threads: threads.map((own, thread) => steps(thread, own)) };
  const all = counted.threads.flat();
  return {
    program: counted,
    restore(outcome) {
      const results = outcome.filter((_, i) => !isCounter(all[i]));
      const looks = outcome.filter((_, i) => isCounter(all[i]) && all[i].method === "look") as number[];
      const calls = all.filter(({ on }) => on === undefined);
      const width = threads.length - 1;
      return { results, order: calls.map((_, call) => looks.slice(call * width, (call + 1) * width)) };
    },
  };
}

function counterStep(thread: number, method: "look" | "tick"): Step {
  return { on: `#${thread}`, method, args: [] };
}

/** No flag or lock is called so: the notation has no such names. */
const isCounter = ({ on }: Step): boolean => on?.startsWith("#") === true;
