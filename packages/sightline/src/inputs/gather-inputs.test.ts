import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { gatherInputs, keep } from "./gather-inputs.js";

async function* stream(): AsyncGenerator<Uint8Array> {
  for (const text of ["one ", "two ", "three"]) yield await Promise.resolve(Buffer.from(text));
}

describe("a stream that is kept can be read again", () => {
  test("from memory, where it is short", async () => {
    const { source } = await keep(stream());
    expect(source).toEqual({ bytes: Buffer.from("one two three") });
  });

  test("from an open file, where it is long", async () => {
    const kept = await keep(stream(), 5);
    if (!("descriptor" in kept.source)) throw new Error("not a file");
    expect(readFileSync(kept.source.descriptor, "utf8")).toBe("one two three");
    kept.close();
    const { descriptor } = kept.source;
    expect(() => readFileSync(descriptor)).toThrow(/EBADF/);
  });
});

test("arguments that name nothing are told, the others gathered", async () => {
  const { inputs, invalid } = await gatherInputs(["{ read() => 1 }", "no such file"]);
  expect(inputs).toHaveLength(1);
  expect(invalid).toEqual([{ file: "no such file", reason: "no such file or directory", code: "SL2091" }]);
});
