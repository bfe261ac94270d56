import { generateMemory, type MemoryShape } from "@sightline/testing/memory/generate-memory.js";
import { INITIAL, type MemoryHistory } from "@sightline/core/memory/memory-history.js";
import { interleave } from "@sightline/testing/memory/memory-runs.js";
import { createRandom, type Random } from "@sightline/core";

/**
 * What is wrong with a simulated memory that is otherwise sequentially consistent:
 * - `stale`: one read returns an older value, as from a cache line that was not invalidated;
 * - `swapped`: one thread sees two writes to a variable, one right after the other, the other way round;
 * - `delayed`: one in fifty messages to another thread is late, and overwrites what came in the meantime.
 */
export const faults = ["stale", "swapped", "delayed"] as const;

export type Fault = (typeof faults)[number];

/** One message in so many is late. */
const LATE = 50;

/** A run of that shape on a memory with that fault. It need not show: the history may still be valid. */
export function faultyRun(fault: Fault, shape: MemoryShape): MemoryHistory {
  const memory = generateMemory("sc", shape);
  const random = createRandom(shape.seed ^ 0x5eed);
  const line: number[] = [];
  interleave(memory, random, (o) => line.push(o));
  run[fault](memory, line, random);
  return memory;
}

/** How each fault settles who reads from whom, given the order in which the operations run: it fills `source`. */
const run: Readonly<Record<Fault, (memory: MemoryHistory, line: readonly number[], random: Random) => void>> =
  {
    stale(memory, line, random) {
      const { isWrite, variable, source } = memory;
      const writes = writesByVariable(memory);
      const suspects: { read: number; older: readonly number[] }[] = [];
      for (const o of line) {
        const past = writes[variable[o]];
        if (isWrite[o] === 1) past.push(o);
        else {
          source[o] = past[past.length - 1];
          if (past.length > 1) suspects.push({ read: o, older: past.slice(0, -1) });
        }
      }
      if (suspects.length === 0) return;
      const { read, older } = random.pick(suspects);
      source[read] = random.pick(older);
    },

    swapped(memory, line, random) {
      const { isWrite, variable, source, thread, threads } = memory;
      const victim = random.int(threads);
      const order = writesByVariable(memory);
      for (const o of line) if (isWrite[o] === 1) order[variable[o]].push(o);
      // Two neighbours in the order of one variable, the first of which the victim did not write itself.
      const pairs = order.flatMap((writes) =>
        writes.flatMap((w, i) => (i > 1 && thread[writes[i - 1]] !== victim ? [[writes[i - 1], w]] : [])),
      );
      const [first, second] = pairs.length === 0 ? [INITIAL, INITIAL] : random.pick(pairs);
      const shared = writesByVariable(memory);
      for (const o of line) {
        const writes = shared[variable[o]];
        if (isWrite[o] === 1) {
          writes.push(o);
          continue;
        }
        const last = writes[writes.length - 1];
        if (thread[o] !== victim || last === INITIAL) source[o] = last;
        // Until the second write is there the first is still on its way; then it comes on top.
        else source[o] = last === first ? writes[writes.length - 2] : last === second ? first : last;
      }
    },

    delayed(memory, line, random) {
      const { isWrite, variable, variables, source, thread, threads } = memory;
      const copy = new Int32Array(threads * variables).fill(INITIAL);
      const late: { due: number; to: number; write: number }[] = [];
      line.forEach((o, now) => {
        for (let i = late.length - 1; i >= 0; i--) {
          const { due, to, write } = late[i];
          if (due > now) continue;
          copy[to * variables + variable[write]] = write;
          late.splice(i, 1);
        }
        if (isWrite[o] === 0) {
          source[o] = copy[thread[o] * variables + variable[o]];
          return;
        }
        for (let to = 0; to < threads; to++)
          if (to !== thread[o] && random.int(LATE) === 0)
            late.push({ due: now + 1 + random.int(20), to, write: o });
          else copy[to * variables + variable[o]] = o;
      });
    },
  };

/** Variable → its writes so far: before all others the initial one. */
function writesByVariable({ variables }: MemoryHistory): number[][] {
  return Array.from({ length: variables }, () => [INITIAL]);
}
