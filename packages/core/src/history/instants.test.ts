import { describe, expect, test } from "vitest";
import { createRandom } from "../random.js";
import { createInstants } from "./instants.js";

/** The positions by the plainest means: sort all instants as big integers, calls before returns. */
function plain(calls: readonly (string | number)[], returns: readonly (string | number)[]) {
  const events = [
    ...calls.map((instant, id) => ({ instant: BigInt(instant), kind: 0, id })),
    ...returns.map((instant, id) => ({ instant: BigInt(instant), kind: 1, id })),
  ];
  events.sort((a, b) =>
    a.instant < b.instant ? -1 : a.instant > b.instant ? 1 : a.kind - b.kind || a.id - b.id,
  );
  const call: number[] = [];
  const ret: number[] = [];
  events.forEach(({ kind, id }, position) => {
    (kind === 0 ? call : ret)[id] = position;
  });
  return { call, ret };
}

function ranked(calls: readonly (string | number)[], returns: readonly (string | number)[]) {
  const instants = createInstants();
  calls.forEach((call, id) => {
    instants.call(id, call);
    expect(instants.return(id, returns[id])).toBe(BigInt(returns[id]) >= BigInt(call));
  });
  const { call, ret } = instants.rank(calls.length);
  return { call: [...call], ret: [...ret] };
}

describe("instants are ranked exactly", () => {
  const bases: [string, bigint, number][] = [
    ["small numbers", 0n, 50],
    ["around zero", -20n, 40],
    ["nanoseconds since 1970", 1_640_362_667_418_021_293n % 10n ** 18n, 50],
    ["nineteen digits", 1_640_362_667_418_021_293n, 50],
    ["around 2^53", 2n ** 53n - 10n, 20],
    ["differences beyond 2^53", 0n, 3e18],
    ["below zero beyond 2^53", -(2n ** 60n), 1000],
  ];
  test.each(bases)("%s", (_, base, span) => {
    const random = createRandom(7);
    for (let round = 0; round < 200; round++) {
      const size = 1 + random.int(8);
      const instant = (least: bigint): string =>
        String(least + BigInt(Math.floor(random.int(1000) * (span / 1000))));
      const calls = Array.from({ length: size }, () => instant(base));
      const returns = calls.map((call) => instant(BigInt(call)));
      const mixed = (text: string): string | number =>
        random.chance(0.3) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
      const [c, r] = [calls.map(mixed), returns.map(mixed)];
      expect(ranked(c, r)).toEqual(plain(c, r));
    }
  });

  test("a plain number after instants beyond 2^53", () => {
    expect(ranked(["900000000000000001", 5], ["900000000000000002", 6])).toEqual({
      call: [2, 0],
      ret: [3, 1],
    });
  });

  test("a return before its call is told", () => {
    const instants = createInstants();
    instants.call(0, "900000000000000002");
    expect(instants.return(0, "900000000000000001")).toBe(false);
  });

  test.each([
    [1.5, '"call" must be an integer'],
    [2 ** 60, '"call" exceeds 2^53: write it as a decimal string'],
    ["1e3", '"call" must be an integer or a decimal string'],
    [null, '"call" must be an integer or a decimal string'],
    ["99999999999999999999", '"call" exceeds 64 bits'],
  ])("refuses %s", (given, reason) => {
    expect(() => createInstants("json").call(0, given)).toThrow(reason);
    const afterBig = createInstants("json");
    afterBig.call(0, "-9223372036854775808");
    expect(() => afterBig.call(1, given)).toThrow(reason);
  });

  test("fractions, as performance.now() gives them: no two that differ become one", () => {
    const random = createRandom(11);
    for (const size of [1, 5, 40, 3000]) {
      const start = 12_345.678;
      // Steps of the last bit, so that any rounding would be seen.
      const calls = Array.from({ length: size }, () => start + random.int(50) * 2 ** -38);
      const returns = calls.map((call) => call + random.int(50) * 2 ** -38);
      const instants = createInstants();
      calls.forEach((call, id) => {
        instants.call(id, call);
        expect(instants.return(id, returns[id])).toBe(true);
      });
      const { call, ret } = instants.rank(size);
      const scaled = (all: readonly number[]) => all.map((instant) => (instant - 12_345) * 2 ** 38);
      expect({ call: [...call], ret: [...ret] }).toEqual(plain(scaled(calls), scaled(returns)));
    }
  });

  test("bigints, as process.hrtime.bigint() gives them", () => {
    const instants = createInstants();
    const start = 9_007_199_254_740_993n;
    for (const [id, [from, to]] of [
      [0n, 3n],
      [1n, 2n],
      [3n, 4n],
    ].entries()) {
      instants.call(id, start + from);
      expect(instants.return(id, start + to)).toBe(true);
    }
    const { call, ret } = instants.rank(3);
    expect([[...call], [...ret]]).toEqual([
      [0, 1, 3],
      [4, 2, 5],
    ]);
    expect(() => createInstants("json").call(0, 1n)).toThrow("must be an integer or a decimal string");
  });

  test.each([
    [1n, 1, '"call" is no bigint, and other times are bigints: take all from one clock'],
    [1n, "1", '"call" is no bigint'],
    [1, 1n, '"call" is a bigint, and other times are none: take all from one clock'],
    [0.5, "1", '"call" is a decimal string, and other times are fractions: take all from one clock'],
    ["1", 0.5, '"call" is a fraction, and other times are decimal strings: take all from one clock'],
    ["900000000000000001", 0.5, '"call" is a fraction'],
  ])("of two clocks are refused: %s and %s", (first, second, reason) => {
    const instants = createInstants();
    instants.call(0, first);
    expect(() => instants.call(1, second)).toThrow(reason);
  });
});
