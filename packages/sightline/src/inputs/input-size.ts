import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { Input } from "@sightline/fleet";

/** How much there is to read: only needed where a bar is drawn. */
export async function totalBytes(inputs: readonly Input[]): Promise<number> {
  if (!process.stderr.isTTY) return 0;
  const sizes = await Promise.all(inputs.map(sizeOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** More than this is not read in the main thread. */
const [SMALL, FEW] = [1 << 17, 100];

/** Whether there is so little to read that the main thread may do it. */
export async function areSmall(inputs: readonly Input[]): Promise<boolean> {
  if (inputs.length > FEW) return false;
  const sizes = await Promise.all(inputs.map(sizeOf));
  return sizes.reduce((sum, size) => sum + size, 0) <= SMALL && !inputs.some(isPacked);
}

/** Whether an input begins as gzip's data do: how much there is in it nobody knows. */
function isPacked({ source }: Input): boolean {
  const start = "bytes" in source ? source.bytes : firstTwo(source);
  return start[0] === 0x1f && start[1] === 0x8b;
}

function firstTwo(source: { readonly path: string } | { readonly descriptor: number }): Uint8Array {
  const start = new Uint8Array(2);
  try {
    const own = "path" in source ? openSync(source.path, "r") : undefined;
    try {
      readSync(own ?? (source as { readonly descriptor: number }).descriptor, start, 0, 2, 0);
    } finally {
      if (own !== undefined) closeSync(own);
    }
  } catch {
    // Whoever reads it will say what is wrong.
  }
  return start;
}

async function sizeOf({ source }: Input): Promise<number> {
  if ("bytes" in source) return source.bytes.length;
  try {
    return "path" in source ? (await stat(source.path)).size : fstatSync(source.descriptor).size;
  } catch {
    return 0;
  }
}
