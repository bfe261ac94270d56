import type { Value } from "@sightline/core";

/** Values nest no deeper than this, here as in files. */
const MAX_DEPTH = 200;

/** The value that a JSON text stands for; `undefined` where it is not JSON, or nests too deep. */
export function parseValue(text: string): Value | undefined {
  if (bracketDepth(text) > MAX_DEPTH) return undefined;
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}

/** How deep the brackets of a JSON text nest, without those in its strings. */
function bracketDepth(text: string): number {
  let [depth, most] = [0, 0];
  for (const [piece] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gsu)) {
    if (piece === "[" || piece === "{") most = Math.max(most, ++depth);
    else if (piece === "]" || piece === "}") depth--;
  }
  return most;
}
