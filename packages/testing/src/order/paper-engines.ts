import { jit } from "@sightline/core/linearize/jit.js";
import { wglLru } from "@sightline/core/linearize/wgl-lru.js";
import { wgl } from "@sightline/core/linearize/wgl.js";
import { wingGong } from "@sightline/core/linearize/wing-gong.js";
import { type Decider, engineDecider } from "./fuzz.js";

/** The papers' engines as deciders; the bounded cache is so small that it must forget. */
export const paperEngines: readonly Decider[] = [
  engineDecider("wing-gong", wingGong),
  engineDecider("jit", jit),
  engineDecider("wgl", wgl),
  engineDecider("wgl-lru", wglLru, { cacheSize: 3 }),
];
