import { describe, expect, test } from "vitest";
import { createRandom } from "../../random.js";
import { createEdge, type Edge } from "./edge.js";
import { createRelation, extend, shortestPaths } from "./relation.js";

const recorded = (from: number, to: number): Edge => createEdge(from, to, "po", { rule: "recorded" });
const derived = (from: number, to: number): Edge => createEdge(from, to, "ww", { rule: "assumed" });

/** The least weight of a path with at least one edge, by trying every simple one. */
function leastWeight(edges: readonly Edge[], from: number, to: number, seen: readonly number[] = []): number {
  let best = Infinity;
  for (const edge of edges) {
    if (edge.from !== from || seen.includes(edge.to)) continue;
    const rest = edge.to === to ? 0 : leastWeight(edges, edge.to, to, [...seen, edge.to]);
    best = Math.min(best, edge.weight + rest);
  }
  return best;
}

describe("a relation", () => {
  test("has the simplest path for each pair of its closure, and its simplest cycle", () => {
    const random = createRandom(1);
    let cycles = 0;
    for (let round = 0; round < 300; round++) {
      const size = 1 + random.int(6);
      const edges: Edge[] = [];
      for (let a = 0; a < size; a++)
        for (let b = 0; b < size; b++)
          if (a !== b && random.chance(0.3)) edges.push((random.chance(0.5) ? recorded : derived)(a, b));
      const paths = shortestPaths(createRelation(size, edges));
      for (let a = 0; a < size; a++)
        for (let b = 0; b < size; b++) {
          const least = leastWeight(edges, a, b);
          expect(paths.length(a, b)).toBe(least);
          expect(paths.has(a, b)).toBe(least < Infinity);
          const path = paths.path(a, b);
          if (least === Infinity) expect(path).toEqual([]);
          else {
            expect([path[0].from, path.at(-1)?.to]).toEqual([a, b]);
            path.forEach((edge, i) => i > 0 && expect(edge.from).toBe(path[i - 1].to));
            expect(path.reduce((sum, { weight }) => sum + weight, 0)).toBe(least);
          }
        }
      const least = Math.min(...Array.from({ length: size }, (_, a) => leastWeight(edges, a, a)));
      const cycle = paths.cycle();
      expect(cycle?.reduce((sum, { weight }) => sum + weight, 0) ?? Infinity).toBe(least);
      if (cycle === undefined) continue;
      cycles++;
      expect(cycle[0].from).toBe(cycle.at(-1)?.to);
    }
    expect(cycles).toBeGreaterThan(100);
  });

  test("keeps the first edge of each pair", () => {
    const [first, second] = [recorded(0, 1), derived(0, 1)];
    expect(createRelation(2, [first, second]).edges[1]).toBe(first);
    expect(extend(createRelation(2, [first]), [second, derived(1, 0)]).edges[1]).toBe(first);
  });

  test("of nothing has no cycle", () => {
    expect(shortestPaths(createRelation(0, [])).cycle()).toBeUndefined();
  });

  test("prefers a plain path to a step that needs a long proof", () => {
    const path = [recorded(0, 1), recorded(1, 2), recorded(2, 3)];
    const proved = createEdge(0, 3, "ww", { rule: "composed", path });
    expect(shortestPaths(createRelation(4, [...path, proved])).path(0, 3)).toEqual(path);
  });
});
