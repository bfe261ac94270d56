import { createRandom } from "@sightline/core";
import { expect, test } from "vitest";
import { fromBase85, toBase85 } from "./base85.js";

test("bytes come back, however many, in characters that are no markup", () => {
  const random = createRandom(1);
  for (let length = 0; length < 400; length++) {
    const bytes = Uint8Array.from({ length }, () => (random.chance(0.2) ? 255 : random.int(256)));
    const text = toBase85(bytes);
    expect(text).toMatch(/^[!(-;=-|]*$/);
    expect(text).toHaveLength(Math.ceil((length * 5) / 4));
    expect(fromBase85(text)).toEqual(bytes);
  }
});
