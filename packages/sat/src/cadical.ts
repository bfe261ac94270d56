import type { SatSolver } from "@sightline/core";
import type * as Cadical from "cadical-wasm";

/** One instance of CaDiCaL's WebAssembly code: the heap that its solvers share. */
export interface CadicalHeap {
  readonly cadical: typeof Cadical;
  readonly module: Cadical.CadicalModule;
  /** Set when the heap ran out: the code is then of no further use. */
  spent: boolean;
}

/** Starts CaDiCaL with a heap of its own; it prints nothing. */
export async function startCadical(cadical: typeof Cadical): Promise<CadicalHeap> {
  const silent = { print: () => {}, printErr: () => {} };
  return { cadical, module: await cadical.createModule(silent), spent: false };
}

/**
 * A CaDiCaL solver with no clauses. A heap ends at 2 GB: whatever is asked of a solver after that, it
 * answers `unknown`.
 */
export function createSolver(heap: CadicalHeap): SatSolver {
  const solver = orSpent(heap, undefined, () => new heap.cadical.Cadical(heap.module, { quiet: true }));
  let largest = 0; // the highest variable that a clause has
  return {
    addClause(literals) {
      for (const literal of literals) largest = Math.max(largest, Math.abs(literal));
      orSpent(heap, undefined, () => solver?.addClause(literals));
    },
    solve(stop) {
      return orSpent(heap, "unknown", () => {
        if (solver === undefined) return "unknown";
        solver.setTerminate(stop);
        const status = solver.solve();
        solver.setTerminate(null);
        return status;
      });
    },
    // A variable that no clause has may be either; true is what CaDiCaL tries first.
    value: (variable) => variable > largest || (solver?.value(variable) ?? true),
    usedBytes: () => (heap.spent ? Infinity : heap.module.HEAP32.buffer.byteLength),
    dispose() {
      orSpent(heap, undefined, () => solver?.dispose());
    },
  };
}

/** What `ask` answers, or `otherwise` where the heap is spent, or is now. */
function orSpent<Answer>(heap: CadicalHeap, otherwise: Answer, ask: () => Answer): Answer {
  if (heap.spent) return otherwise;
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof Error && error.name === "RuntimeError")) throw error; // of WebAssembly
    heap.spent = true;
    return otherwise;
  }
}
