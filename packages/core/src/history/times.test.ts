import { describe, expect, test } from "vitest";
import { createRandom } from "../random.js";
import { PENDING } from "./history.js";
import { rankBigTimes, rankTimes } from "./times.js";

/** Positions by a plain sort: at one instant calls before returns, and lower ids first. */
function plainRanks(calls: readonly bigint[], returns: readonly bigint[], returned: Uint8Array) {
  const events = calls.flatMap((instant, id) => [
    { instant, isReturn: 0, id },
    ...(returned[id] === 1 ? [{ instant: returns[id], isReturn: 1, id }] : []),
  ]);
  events.sort((a, b) =>
    a.instant < b.instant ? -1 : a.instant > b.instant ? 1 : a.isReturn - b.isReturn || a.id - b.id,
  );
  const call = new Int32Array(calls.length);
  const ret = new Int32Array(calls.length).fill(PENDING);
  events.forEach(({ isReturn, id }, position) => {
    (isReturn === 1 ? ret : call)[id] = position;
  });
  return { call, ret };
}

function randomTimes(n: number, seed: number, span: bigint, from: bigint) {
  const random = createRandom(seed);
  const fraction = () => BigInt(random.int(1 << 30)) * (1n << 30n) + BigInt(random.int(1 << 30));
  const instant = () => from + (fraction() * span) / (1n << 60n);
  const pairs = Array.from({ length: n }, () =>
    [instant(), instant()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
  );
  return {
    calls: pairs.map(([a]) => a),
    returns: pairs.map(([, b]) => b),
    returned: Uint8Array.from({ length: n }, () => (random.chance(0.9) ? 1 : 0)),
  };
}

describe("ranks of times are those of a plain sort", () => {
  const spans: [string, bigint, bigint][] = [
    ["a few instants", 5n, 0n],
    ["16 bits", 1n << 16n, 3n],
    ["just over 16 bits", (1n << 16n) + 2n, -7n],
    ["40 bits, some negative", 1n << 40n, -(1n << 39n)],
    ["53 bits", (1n << 53n) - 2n, 0n],
    ["54 bits: differences that are not exact", (1n << 54n) - 4n, -(1n << 53n) + 2n],
  ];
  test.each(spans)("%s", (_, span, from) => {
    for (const n of [1, 2, 30, 900, 1024, 3000]) {
      const { calls, returns, returned } = randomTimes(n, n, span, from);
      const ranked = rankTimes(
        Float64Array.from(calls, Number),
        Float64Array.from(returns, Number),
        returned,
      );
      expect(ranked).toEqual(plainRanks(calls, returns, returned));
    }
  });

  test.each([10, 3000])("%d times of 64 bits", (n) => {
    const { calls, returns, returned } = randomTimes(n, n, (1n << 64n) - 2n, -(1n << 63n));
    const near = randomTimes(n, n + 1, 40n, 1n << 62n);
    for (const times of [{ calls, returns, returned }, near])
      expect(
        rankBigTimes(BigInt64Array.from(times.calls), BigInt64Array.from(times.returns), times.returned),
      ).toEqual(plainRanks(times.calls, times.returns, times.returned));
  });

  test("in order already", () => {
    const calls = Float64Array.from({ length: 5000 }, (_, i) => 2 * i);
    const returns = calls.map((call) => call + 1);
    const { call, ret } = rankTimes(calls, returns, new Uint8Array(5000).fill(1));
    expect(call).toEqual(Int32Array.from(calls));
    expect(ret).toEqual(Int32Array.from(returns));
  });
});
