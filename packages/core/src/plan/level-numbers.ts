import { type LevelMap, levelOf } from "../criteria/level-map.js";
import { LEVEL } from "../criteria/levels.js";
import type { Problem } from "../visibility/problem.js";

/** The level of each operation of a problem, as the searches number levels. */
export function levelNumbers<Bits>({ labels }: Problem<Bits>, levels: LevelMap): Uint8Array {
  return Uint8Array.from(labels, ({ method }) => LEVEL[levelOf(levels, method)]);
}
