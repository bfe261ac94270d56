import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { inChunks, readAll } from "@sightline/testing/formats/read-all.js";
import { BrokenGzip, unpack } from "./unpack.js";

/** What comes out, and the error that ends it. */
async function unpacked(bytes: Uint8Array, size: number): Promise<{ text: string; error?: unknown }> {
  const chunks: Uint8Array[] = [];
  const text = (): string => Buffer.concat(chunks).toString();
  try {
    for await (const chunk of unpack(inChunks(bytes, size))) chunks.push(Buffer.from(chunk));
    return { text: text() };
  } catch (error) {
    return { text: text(), error };
  }
}

/** Text that does not compress to nothing. */
const lines = Array.from({ length: 40_000 }, (_, i) => `${i} ${(i * 7919) % 10_007}\n`).join("");

describe("unpack", () => {
  test.each([1 << 20, 5000, 4097])("gives what was packed, in pieces of %i bytes", async (size) => {
    expect(await unpacked(gzipSync(lines), size)).toEqual({ text: lines });
  });

  test("gives what is not packed as it is, however little arrives at a time", async () => {
    for (const text of ["", "{", "{ add(1) }"])
      expect(await unpacked(Buffer.from(text), 1)).toEqual({ text });
    expect(await unpacked(gzipSync("{ add(1) }"), 1)).toEqual({ text: "{ add(1) }" });
  });

  test("joins what was packed one after another, wherever pieces end", async () => {
    const two = Buffer.concat([gzipSync("one "), gzipSync("two")]);
    for (let size = 1; size <= two.length; size++)
      expect(await unpacked(two, size), `${size}`).toEqual({ text: "one two" });
  });

  test("says where packed data end too early or are damaged, after what could be unpacked", async () => {
    const packed = gzipSync(lines);
    const cut = await unpacked(packed.subarray(0, packed.length >> 1), 5000);
    expect(cut.error).toBeInstanceOf(BrokenGzip);
    expect((cut.error as Error).message).toBe(
      `the compressed data end too early, after ${packed.length >> 1} bytes: is the file cut off?`,
    );
    expect(cut.text.length).toBeGreaterThan(lines.length / 4);
    expect(lines.startsWith(cut.text)).toBe(true);
    const wrongSum = Buffer.from(packed);
    wrongSum[wrongSum.length - 8] ^= 1;
    const damaged = await unpacked(wrongSum, 5000);
    expect(lines.startsWith(damaged.text)).toBe(true);
    expect((damaged.error as Error).message).toMatch(
      /^the compressed data are damaged, .*incorrect data check/,
    );
    const noGzip = await unpacked(Buffer.concat([Buffer.from([0x1f, 0x8b]), deflateSync("x")]), 5000);
    expect((noGzip.error as Error).message).toMatch(/^the compressed data are damaged/);
  });
});

describe("packed histories", () => {
  const history = '{"type":"register",\n"operations":[{"session":0,"method":"write","args":[1]}]}';

  test("are read as if they were not packed", async () => {
    const [item, ...others] = await readAll(gzipSync(history), { file: "h.json.gz" });
    expect(item.history?.size).toBe(1);
    expect(others).toEqual([]);
    const many = `${history.replace("\n", "")}\n`.repeat(3);
    expect(await readAll(gzipSync(many), { file: "h.ndjson.gz" })).toHaveLength(3);
  });

  test("that are cut off have a place: where the text ends", async () => {
    const [item] = await readAll(gzipSync(history).subarray(0, -4), { file: "h.json.gz" });
    expect(item.error?.message).toMatch(
      /^h\.json\.gz:2:58: the compressed data end too early, after \d+ bytes/,
    );
  });
});
