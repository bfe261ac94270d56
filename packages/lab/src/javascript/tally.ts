import { canonical, type Value } from "@sightline/core";
import type { SeenOutcome } from "../object/target.js";
import { decode } from "./codes.js";

/** Counts the outcomes of executions whose results come as codes. */
export interface Tally {
  /** Takes note of the values that a thread's codes stand for, as its encoder gave them. */
  learn(thread: number, values: readonly Value[]): void;
  /** Counts executions: the code of step `s` of execution `k` is at `s * stride + k`. */
  count(codes: Int32Array, stride: number, executions: number): void;
  executions(): number;
  /** How many different outcomes there are. */
  size(): number;
  outcomes(): readonly SeenOutcome[];
}

/** A tally for threads of so many steps each. */
export function createTally(stepsOfThreads: readonly number[]): Tally {
  const threadOfStep = stepsOfThreads.flatMap((steps, thread) => Array.from({ length: steps }, () => thread));
  const values: Value[][] = stepsOfThreads.map(() => []);
  const counts = new Map<string, { readonly codes: readonly number[]; count: number }>();
  let total = 0;
  return {
    learn(thread, more) {
      values[thread].push(...more);
    },
    count(codes, stride, executions) {
      const own: number[] = threadOfStep.map(() => 0);
      for (let k = 0; k < executions; k++) {
        for (let s = 0; s < own.length; s++) own[s] = codes[s * stride + k];
        const key = own.join();
        const seen = counts.get(key);
        if (seen === undefined) counts.set(key, { codes: [...own], count: 1 });
        else seen.count++;
      }
      total += executions;
    },
    executions: () => total,
    size: () => counts.size,
    outcomes() {
      const seen = new Map<string, SeenOutcome>();
      for (const { codes, count } of counts.values()) {
        const results = codes.map((code, s) => decode(code, values[threadOfStep[s]]));
        const key = canonical(results);
        seen.set(key, { results, count: count + (seen.get(key)?.count ?? 0) });
      }
      return [...seen.values()];
    },
  };
}
