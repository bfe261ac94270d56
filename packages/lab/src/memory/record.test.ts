import { check, createRandom, parseHistory } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { startCrew } from "./crew.js";
import { type ProgramShape, randomProgram } from "./random-program.js";
import { allocateBatch } from "./layout.js";
import { historyOf, type MemoryStep, programOf } from "./program.js";
import { type RecordedBurst, recordMemory, type RecordOptions } from "./record.js";

async function recorded(options: RecordOptions): Promise<RecordedBurst[]> {
  const all: RecordedBurst[] = [];
  for await (const { bursts, met } of recordMemory({ warmUp: 0, ...options })) {
    expect(met).toBeGreaterThanOrEqual(0);
    expect(met).toBeLessThanOrEqual(1);
    all.push(...bursts);
  }
  return all;
}

const shape: ProgramShape = { threads: 2, operations: 8, variables: 3, writes: 0.5 };

/** What is wrong with a burst: a value read that nobody wrote, or one left behind that was not last. */
function implausible({ program, values, final }: RecordedBurst, names: readonly unknown[]): string[] {
  const steps = program.threads.flat();
  const writes = (some: readonly MemoryStep[], variable: unknown): number[] =>
    some.flatMap(([kind, other, value]) => (kind === "w" && other === variable ? [value] : []));
  const wrong = steps.flatMap(([kind, variable, value], index) =>
    (kind === "w" ? [value] : [0, ...writes(steps, variable)]).includes(values[index])
      ? []
      : [`step ${index}: ${values[index]}`],
  );
  names.forEach((variable, index) => {
    const lasts = program.threads.flatMap((thread) => writes(thread, variable).slice(-1));
    if (!(lasts.length === 0 ? [0] : lasts).includes(final[index]))
      wrong.push(`${String(variable)}: ${final[index]} at the end`);
  });
  return values.length === steps.length ? wrong : [...wrong, `${values.length} values`];
}

describe("recording on this machine's memory", () => {
  test("runs as many random programs as asked for, which follow from the seed", async () => {
    const bursts = await recorded({ programs: shape, bursts: 2100, seed: 11 });
    expect(bursts.length).toBe(2100);
    const random = createRandom(11);
    for (const burst of bursts) {
      expect(burst.program).toEqual(randomProgram(random, shape));
      expect(implausible(burst, ["x0", "x1", "x2"])).toEqual([]);
    }
  });

  test("runs a given program, with threads of different lengths", async () => {
    const programs = programOf(parseHistory("{ write(x,5) } || { read(x); write(y,-6); read(x); read(y) }"));
    const bursts = await recorded({ programs, bursts: 100, skew: 0 });
    expect(bursts.length).toBe(100);
    for (const burst of bursts) {
      expect(implausible(burst, ["x", "y"])).toEqual([]);
      // Reads of one variable by one thread never go back: no machine lets them.
      expect(burst.values[1]).toBeLessThanOrEqual(burst.values[3]);
      expect(burst.values[4]).toBe(-6);
      expect([...burst.final]).toEqual([5, -6]);
    }
  });

  // JavaScript's Atomics are sequentially consistent by its specification, on every machine.
  test("is sequentially consistent with Atomics", async () => {
    const programs = { threads: 2, operations: 6, variables: 2, writes: 0.5 };
    for (const { program, values } of await recorded({ programs, bursts: 500, access: "atomics" }))
      expect(check(historyOf(program, values), { criterion: "sequential" }).verdict).toBe("satisfied");
  });

  test("does not hang with more threads than cores", async () => {
    const bursts = await recorded({ programs: { ...shape, threads: 12 }, bursts: 100 });
    expect(bursts.length).toBe(100);
    for (const burst of bursts) expect(implausible(burst, ["x0", "x1", "x2"])).toEqual([]);
  });

  test("runs a single thread, which reads its own writes", async () => {
    const programs = programOf(parseHistory("{ read(x); write(x,1); read(x) }"));
    for (const { values } of await recorded({ programs, bursts: 50 })) expect([...values]).toEqual([0, 1, 1]);
  });

  test("ends when it is told to, and when nobody listens any more", async () => {
    const controller = new AbortController();
    let batches = 0;
    for await (const { bursts } of recordMemory({
      programs: shape,
      bursts: Infinity,
      warmUp: 10,
      signal: controller.signal,
    })) {
      expect(bursts.length).toBeGreaterThan(0);
      if (++batches === 2) controller.abort();
    }
    expect(batches).toBe(2);
    for await (const { bursts } of recordMemory({ programs: shape, bursts: Infinity, warmUp: 0 })) {
      batches += bursts.length > 0 ? 1 : 0;
      break;
    }
    expect(batches).toBe(3);
    const none = await recorded({ programs: shape, bursts: 10, signal: AbortSignal.abort() });
    expect(none).toEqual([]);
  });

  test("tells when a thread fails", async () => {
    const memory = allocateBatch({ threads: 2, bursts: 1, steps: 1, variables: 1 });
    const crew = startCrew(["return () => 1", "return () => { throw new Error('broken') }"], memory);
    await expect(crew.run(1)).rejects.toThrow("broken");
    await expect(crew.run(1)).rejects.toThrow("broken");
    await crew.stop();
  });
});
