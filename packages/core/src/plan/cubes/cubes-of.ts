import { type Cube, splitCube, WHOLE } from "../../cubes/cube.js";
import type { CubeAnswer, CubeBounds, CubeSearch } from "./cube-search.js";

/** What a search was cut into, or what was found while it was cut. */
export type Cut =
  | { readonly verdict: "satisfied" | "violated"; readonly answer: CubeAnswer }
  | { readonly verdict: "open"; readonly cubes: readonly Cube[] };

/**
 * Cuts a search into cubes: at least as many as wanted, unless it is decided before, or its forks are fewer. They share
 * nothing, and together with what was searched on the way, in vain, they are all.
 *
 * Always the cube that is nearest to the root is cut. It is first searched until it comes to a fork; a cube with no
 * solution disappears.
 */
export function cubesOf(search: CubeSearch, wanted: number, bounds: CubeBounds = {}): Cut {
  let cubes: readonly Cube[] = [WHOLE];
  while (cubes.length > 0 && cubes.length < wanted) {
    const [first, ...others] = [...cubes].sort((a, b) => a.ways.length - b.ways.length);
    const halves = splitCube(first);
    if (halves !== undefined) {
      cubes = [...others, ...halves];
      continue;
    }
    const answer = search.decide(first, { ...bounds, forks: 1 });
    if (answer.verdict === "satisfied") return { verdict: "satisfied", answer };
    if (answer.verdict === "violated") cubes = others;
    else if (answer.reason !== undefined && answer.reason !== "states") return { verdict: "open", cubes };
    // What has to be searched in another way is so from its root: nothing else need be.
    else cubes = answer.reason === undefined ? [answer.rest] : [...others, answer.rest];
  }
  if (cubes.length > 0) return { verdict: "open", cubes };
  return { verdict: "violated", answer: { verdict: "violated", states: 0 } };
}
