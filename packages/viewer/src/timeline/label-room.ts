import type { Geometry } from "./scene.js";

/** The width of a letter of 12 pixels' height. */
export const LETTER = 7.25;

/** How many characters a bar has room for, in the part of it that is seen. */
export function labelRoom({ gutter, width }: Geometry, x: number, w: number): number {
  return Math.floor((Math.min(x + w, width) - Math.max(x, gutter) - 10) / LETTER);
}
