import type { SatSolver } from "@sightline/core/memory/store-order/sat/sat-solver.js";

/** The plainest SAT solver there is: tries values and propagates unit clauses. For tests with few variables. */
export function createPlainSat(): SatSolver {
  const clauses: (readonly number[])[] = [];
  let model = new Set<number>();
  return {
    addClause(literals) {
      clauses.push([...literals]);
    },
    solve(stop) {
      if (stop()) return "unknown";
      const found = findModel(clauses, new Set());
      if (found === undefined) return "unsatisfiable";
      model = found;
      return "satisfiable";
    },
    value: (variable) => !model.has(-variable),
    usedBytes: () => 0,
    dispose() {},
  };
}

/** The literals of a model that contains `assumed`, which it extends, or `undefined` where there is none. */
function findModel(clauses: readonly (readonly number[])[], assumed: Set<number>): Set<number> | undefined {
  for (let again = true; again; ) {
    again = false;
    for (const clause of clauses) {
      if (clause.some((literal) => assumed.has(literal))) continue;
      const open = clause.filter((literal) => !assumed.has(-literal));
      if (open.length === 0) return undefined;
      if (open.length > 1) continue;
      assumed.add(open[0]);
      again = true;
    }
  }
  const undecided = clauses.find((clause) => !clause.some((literal) => assumed.has(literal)));
  if (undecided === undefined) return assumed;
  const choice = undecided.find((literal) => !assumed.has(-literal)) ?? 0;
  return (
    findModel(clauses, new Set([...assumed, choice])) ?? findModel(clauses, new Set([...assumed, -choice]))
  );
}
