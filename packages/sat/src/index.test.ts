import type { SatSolver } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { createSolver, startCadical } from "./cadical.js";
import { loadSatSolver } from "./index.js";

const never = (): boolean => false;

async function newSolver(): Promise<SatSolver> {
  const factory = await loadSatSolver();
  if (factory === undefined) throw new Error("cadical-wasm is not installed: run npm install");
  return factory();
}

/** More pigeons than holes: true to say that it cannot be, but long to prove. */
function addPigeons(solver: SatSolver, holes: number): void {
  const sits = (pigeon: number, hole: number): number => pigeon * holes + hole + 1;
  const all = Array.from({ length: holes }, (_, hole) => hole);
  for (let pigeon = 0; pigeon <= holes; pigeon++) {
    solver.addClause(all.map((hole) => sits(pigeon, hole)));
    for (let other = 0; other < pigeon; other++)
      for (const hole of all) solver.addClause([-sits(pigeon, hole), -sits(other, hole)]);
  }
}

describe("the SAT solver", () => {
  test("finds models and goes on with more clauses", async () => {
    const solver = await newSolver();
    solver.addClause([1, 2]);
    solver.addClause([-1, 3]);
    solver.addClause([-2]);
    expect(solver.solve(never)).toBe("satisfiable");
    expect([1, 2, 3].map((variable) => solver.value(variable))).toEqual([true, false, true]);
    solver.addClause([-3]);
    expect(solver.solve(never)).toBe("unsatisfiable");
    solver.dispose();
  });

  test("gives a variable of no clause some value", async () => {
    const solver = await newSolver();
    solver.addClause([1]);
    expect(solver.solve(never)).toBe("satisfiable");
    expect(solver.value(7)).toBe(true);
    solver.dispose();
  });

  test("solvers know nothing of each other", async () => {
    const [one, other] = [await newSolver(), await newSolver()];
    one.addClause([1]);
    other.addClause([-1]);
    expect([one.solve(never), other.solve(never)]).toEqual(["satisfiable", "satisfiable"]);
    expect([one.value(1), other.value(1)]).toEqual([true, false]);
    one.dispose();
    other.dispose();
  });

  test("stops when it is told to, and can be asked again", async () => {
    const solver = await newSolver();
    addPigeons(solver, 10);
    let asked = 0;
    expect(solver.solve(() => ++asked > 20)).toBe("unknown");
    expect(asked).toBe(21);
    asked = 0;
    expect(solver.solve(() => ++asked > 5)).toBe("unknown");
    solver.dispose();
  });

  test("proves what has no model", async () => {
    const solver = await newSolver();
    addPigeons(solver, 6);
    expect(solver.solve(never)).toBe("unsatisfiable");
    expect(solver.usedBytes()).toBeGreaterThan(1 << 20);
    solver.dispose();
  });

  test("a spent heap answers unknown, and that it has no room", async () => {
    const heap = await startCadical(await import("cadical-wasm"));
    const solver = createSolver(heap);
    solver.addClause([1]);
    heap.spent = true;
    expect(solver.solve(never)).toBe("unknown");
    expect(solver.usedBytes()).toBe(Infinity);
    expect(createSolver(heap).solve(never)).toBe("unknown");
    solver.dispose();
  });
});
