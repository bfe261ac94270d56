import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createRandom, type Random } from "@sightline/core/random.js";
import { readAll } from "@sightline/testing/formats/read-all.js";
import { seeds } from "@sightline/testing/seeds.js";
import { describe, expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../../examples/formats/", import.meta.url));
const samples = readdirSync(folder).filter((name) => !name.endsWith(".md"));

/** A sample with a few bytes changed, left out, doubled or put elsewhere. */
function mutate(random: Random, bytes: Buffer): Buffer {
  let text = bytes;
  for (let times = 1 + random.int(3); times > 0; times--) {
    const at = random.int(text.length + 1);
    const end = Math.min(text.length, at + random.int(random.pick([2, 8, 60])));
    const piece = random.pick([
      Buffer.alloc(0),
      Buffer.from([random.int(256)]),
      Buffer.from(
        random.pick(['"', "{", "]", ":", "-1", "1e9", "null", "\n", " ", ":nil", "@5-1", "|", "[["]),
      ),
      Buffer.concat([text.subarray(at, end), text.subarray(at, end)]),
      text.subarray(random.int(text.length + 1)),
    ]);
    text = Buffer.concat([text.subarray(0, at), piece, text.subarray(end)]);
  }
  return text;
}

describe("a damaged file", () => {
  test.each(samples)("such as %s is read, or told with its place and a code; never a bug", async (name) => {
    const random = createRandom(17);
    const bytes = readFileSync(folder + name);
    let refused = 0;
    for (let seed = 0; seed < seeds(120); seed++) {
      const text = mutate(random, bytes);
      for (const { error } of await readAll(text, {}, random.pick([7, 1 << 16]))) {
        if (error === undefined) continue;
        refused++;
        expect(error.code, text.toString()).toMatch(/^SL\d{4}$/);
        expect(error.line, text.toString()).toBeGreaterThanOrEqual(0);
        if (error.line > 0) expect(error.column, text.toString()).toBeGreaterThan(0);
        expect(error.reason).not.toBe("");
      }
    }
    expect(refused).toBeGreaterThan(10);
  });
});
