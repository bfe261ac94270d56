import { Buffer as Ours } from "./buffer.js";
import { isAscii } from "./node-buffer.js";
import { expect, test } from "vitest";

test("bytes become texts and texts bytes, as Node has it", () => {
  const text = "aé😀\u0000z";
  expect([...Ours.from(text)]).toEqual([...Buffer.from(text)]);
  expect(Ours.from(text).toString()).toBe(text);
  for (const [from, to] of [
    [0, 4],
    [1, 3],
    [2, 99],
  ])
    expect(Ours.from(text).toString("latin1", from, to)).toBe(Buffer.from(text).toString("latin1", from, to));
  expect([...Ours.from("é", "latin1")]).toEqual([...Buffer.from("é", "latin1")]);
  const long = "x".repeat(100_000);
  expect(Ours.from(long).toString("latin1")).toBe(long);
});

test("a view shares its bytes, a copy does not, and a part is of the same kind", () => {
  const bytes = Uint8Array.of(1, 2, 3, 4);
  const view = Ours.from(bytes.buffer, 1, 2);
  const copy = Ours.from(bytes);
  bytes[1] = 9;
  expect([...view]).toEqual([9, 3]);
  expect([...copy]).toEqual([1, 2, 3, 4]);
  expect(view.subarray(1)).toBeInstanceOf(Ours);
  expect(Ours.concat([copy, view])).toEqual(Ours.from(Uint8Array.of(1, 2, 3, 4, 9, 3)));
  expect(Ours.allocUnsafe(5)).toHaveLength(5);
});

test("ASCII is below 128", () => {
  expect([isAscii(Uint8Array.of(0, 127)), isAscii(Uint8Array.of(128))]).toEqual([true, false]);
});
