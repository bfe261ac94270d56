import { describe, expect, test } from "vitest";
import { shorten } from "./shorten.js";

describe("messages that quote too much", () => {
  test("stay as they are while they can be read", () => {
    const message = `unknown field "${"x".repeat(150)}": did you mean "y"?`;
    expect(shorten(message)).toBe(message);
    const long = "word ".repeat(300);
    expect(shorten(long)).toBe(long);
  });

  test("a long number is cut in its middle, the words around it are kept", () => {
    expect(shorten(`the number ${"1234567890".repeat(10_000)} exceeds 2^53`)).toBe(
      `the number ${"1234567890".repeat(6)}…[99,920 characters]…${"1234567890".repeat(2)} exceeds 2^53`,
    );
  });

  test("a long message is cut, though its words are short", () => {
    expect(shorten("word ".repeat(100_000)).length).toBeLessThan(2000);
  });

  test("no character is cut in two", () => {
    for (const text of ["😀".repeat(1000), `x${"😀".repeat(1000)}`])
      expect(shorten(text)).not.toMatch(/\p{Surrogate}/u);
  });
});
