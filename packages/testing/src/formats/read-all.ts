import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { History } from "@sightline/core";
import { PlacedError } from "@sightline/formats/input-error.js";
import type { Item } from "@sightline/formats/item.js";
import { readHistories, type ReadOptions } from "@sightline/formats/read-histories.js";

/** The bytes in chunks of a given size: readers must not care where chunks end. */
export async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size)
    yield await Promise.resolve(bytes.subarray(start, start + size));
}

/** All items of an input. */
export async function readAll(
  input: string | Uint8Array,
  options: Partial<ReadOptions> = {},
  chunkSize = 1 << 16,
): Promise<Item[]> {
  const bytes = typeof input === "string" ? Buffer.from(input) : input;
  const items: Item[] = [];
  for await (const item of readHistories(inChunks(bytes, chunkSize), { file: "in", ...options }))
    items.push(item);
  return items;
}

/** Where and why a parser fails on a text; "parsed" where it does not. */
export function failureOf(parse: (text: string) => unknown, text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof PlacedError) return `${error.line}:${error.column} ${error.message}`;
    throw error;
  }
  return "parsed";
}

/** The one history of an input. */
export async function readOne(
  input: string | Uint8Array,
  options: Partial<ReadOptions> = {},
): Promise<History> {
  const [item, ...others] = await readAll(input, options);
  if (item.error !== undefined) throw item.error;
  if (others.length > 0) throw new Error(`${others.length} more items: ${others[0].error?.message}`);
  return item.history;
}

/** The message of the one error of an input. */
export async function readError(
  input: string | Uint8Array,
  options: Partial<ReadOptions> = {},
): Promise<string> {
  const items = await readAll(input, options);
  const errors = items.flatMap(({ error }) => (error === undefined ? [] : [error.message]));
  if (errors.length !== 1) throw new Error(`${errors.length} errors in ${items.length} items`);
  return errors[0];
}

/** A file of `test-data/`. */
export function testData(name: string): Buffer {
  return readFileSync(fileURLToPath(new URL(`../../../formats/test-data/${name}`, import.meta.url)));
}
