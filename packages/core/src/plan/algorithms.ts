import type { Engine } from "../linearize/engine.js";
import { frontier } from "../linearize/frontier.js";
import { jit } from "../linearize/jit.js";
import { wgl } from "../linearize/wgl.js";
import { wglLru } from "../linearize/wgl-lru.js";
import { wingGong } from "../linearize/wing-gong.js";

/** The searches that can be chosen by name: ours, and the papers' own as baselines and second opinions. */
export const engines = {
  frontier,
  "wing-gong": wingGong,
  jit,
  wgl,
  "wgl-lru": wglLru,
} as const satisfies Record<string, Engine>;

/** An algorithm by name. `auto` picks the fastest that is sound: monitors first, then `frontier`. */
export type Algorithm = "auto" | keyof typeof engines;

/** All algorithms by name. */
export const algorithms: readonly Algorithm[] = [
  "auto",
  ...(Object.keys(engines) as (keyof typeof engines)[]),
];
