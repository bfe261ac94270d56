import { describe, expect, test } from "vitest";
import { createRandom } from "../random.js";
import { register } from "../types/register.js";
import { partOf } from "@sightline/testing/order/monitor-fuzzing.js";
import { insertAnywhere, momentsOf, sortedBy } from "./moments.js";

const read = (call: number, end?: number) => ({
  method: "read",
  call,
  ...(end === undefined ? {} : { return: end }),
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

  test("sorting is stable, for keys close together and far apart", () => {
    const random = createRandom(1);
    for (const spread of [1, 10, 1_000, 1_000_000_000]) {
      const keys = Array.from({ length: 50 }, () => random.int(spread) - (spread >> 1));
      const expected = [...keys.keys()].sort((a, b) => keys[a] - keys[b] || a - b);
      expect([...sortedBy(keys)]).toEqual(expected);
    }
    expect([...sortedBy([])]).toEqual([]);
  });
});
