import type { Algorithm } from "@sightline/core";

/** The models of shared memory, weakest first. */
export const memoryModels: readonly string[] = ["cc", "ccv", "cm", "ccm", "wccm", "tso", "sc"];

/** The criteria that `check` decides. */
export const criteria: readonly string[] = [
  "linearizability",
  "sequential",
  "serializability",
  "strict-serializability",
  "weak",
  "basic",
  "monotonic",
  "peer",
  "causal",
  "complete",
  "convergence",
  "return-value",
  "read-my-writes",
  "monotonic-reads",
  "monotonic-writes",
  "writes-follow-reads",
  "session-guarantees",
  "causal-convergence",
  "read-previous-ops",
  "hb-monotonic-reads",
  "read-hb-prefix",
  "trans-vis",
  "lin-monotonic",
  "lin-prefix",
  "single-order",
  ...memoryModels,
];

/** The algorithms that `check` can be told to use. */
export const algorithms: readonly Algorithm[] = [
  "auto",
  "frontier",
  "wing-gong",
  "jit",
  "wgl",
  "wgl-lru",
  "visibility",
  "naive-visibility",
  "naive-visibility-jit",
  "minimal-visibility",
  "minimal-visibility-jit",
  "visearch",
  "clocks",
  "saturation",
  "branch",
  "lazy-sat",
  "enumerate",
  "sat",
  "ccm+enumerate",
  "ccm+sat",
];
