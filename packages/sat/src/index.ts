import type { SatSolverFactory } from "@sightline/core";
import { type CadicalHeap, createSolver, startCadical } from "./cadical.js";

let started: Promise<CadicalHeap | undefined> | undefined;

/**
 * The SAT solver that engines may use, for `check` to be handed. Loading is asynchronous, once per
 * process or thread; making a solver is not. `undefined` where the optional package `cadical-wasm` is
 * not installed or WebAssembly is not to be had: the engines then do without.
 */
export async function loadSatSolver(): Promise<SatSolverFactory | undefined> {
  started ??= start();
  let heap = await started;
  if (heap?.spent) {
    started = start();
    heap = await started;
  }
  if (heap === undefined) return undefined;
  const loaded = heap;
  return () => createSolver(loaded);
}

async function start(): Promise<CadicalHeap | undefined> {
  try {
    return await startCadical(await import("cadical-wasm"));
  } catch {
    return undefined;
  }
}
