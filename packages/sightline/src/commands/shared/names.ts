import type { Algorithm, ErrorCode } from "@sightline/core";
import { UsageError } from "../../errors/usage-error.js";

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

/** The one of the known names that is given, in whatever capitals; else says which of them was probably meant. */
export async function oneOf<Name extends string>(
  given: string,
  known: readonly Name[],
  what: string,
  code: ErrorCode = "SL4007",
): Promise<Name> {
  if ((known as readonly string[]).includes(given)) return given as Name;
  const { didYouMean, findName } = await import("@sightline/core");
  const found = findName(given, known);
  if (found !== undefined) return found;
  const hint = didYouMean(given, known, `known: ${known.join(", ")}.`);
  throw new UsageError(code, `unknown ${what} "${given}". ${hint[0].toUpperCase()}${hint.slice(1)}`);
}
