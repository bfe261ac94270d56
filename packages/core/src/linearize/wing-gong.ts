import { backtrack } from "./backtrack.js";
import { forgetful } from "./configurations.js";
import type { Engine } from "./engine.js";

/**
 * J. Wing and C. Gong, "Testing and verifying concurrent objects", J. Parallel and Distributed
 * Computing 17 (1993): the search alone, with no memory of where it has been. The baseline of all
 * others, and quick only where few operations overlap.
 */
export const wingGong: Engine = (part, budget) => backtrack(part, budget, forgetful);
