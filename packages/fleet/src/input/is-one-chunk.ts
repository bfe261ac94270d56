import type { Input } from "../job.js";
import { chunksOf, type Cut } from "./chunk.js";

/** Whether these inputs make one chunk, so that there is nothing to be shared but the search of each history. */
export function isOneChunk(inputs: readonly Input[], format: string | undefined, cut: Cut): boolean {
  const chunks = chunksOf(inputs, format, cut);
  const isOne = chunks.next().done !== true && chunks.next().done === true;
  chunks.return(undefined);
  return isOne;
}
