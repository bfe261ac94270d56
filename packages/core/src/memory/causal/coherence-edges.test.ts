import { describe, expect, test } from "vitest";
import { memoryOf } from "@sightline/testing/memory/generate-memory.js";
import {
  conflictOrder,
  externalReads,
  literalHistory,
  orderByVariable,
} from "@sightline/testing/memory/memory-oracle.js";
import { smallMemories } from "@sightline/testing/memory/small-memories.js";
import {
  add,
  closure,
  has,
  isIrreflexive,
  isSame,
  type Relation,
  relation,
  union,
} from "@sightline/testing/memory/relation.js";
import { coherenceEdges } from "./coherence-edges.js";

/** The union of hb^po-loc_o over all operations o, closed: rules 1 and 2 as they are written. */
function literalHbPoLoc(history: ReturnType<typeof literalHistory>): Relation {
  const { size, isWrite, variable, source } = history;
  const poLoc = orderByVariable(history);
  const co = closure(union(poLoc, externalReads(history)));
  let all: Relation = new Int32Array(size);
  for (let o = 0; o < size; o++) {
    let hb = relation(size, (a, b) => has(co, a, b) && has(co, a, o) && (b === o || has(co, b, o)));
    for (let grown = true; grown; ) {
      const next = hb.slice();
      for (let r = 0; r < size; r++)
        for (let w = 0; w < size; w++) {
          const isRead = !isWrite[r] && (r === o || has(poLoc, r, o));
          const isOther = isWrite[w] && variable[w] === variable[r] && w !== source[r];
          if (isRead && isOther && has(hb, w, r)) add(next, w, source[r]);
        }
      const closed = closure(next);
      grown = !isSame(closed, hb);
      hb = closed;
    }
    all = union(all, hb);
  }
  return closure(all);
}

describe("coherenceEdges", () => {
  test("with po-loc and wr_e they generate hb^po-loc, which contains its own conflicts", () => {
    const wrong: number[] = [];
    let compared = 0;
    for (const [seed, memory] of smallMemories(3_000, "none given")) {
      const edges = coherenceEdges(memory);
      if ("clue" in edges) continue;
      const history = literalHistory(memory);
      const literal = literalHbPoLoc(history);
      const added = new Int32Array(history.size);
      for (let i = 0; i < 2 * edges.size; i += 2) add(added, edges.ends[i], edges.ends[i + 1]);
      const generated = closure(union(orderByVariable(history), externalReads(history), added));
      const conflicts = conflictOrder(history, literal, externalReads(history));
      if (!isSame(generated, literal) || !isSame(union(literal, conflicts), literal)) wrong.push(seed);
      compared++;
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(1_500);
  });

  test("it refuses only a read of the own later write and what makes hb^po-loc cyclic", () => {
    const wrong: number[] = [];
    let refused = 0;
    for (const [seed, memory] of smallMemories(3_000, "none given")) {
      if (!("clue" in coherenceEdges(memory))) continue;
      refused++;
      const { source, thread } = memory;
      const readsFuture = source.some((w, r) => w > r && thread[w] === thread[r]);
      if (!readsFuture && isIrreflexive(literalHbPoLoc(literalHistory(memory)))) wrong.push(seed);
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(100);
  });

  test("the clue is what was seen and the read that forgot it", () => {
    const forgot = memoryOf("Wx1 | Rx1 Rx0");
    expect(coherenceEdges(forgot)).toEqual({ clue: [0, 2] });
  });
});
