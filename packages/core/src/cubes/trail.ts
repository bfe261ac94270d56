import { Exhausted } from "../budget.js";
import { atLeast } from "../linearize/at-least.js";
import { type Cube, WHOLE } from "./cube.js";
import type { Writable } from "../writable.js";

/**
 * The forks at which a depth-first search stands, so that it can begin in the middle of its tree and tell where it
 * stopped. A search opens a fork for each choice and asks for its ways one by one.
 */
export interface Trail {
  /** Opens a fork of so many ways, below the present way of the innermost. */
  open(count: number): void;
  /** The next way to try of the innermost fork; -1 where none is left, and then that fork is closed. */
  next(): number;
  /**
   * Whether the search stands on the way that its cube begins with, or at its end. What is there may be in the
   * search's memo, for it stood there before or was told that others have tried ways of it; it is not done for all that.
   */
  readonly resuming: boolean;
  /** What is left to be searched, the present place included. */
  rest(): Cube;
}

/**
 * A trail that begins with a cube.
 *
 * @param forks how many forks may be opened besides those of the cube before `open` throws `Exhausted`
 */
export function createTrail(cube: Cube = WHOLE, forks = Infinity): Trail {
  let ways = new Int32Array(16);
  let ends = new Int32Array(16);
  let depth = 0;
  /** The forks of the cube that are still ahead, or whose first way is being tried. */
  let guided = cube.ways.length;
  /** Whether no way of the innermost fork has been asked for yet. */
  let fresh = false;
  let left = forks;
  const trail: Writable<Trail> = {
    resuming: true,
    open(count) {
      const isGuided = depth < guided;
      if (isGuided && cube.ends[depth] > count)
        throw new Error(
          `the cube has ${cube.ends[depth]} ways at fork ${depth}, the search ${count}: is it of another history?`,
        );
      if (!isGuided && left-- <= 0) throw new Exhausted("states");
      trail.resuming &&= isGuided;
      ways = atLeast(ways, depth + 1);
      ends = atLeast(ends, depth + 1);
      ways[depth] = isGuided ? cube.ways[depth] - 1 : -1;
      ends[depth] = isGuided ? cube.ends[depth] : count;
      depth++;
      fresh = true;
    },
    next() {
      const way = ++ways[depth - 1];
      fresh = false;
      if (depth > guided || way > cube.ways[depth - 1]) {
        // Beyond the first way of a fork of the cube, nothing below it is told by the cube.
        guided = Math.min(guided, depth);
        trail.resuming = false;
      }
      if (way < ends[depth - 1]) return way;
      depth--;
      guided = Math.min(guided, depth);
      return -1;
    },
    rest() {
      const known = fresh ? depth - 1 : depth;
      return {
        ...cube,
        ways: [...ways.subarray(0, known), ...cube.ways.slice(known, guided)],
        ends: [...ends.subarray(0, known), ...cube.ends.slice(known, guided)],
      };
    },
  };
  return trail;
}
