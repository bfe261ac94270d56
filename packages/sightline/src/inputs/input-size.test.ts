import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { areSmall } from "./input-size.js";

test("what is packed is not small: nobody knows how much is in it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-size-"));
  try {
    for (const [bytes, small] of [
      [Buffer.from("{ read() => 1 }"), true],
      [Buffer.from(""), true],
      [Buffer.alloc(1 << 18), false],
      [gzipSync("{ read() => 1 }"), false],
    ] as const) {
      const path = join(folder, "input");
      writeFileSync(path, bytes);
      const descriptor = openSync(path, "r");
      for (const source of [{ bytes }, { path }, { descriptor }])
        expect(await areSmall([{ name: "input", source }])).toBe(small);
      closeSync(descriptor);
    }
    expect(await areSmall([{ name: "gone", source: { path: join(folder, "gone") } }])).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
