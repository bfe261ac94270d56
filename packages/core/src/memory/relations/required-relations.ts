import type { StoreOrderModel } from "../../criteria/memory-models.js";
import { createEdgeList, type EdgeList } from "./edge-list.js";
import { INITIAL, type MemoryHistory, takesValue } from "../memory-history.js";

/**
 * The relations that the definition of a model asks to be acyclic, each in union with ww ∪ rw[ww], by
 * edges whose transitive closure they are:
 * - SC: po ∪ wr (with the declared edges);
 * - TSO: ppo ∪ wr_e, and po-loc ∪ wr_e.
 *
 * The initial writes need no place: nothing is before them, so that they are on no cycle.
 */
export function requiredRelations(memory: MemoryHistory, model: StoreOrderModel): readonly EdgeList[] {
  if (model === "sc") return [programOrderAndReads(memory)];
  const relations = [preservedProgramOrder(memory), programOrderByVariable(memory)];
  for (const relation of relations) addReads(memory, relation, isExternal(memory));
  return relations;
}

/**
 * Whether a read takes its value from a later write of its own thread. No model allows it, but wr_e leaves
 * such pairs out: CAV'19's TSO, repaired, rejects them first.
 */
export function readsOwnFuture({ size, thread, source }: MemoryHistory): boolean {
  for (let o = 0; o < size; o++) if (source[o] > o && thread[source[o]] === thread[o]) return true;
  return false;
}

function programOrderAndReads(memory: MemoryHistory): EdgeList {
  const { size, first, thread, given } = memory;
  const relation = createEdgeList(given);
  for (let o = 0; o < size; o++) if (o > first[thread[o]]) relation.add(o - 1, o);
  addReads(memory, relation, () => true);
  return relation;
}

/**
 * ppo = po \ (W × R): from each operation to the next of its kind, and from a read to the next write. What
 * drains the store buffer, a fence or a read-modify-write, is in order with all.
 */
function preservedProgramOrder({ threads, first, isWrite, drains }: MemoryHistory): EdgeList {
  const relation = createEdgeList();
  for (let t = 0; t < threads; t++) {
    let read = -1;
    let write = -1;
    for (let o = first[t]; o < first[t + 1]; o++) {
      if (read >= 0) relation.add(read, o);
      if (isWrite[o] === 0) read = o;
      else {
        if (write >= 0) relation.add(write, o);
        write = o;
        if (drains?.[o] === 1) read = o;
      }
    }
  }
  return relation;
}

/** po-loc: from each operation to the next of its thread on the same variable. */
function programOrderByVariable({ threads, first, variable, variables }: MemoryHistory): EdgeList {
  const relation = createEdgeList();
  const latest = new Int32Array(variables).fill(-1);
  for (let t = 0; t < threads; t++)
    for (let o = first[t]; o < first[t + 1]; o++) {
      if (latest[variable[o]] >= first[t]) relation.add(latest[variable[o]], o);
      latest[variable[o]] = o;
    }
  return relation;
}

/** wr_e = wr \ (po ∪ po⁻¹): reads from other threads. */
const isExternal =
  ({ thread, source }: MemoryHistory) =>
  (read: number): boolean =>
    thread[source[read]] !== thread[read];

function addReads(memory: MemoryHistory, relation: EdgeList, counts: (read: number) => boolean): void {
  const { size, source } = memory;
  for (let o = 0; o < size; o++)
    if (source[o] !== INITIAL && takesValue(memory, o) && counts(o)) relation.add(source[o], o);
}
