import { backtrack } from "./backtrack.js";
import type { Engine } from "./engine.js";
import { createLruConfigurations } from "./lru-configurations.js";

/** How many configurations are remembered unless `cacheSize` says otherwise. */
const defaultCacheSize = 1 << 16;

/**
 * WGL with a bounded cache: when it is full, the configuration that was met least recently is
 * forgotten (FORTE'15 §5.1, "WGL+LRU"). Less memory, and at times much more time.
 */
export const wglLru: Engine = (part, budget, options) =>
  backtrack(
    part,
    budget,
    createLruConfigurations(budget, Math.max(1, options?.cacheSize ?? defaultCacheSize)),
  );
