import { describe, expect, test } from "vitest";
import { wholePart } from "../decompose/parts.js";
import { PENDING } from "../history/history.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { createRandom } from "../random.js";
import { simulate } from "@sightline/testing/history/simulate.js";
import { types } from "../types/index.js";
import { assignSlots, fronts } from "./fronts.js";
import type { Part } from "./part.js";
import { expectSame } from "@sightline/testing/expect-same.js";

const parts: Part[] = [];
for (let seed = 1; parts.length < 150; seed++) {
  const history = generateHistory(types.set, seed);
  if (history.timed) parts.push(wholePart(history, types.set, undefined));
}
for (let seed = 1; seed <= 10; seed++) {
  const history = simulate({ type: types.set, threads: 5, operations: 30, values: 3, seed, pending: 0.1 });
  parts.push(wholePart(history, types.set, undefined));
}

describe("the fronts of a part", () => {
  test("are its returns in order, each with the calls before it", () => {
    for (const part of parts) {
      const { count, returning, frontOf, called } = fronts(part);
      const returned = [...part.ret.keys()].filter((row) => part.ret[row] !== PENDING);
      expect([...returning]).toEqual(returned.sort((a, b) => part.ret[a] - part.ret[b]));
      expect(count).toBe(returned.length);
      for (let row = 0; row < part.size; row++)
        expectSame(frontOf[row], part.ret[row] === PENDING ? count : returning.indexOf(row));
      for (let front = 0; front < count; front++)
        expectSame(called[front], part.call.filter((call) => call < part.ret[returning[front]]).length);
    }
  });
});

describe("slots", () => {
  test("differ among operations that are open at the same time, and are no more than need be", () => {
    for (const [seed, part] of parts.entries()) {
      const at = fronts(part);
      const random = createRandom(seed);
      const wanted = Array.from({ length: part.size }, () => random.chance(0.8));
      const slots = assignSlots(part.size, at, (row) => wanted[row]);
      let most = 0;
      for (let front = 0; front < at.count; front++) {
        const open = wanted.flatMap((wants, row) =>
          wants && row < at.called[front] && at.frontOf[row] >= front ? [slots.of[row]] : [],
        );
        expectSame(new Set(open).size, open.length);
        for (const slot of open) expectSame(slot >= 0 && slot < slots.count, true);
        most = Math.max(most, open.length);
      }
      expect(slots.count).toBe(most);
      wanted.forEach((wants, row) => {
        const inTime = at.count > 0 && row < at.called[at.count - 1];
        expectSame(slots.of[row] >= 0, wants && inTime);
      });
    }
  });
});
