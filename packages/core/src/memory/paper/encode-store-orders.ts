import type { Budget } from "../../budget.js";
import { createEdgeList, type EdgeList } from "../relations/edge-list.js";
import { INITIAL, type MemoryHistory, takesValue } from "../memory-history.js";
import type { Meter } from "../meter.js";
import { createOrderLiterals, type OrderLiterals, TRUE } from "./order-literals.js";
import { createSatRun, type SatRun } from "../store-order/sat/sat-run.js";
import type { SatSolver, SatSolverFactory } from "../store-order/sat/sat-solver.js";
import {
  createStoreOrderCheck,
  listWrites,
  sortByAll,
  type StoreOrder,
} from "../store-order/store-order-check.js";

/**
 * The models by SAT from scratch, as CAV'19 Section 5 has it (X-SAT, and X-CCM+SAT with the partial
 * store order as `known`). An acyclic relation is one that a total order extends; so each relation gets
 * a variable for every pair of operations, with a clause for every way that three of them could go round
 * (where a relation keeps to one variable at a time, as po-loc does: of the operations on one variable).
 * Pairs of writes to one variable have the same variable in all relations: that is ww. What follows from
 * the relation and the known edges alone is filled in beforehand.
 *
 * Clauses grow with the cube of the history: this is the yardstick, not the way to go.
 *
 * Answers a linear extension per relation, or `undefined` where there is no store order.
 * @throws Exhausted when the budget runs out
 */
export function encodeStoreOrders(
  memory: MemoryHistory,
  relations: readonly EdgeList[],
  known: EdgeList,
  factory: SatSolverFactory,
  budget: Budget,
  meter: Meter,
): readonly Int32Array[] | undefined {
  const always = createEdgeList(known.ends.subarray(0, 2 * known.size));
  addInitialReads(memory, always);
  const solver = factory();
  try {
    const run = createSatRun(solver, budget, meter);
    const sharedOrder = createOrderLiterals(memory, meter, run);
    for (const relation of relations) {
      const groups = groupsOf(memory, relation, always);
      const order = sharedOrder.forRelation(relation, always, groups);
      if (order === undefined) return undefined;
      addReadClauses(memory, order, run, meter);
      for (const group of groups) addTransitivity(memory.size, group, order, run, meter);
    }
    if (!run.hasModel()) return undefined;
    const ww = storeOrderOf(memory, solver, sharedOrder.ww);
    const orders = sortByAll(
      relations.map((relation) => createStoreOrderCheck(memory, relation)),
      ww,
    );
    if (orders === undefined) throw new Error("the model of the SAT encoding is not a store order");
    return orders;
  } finally {
    solver.dispose();
  }
}

/** A read of the initial value is before every write to its variable, but for itself. */
function addInitialReads(memory: MemoryHistory, edges: EdgeList): void {
  const { size, isWrite, variable, source } = memory;
  for (let r = 0; r < size; r++)
    if (takesValue(memory, r) && source[r] === INITIAL)
      for (let w = 0; w < size; w++)
        if (isWrite[w] === 1 && variable[w] === variable[r] && w !== r) edges.add(r, w);
}

/** rw[ww] = wr⁻¹ ; ww: another write is before the source of a read, or after the read, or is the read itself. */
function addReadClauses(memory: MemoryHistory, { literal }: OrderLiterals, run: SatRun, meter: Meter): void {
  const { size, isWrite, variable, source } = memory;
  for (let r = 0; r < size; r++) {
    if (source[r] === INITIAL || !takesValue(memory, r)) continue;
    for (let w = 0; w < size; w++) {
      meter.step();
      if (isWrite[w] === 1 && variable[w] === variable[r] && w !== source[r] && w !== r)
        addSimplified(run, [literal[w * size + source[r]], literal[r * size + w]]);
    }
  }
}

/**
 * Operations that an order has to tell apart: all; or those on each variable, where no edge leads from
 * one variable to another (ww and rw never do).
 */
function groupsOf({ size, variables, variable }: MemoryHistory, ...relations: EdgeList[]): Int32Array[] {
  const all = Int32Array.from({ length: size }, (_, o) => o);
  for (const { size: count, ends } of relations)
    for (let i = 0; i < 2 * count; i += 2) if (variable[ends[i]] !== variable[ends[i + 1]]) return [all];
  return Array.from({ length: variables }, (_, x) => all.filter((o) => variable[o] === x));
}

/** No three operations of a group go round, neither way. */
function addTransitivity(
  size: number,
  group: Int32Array,
  { literal }: OrderLiterals,
  run: SatRun,
  meter: Meter,
): void {
  const clause = [0, 0, 0];
  for (let i = 0; i < group.length; i++)
    for (let j = i + 1; j < group.length; j++) {
      const a = group[i];
      const b = group[j];
      const ab = literal[a * size + b];
      for (let k = j + 1; k < group.length; k++) {
        meter.step();
        const c = group[k];
        const bc = literal[b * size + c];
        const ca = literal[c * size + a];
        if (ab !== TRUE && bc !== TRUE && ca !== TRUE) {
          clause[0] = ab;
          clause[1] = bc;
          clause[2] = ca;
          addSimplified(run, clause);
        }
        if (ab !== -TRUE && bc !== -TRUE && ca !== -TRUE) {
          clause[0] = -ab;
          clause[1] = -bc;
          clause[2] = -ca;
          addSimplified(run, clause);
        }
      }
    }
}

/** Adds a clause without the literals that are false, unless one is true. */
function addSimplified(run: SatRun, clause: readonly number[]): void {
  if (!clause.includes(TRUE)) run.addClause(clause.filter((literal) => literal !== -TRUE));
}

/** The writes to each variable as the model has them: by how many are before each. */
function storeOrderOf(memory: MemoryHistory, solver: SatSolver, ww: Int32Array): StoreOrder {
  const { size, variables } = memory;
  const { from, line } = listWrites(memory);
  const holds = (literal: number): boolean => (literal > 0 ? solver.value(literal) : !solver.value(-literal));
  for (let x = 0; x < variables; x++) {
    const writes = line.slice(from[x], from[x + 1]);
    for (const w of writes) {
      let before = 0;
      for (const other of writes) if (other !== w && holds(ww[other * size + w])) before++;
      line[from[x] + before] = w;
    }
  }
  return { from, line };
}
