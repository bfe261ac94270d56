import { describe, expect, test } from "vitest";
import { register } from "../types/register.js";
import { partOf } from "@sightline/testing/order/part-of.js";
import { insertAnywhere, momentsOf } from "./moments.js";

const read = (call: number, end?: number) => ({
  method: "read",
  call,
  ...(end !== undefined && { return: end }),
});

describe("moments", () => {
  test("rank calls and returns without holes; pending operations return after all", () => {
    const moments = momentsOf(partOf(register, [read(0, 3), read(1), read(2, 9), read(20)]));
    expect([...moments.call]).toEqual([0, 1, 2, 5]);
    expect([...moments.ret]).toEqual([3, 6, 4, 6]);
    expect(moments.count).toBe(6);
  });

  test("free operations go where real time allows", () => {
    const moments = momentsOf(partOf(register, [read(0, 1), read(2, 3), read(4, 5), read(6, 7), read(0, 9)]));
    const byCall = momentsOf(partOf(register, [read(0, 1), read(0, 9), read(2, 3), read(4, 5), read(6, 7)]));
    expect([...insertAnywhere(byCall, Int32Array.of(0, 3, 4), [2, 1])]).toEqual([0, 2, 3, 4, 1]);
    expect(moments).toEqual(byCall);
  });
});
