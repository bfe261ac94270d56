import { canonical, type Value } from "@sightline/core";
import type { SeenOutcome } from "../object/target.js";
import { decode } from "./encoder.js";

/** The order of calls in an execution. */
export type OrderOf = (execution: number) => SeenOutcome["order"];

/** Counts the outcomes of executions whose results come as codes. */
export interface Tally {
  /** Takes note of the values that a thread's codes stand for, as its encoder gave them. */
  learn(thread: number, values: readonly Value[]): void;
  /**
   * Counts executions: the code of step `s` of execution `k` is at `s * stride + k`. What `orderOf` tells of
   * an execution makes it different from others with the same results.
   */
  count(codes: Int32Array, stride: number, executions: number, orderOf?: OrderOf): void;
  executions(): number;
  /** How many different outcomes there are. */
  size(): number;
  outcomes(): readonly SeenOutcome[];
}

interface Counted {
  readonly codes: readonly number[];
  readonly order: SeenOutcome["order"];
  count: number;
}

/** A tally for threads of so many steps each. */
export function createTally(stepsOfThreads: readonly number[]): Tally {
  const threadOfStep = stepsOfThreads.flatMap((steps, thread) => Array.from({ length: steps }, () => thread));
  const values: Value[][] = stepsOfThreads.map(() => []);
  const counts = new Map<string, Counted>();
  let total = 0;
  return {
    learn(thread, more) {
      values[thread].push(...more);
    },
    count(codes, stride, executions, orderOf) {
      const own: number[] = threadOfStep.map(() => 0);
      for (let k = 0; k < executions; k++) {
        for (let s = 0; s < own.length; s++) own[s] = codes[s * stride + k];
        const order = orderOf?.(k);
        const key = order === undefined ? own.join() : `${own.join()} ${order.join()}`;
        const seen = counts.get(key);
        if (seen === undefined) counts.set(key, { codes: [...own], order, count: 1 });
        else seen.count++;
      }
      total += executions;
    },
    executions: () => total,
    size: () => counts.size,
    outcomes() {
      const seen = new Map<string, SeenOutcome>();
      for (const { codes, order, count } of counts.values()) {
        const results = codes.map((code, s) => decode(code, values[threadOfStep[s]]));
        const key = `${canonical(results)} ${order?.join() ?? ""}`;
        const before = seen.get(key)?.count ?? 0;
        seen.set(key, { results, ...(order !== undefined && { order }), count: count + before });
      }
      return [...seen.values()];
    },
  };
}
