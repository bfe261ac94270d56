import { type Budget, Exhausted, type Shortage } from "../../../budget.js";
import type { Meter } from "../../meter.js";
import type { SatSolver } from "./sat-solver.js";

/** A solver that keeps to a budget. Both throw `Exhausted` when that, or the solver's own memory, runs out. */
export interface SatRun {
  addClause(literals: readonly number[]): void;
  /** Whether the clauses so far have a model. */
  hasModel(): boolean;
}

/** Lets a solver run within a budget. */
export function createSatRun(solver: SatSolver, budget: Budget, meter: Meter): SatRun {
  let counted = solver.usedBytes(); // what the budget knows of
  let clauses = 0;
  const shortageNow = (): Shortage | undefined => {
    const bytes = solver.usedBytes();
    if (bytes === Infinity) return "memory";
    const shortage = budget.exceeded(meter.steps, bytes - counted);
    counted = bytes;
    return shortage;
  };
  const orThrow = (shortage: Shortage | undefined): void => {
    if (shortage !== undefined) throw new Exhausted(shortage);
  };
  return {
    addClause(literals) {
      if ((++clauses & 4095) === 0) orThrow(shortageNow());
      solver.addClause(literals);
    },
    hasModel() {
      let shortage = shortageNow();
      orThrow(shortage);
      let asked = 0;
      const answer = solver.solve(() => {
        if ((++asked & 3) === 0) shortage = shortageNow();
        return shortage !== undefined;
      });
      if (answer === "unknown") throw new Exhausted(shortage ?? "memory");
      return answer === "satisfiable";
    },
  };
}
