import { backtrack } from "./backtrack.js";
import { createConfigurations } from "./configurations.js";
import type { Engine } from "./engine.js";

/**
 * WGL: Wing and Gong's search with G. Lowe's memory of every configuration, that is, every pair of
 * (set of linearized operations, state). A. Horn and D. Kroening, "Faster linearizability checking
 * via P-compositionality" (FORTE 2015), Algorithms 1 and 2, with the constant-time hash of §5.1.
 */
export const wgl: Engine = (part, budget) =>
  backtrack(part, budget, createConfigurations(budget, (part.size + 31) >>> 5));
