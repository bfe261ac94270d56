/**
 * An incremental SAT solver. Variables are 1, 2, …; the literal −v is the negation of v. `core` has
 * none of its own: whoever calls it may hand one over (`@sightline/sat` has CaDiCaL).
 */
export interface SatSolver {
  addClause(literals: readonly number[]): void;
  /** `stop` is asked now and then while it solves: has the time run out? Then the answer is `unknown`. */
  solve(stop: () => boolean): "satisfiable" | "unsatisfiable" | "unknown";
  /** After `satisfiable`: whether the variable is true in the model. */
  value(variable: number): boolean;
  /** Bytes that the solver takes now, as far as it knows. */
  usedBytes(): number;
  dispose(): void;
}

/** Makes a solver with no clauses. */
export type SatSolverFactory = () => SatSolver;
