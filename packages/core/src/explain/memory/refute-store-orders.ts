import type { MemoryHistory } from "../../memory/memory-history.js";
import { conflicts, overwrites } from "./derived.js";
import { createEdge, initialReadEdges, type Path, recordedEdges, writesTo } from "./edge.js";

import type { Refutation } from "./refutation.js";
import { createRelation, extend, type Paths, type Relation, shortestPaths } from "./relation.js";
import { initialAfterOwnWrite, readOfOwnFuture, storeBufferEdges } from "./store-buffer.js";

/** The deepest that cases nest: beyond it the words help nobody. */
const DEEPEST = 3;

/** Why no store order makes a small history sequentially consistent: a cycle, or cases with a cycle in each. */
export function refuteSc(memory: MemoryHistory, mayGoOn: () => boolean): Refutation | undefined {
  const begin = [...recordedEdges(memory, "po"), ...initialReadEdges(memory)];
  return refuteStoreOrders(memory, createRelation(memory.size, begin), mayGoOn);
}

/** The same for TSO. What po-loc asks is settled at the start; the search is over ppo ∪ wr_e ∪ ww ∪ rw. */
export function refuteTso(memory: MemoryHistory, mayGoOn: () => boolean): Refutation | undefined {
  const cycle = readOfOwnFuture(memory) ?? initialAfterOwnWrite(memory);
  if (cycle !== undefined) return { kind: "cycle", cycle };
  return refuteStoreOrders(memory, createRelation(memory.size, storeBufferEdges(memory)), mayGoOn);
}

function refuteStoreOrders(
  memory: MemoryHistory,
  begin: Relation,
  mayGoOn: () => boolean,
): Refutation | undefined {
  for (let depth = 0; depth === 0 || (depth <= DEEPEST && mayGoOn()); depth++) {
    const found = refute(memory, begin, depth, mayGoOn);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Saturates; if that refutes nothing, tries both orders of each pair of writes that is left open. */
function refute(
  memory: MemoryHistory,
  begin: Relation,
  depth: number,
  mayGoOn: () => boolean,
): Refutation | undefined {
  const { relation, paths, cycle } = saturate(memory, begin);
  if (cycle !== undefined) return { kind: "cycle", cycle };
  if (depth === 0) return undefined;
  const assume = (from: number, to: number): Refutation | undefined =>
    refute(memory, extend(relation, [createEdge(from, to, "ww", { rule: "assumed" })]), depth - 1, mayGoOn);
  for (const [first, second] of openPairs(memory, paths)) {
    if (!mayGoOn()) return undefined;
    const ifBefore = assume(first, second);
    const ifAfter = ifBefore === undefined ? undefined : assume(second, first);
    if (ifBefore !== undefined && ifAfter !== undefined)
      return { kind: "split", first, second, ifBefore, ifAfter };
  }
  return undefined;
}

/**
 * Adds, round by round, what every store order must have: the least transitive relation that is
 * closed under cf and rw. Stops at the first round with a cycle.
 */
function saturate(
  memory: MemoryHistory,
  begin: Relation,
): { readonly relation: Relation; readonly paths: Paths; readonly cycle: Path | undefined } {
  for (let relation = begin; ; ) {
    const paths = shortestPaths(relation);
    const cycle = paths.cycle();
    const fresh =
      cycle === undefined
        ? [...conflicts(memory, paths, "ww"), ...overwrites(memory, paths)].filter(
            ({ from, to }) => !paths.has(from, to),
          )
        : [];
    if (fresh.length === 0) return { relation, paths, cycle };
    relation = extend(relation, fresh);
  }
}

/** The pairs of writes to one variable that the relation leaves in either order. */
function openPairs(memory: MemoryHistory, { has }: Paths): [number, number][] {
  const pairs: [number, number][] = [];
  for (let x = 0; x < memory.names.length; x++) {
    const writes = writesTo(memory, x);
    for (const a of writes) for (const b of writes) if (a < b && !has(a, b) && !has(b, a)) pairs.push([a, b]);
  }
  return pairs;
}
