/** The searches for one order that can be chosen by name: ours, and the papers' own as second opinions. */
const orderAlgorithms = ["frontier", "wing-gong", "jit", "wgl", "wgl-lru"] as const;

/** The searches for an order and visibilities that can be chosen by name: ours first, then the papers'. */
export const visibilityAlgorithms = [
  "visibility",
  "naive-visibility",
  "naive-visibility-jit",
  "minimal-visibility",
  "minimal-visibility-jit",
  "visearch",
] as const;

/**
 * The ways to decide a shared-memory model that can be chosen by name: `clocks` for the causal ones;
 * for SC and TSO ours, step by step (saturation alone; with branching; with SAT), then CAV'19's own four.
 */
export const memoryAlgorithms = [
  "clocks",
  "saturation",
  "branch",
  "lazy-sat",
  "enumerate",
  "sat",
  "ccm+enumerate",
  "ccm+sat",
] as const;

export type OrderAlgorithm = (typeof orderAlgorithms)[number];
export type VisibilityAlgorithm = (typeof visibilityAlgorithms)[number];
export type MemoryAlgorithm = (typeof memoryAlgorithms)[number];

/** An algorithm by name. `auto` picks the fastest that is sound: monitors first, then a search. */
export type Algorithm = "auto" | OrderAlgorithm | VisibilityAlgorithm | MemoryAlgorithm;

/** The algorithms for `linearizability` and `sequential` by name. */
export const algorithms: readonly ("auto" | OrderAlgorithm)[] = ["auto", ...orderAlgorithms];

/** Whether an algorithm looks for visibilities too. */
export function isVisibilityAlgorithm(algorithm: Algorithm): algorithm is VisibilityAlgorithm {
  return visibilityAlgorithms.some((name) => name === algorithm);
}

/** Whether an algorithm decides shared-memory models. */
export function isMemoryAlgorithm(algorithm: Algorithm): algorithm is MemoryAlgorithm {
  return memoryAlgorithms.some((name) => name === algorithm);
}
