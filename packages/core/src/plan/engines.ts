import type { OrderAlgorithm } from "../ask/algorithms.js";
import type { Engine } from "../linearize/engine.js";
import { frontier } from "../linearize/frontier.js";
import { jit } from "../linearize/jit.js";
import { wgl } from "../linearize/wgl.js";
import { wglLru } from "../linearize/wgl-lru.js";
import { wingGong } from "../linearize/wing-gong.js";

/** The searches for one order by the names of their algorithms. */
export const engines: Readonly<Record<OrderAlgorithm, Engine>> = {
  frontier,
  "wing-gong": wingGong,
  jit,
  wgl,
  "wgl-lru": wglLru,
};
