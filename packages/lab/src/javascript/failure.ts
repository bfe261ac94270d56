import { printStep } from "../object/notation.js";
import type { Program } from "../object/program.js";
import type { StressFailure } from "../object/target.js";
import type { WorkerAnswer } from "./subject-worker.js";

/**
 * Why a stress ended before its time, for an answer that is no result.
 *
 * @param at the step that each thread is in, from 0; -1 for none
 */
export function failureOf(
  answer: Exclude<WorkerAnswer<unknown>, { readonly kind: "result" }>,
  program: Program,
  at: readonly number[] = [],
): StressFailure {
  switch (answer.kind) {
    case "error":
      return { kind: "rejected", message: answer.message };
    case "crash":
      return { kind: "crash", message: answer.message };
    case "stuck":
      return {
        kind: answer.isEndless ? "hang" : "unknown",
        message: withPlaces(answer.message, program, answer.at),
      };
    case "hang": // it may compute, wait, or have got no processor: only its silence is known
      return { kind: "unknown", message: withPlaces(`no end after ${answer.seconds} seconds`, program, at) };
  }
}

function withPlaces(message: string, { threads }: Program, at: readonly number[]): string {
  const places = at.flatMap((step, t) => (step < 0 ? [] : [`thread ${t} in ${printStep(threads[t][step])}`]));
  return places.length === 0 ? message : `${message}: ${places.join(", ")}`;
}
