import { expect, test } from "vitest";
import { fingerprint } from "./fingerprint.js";

test("equal texts have one fingerprint, others have others", () => {
  const texts = Array.from({ length: 20_000 }, (_, i) => `text ${i}`);
  expect(new Set(texts.map(fingerprint)).size).toBe(texts.length);
  expect(fingerprint("text 7")).toBe(fingerprint("text 7"));
  expect(fingerprint("")).toMatch(/^[0-9a-f]{16}$/);
});

test("a fingerprint does not change from one version to the next without need", () => {
  expect(fingerprint("sightline")).toBe("b88d8924206fd528");
});
