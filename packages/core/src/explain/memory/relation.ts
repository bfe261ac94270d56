import type { Edge, Path } from "./edge.js";

/** A relation over few operations, at most one edge per pair: the first that was added. */
export interface Relation {
  readonly size: number;
  /** At from × size + to. */
  readonly edges: readonly (Edge | undefined)[];
}

/** A relation of the given edges. */
export function createRelation(size: number, edges: Iterable<Edge>): Relation {
  const table = new Array<Edge | undefined>(size * size).fill(undefined);
  for (const edge of edges) table[edge.from * size + edge.to] ??= edge;
  return { size, edges: table };
}

/** The relation with more edges. */
export function extend({ size, edges }: Relation, more: Iterable<Edge>): Relation {
  return createRelation(size, [...edges.filter((edge) => edge !== undefined), ...more]);
}

/**
 * The transitive closure of a relation, with a path for each pair of it: the one of least weight. Among
 * recorded edges that is the shortest.
 */
export interface Paths {
  /** Whether a path of one edge or more leads from a to b. */
  has(a: number, b: number): boolean;
  /** What there is to tell of the simplest one: the sum of its weights. Infinite without one. */
  length(a: number, b: number): number;
  /** The simplest path. Empty where there is none. */
  path(a: number, b: number): Path;
  /** The simplest cycle, if there is one. */
  cycle(): Path | undefined;
}

/** All paths of least weight, by the algorithm of Floyd and Warshall. */
export function shortestPaths({ size, edges }: Relation): Paths {
  const far = Float64Array.from(edges, (edge) => (edge === undefined ? Infinity : edge.weight));
  const next = Int32Array.from(edges, (edge) => edge?.to ?? -1); // the operation after `a` on the way to `b`
  for (let via = 0; via < size; via++)
    for (let a = 0; a < size; a++) {
      const first = far[a * size + via];
      if (first === Infinity) continue;
      for (let b = 0; b < size; b++) {
        const sum = first + far[via * size + b];
        if (sum >= far[a * size + b]) continue;
        far[a * size + b] = sum;
        next[a * size + b] = next[a * size + via];
      }
    }
  const path = (a: number, b: number): Path => {
    const found: Edge[] = [];
    if (far[a * size + b] === Infinity) return found;
    for (let at = a; at !== b || found.length === 0; at = next[at * size + b])
      found.push(edges[at * size + next[at * size + b]] as Edge);
    return found;
  };
  return {
    has: (a, b) => far[a * size + b] !== Infinity,
    length: (a, b) => far[a * size + b],
    path,
    cycle() {
      let best = 0;
      for (let a = 1; a < size; a++) if (far[a * size + a] < far[best * size + best]) best = a;
      return size === 0 || far[best * size + best] === Infinity ? undefined : path(best, best);
    },
  };
}
