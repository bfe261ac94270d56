import type { Value } from "@sightline/core";
import type { Requests } from "./messages.js";
import { createEncoder } from "./encoder.js";
import { thrownValue, valueOf } from "./result-value.js";
import { threadParameters } from "./thread-code.js";

/** What one thread does in batches of a program. */
export interface ThreadPart {
  /** Runs its part of the first `count` executions, on fresh objects; gives the values with new codes. */
  runBatch(count: number, delay: number): readonly Value[];
}

/** What an async method comes to among threads. */
export const PROMISED = "a method returns a promise, but threads run at once: test it with --mode async";

/** A value that is final, where the others still have to be looked at. */
class Kept {
  constructor(readonly value: Value) {}
}

/** Makes a thread ready for batches. `attach` makes an object over given memory. */
export function createThreadPart(
  { code, memory, thread, steps, firstStep, epoch }: Requests["prepare"]["request"],
  attach: (memory: SharedArrayBuffer) => object,
): ThreadPart {
  const { slots, codes, clocks, progress, overlaps, where, sync } = memory;
  const objects: object[] = [];
  const raw: unknown[][] = steps.map(() => []);
  let promised = false;
  const given: Record<(typeof threadParameters)[number], unknown> = {
    objects,
    overlaps: overlaps.subarray(thread * slots.length, (thread + 1) * slots.length),
    raw,
    // Objects may change later, or be views of the shared memory: they are copied at once.
    keep(result: object, self: object) {
      if (result instanceof Promise) promised = true;
      return new Kept(valueOf(result, self));
    },
    thrown: (error: unknown) => new Kept(thrownValue(error)),
    progress,
    where,
    sync,
    clocks,
    // The one clock that all threads of a process share.
    now: () => Number(process.hrtime.bigint() - epoch),
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is that of threadCode
  const make = new Function(...threadParameters, code) as (
    ...values: readonly unknown[]
  ) => (count: number, delay: number) => void;
  const run = make(...threadParameters.map((name) => given[name]));
  const encoder = createEncoder();
  return {
    runBatch(count, delay) {
      for (let k = 0; k < count; k++) objects[k] = attach(slots[k]);
      run(count, delay);
      if (promised) throw new Error(PROMISED);
      for (const [i, results] of raw.entries()) {
        const from = (firstStep + i) * slots.length;
        for (let k = 0; k < count; k++) {
          const result = results[k];
          codes[from + k] = encoder.encode(result instanceof Kept ? result.value : valueOf(result));
        }
      }
      return encoder.takeNew();
    },
  };
}
