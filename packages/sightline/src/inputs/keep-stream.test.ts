import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { keepStream } from "./keep-stream.js";

async function* stream(): AsyncGenerator<Uint8Array> {
  for (const text of ["one ", "two ", "three"]) yield await Promise.resolve(Buffer.from(text));
}

describe("a stream that is kept can be read again", () => {
  test("from memory, where it is short", async () => {
    const { source } = await keepStream(stream());
    expect(source).toEqual({ bytes: Buffer.from("one two three") });
  });

  test("from an open file, where it is long", async () => {
    const kept = await keepStream(stream(), 5);
    if (!("descriptor" in kept.source)) throw new Error("not a file");
    expect(readFileSync(kept.source.descriptor, "utf8")).toBe("one two three");
    kept.close();
    const { descriptor } = kept.source;
    expect(() => readFileSync(descriptor)).toThrow(/EBADF/);
  });
});
