// @module-tag slow
import { fuzz } from "@sightline/testing/order/judge-monitor.js";
import { partOf } from "@sightline/testing/order/part-of.js";
import { runs, scatter, type Workload } from "@sightline/testing/order/random-run.js";
import { seeds } from "@sightline/testing/seeds.js";
import { databaseRun } from "@sightline/testing/order/database-run.js";
import { sequentiallyConsistent } from "@sightline/testing/order/order-oracle.js";
import { describe, expect, test } from "vitest";
import { check } from "../../check.js";
import { findCriterion } from "../../criteria/criterion.js";
import { createHistoryBuilder } from "../../history/builder.js";
import { parseHistory } from "../../index.js";
import type { Label } from "../../history/history.js";
import type { Value } from "../../history/value.js";
import { createRandom, type Random } from "../../random.js";
import { multiList } from "../../types/multi-list.js";
import { multiRegister } from "../../types/multi-register.js";
import type { SequentialType } from "../../types/type.js";
import { verifyProof } from "../../witness/proof/verify-proof.js";
import { listTransactionMonitor } from "./list-transaction-monitor.js";
import { transactionMonitor } from "./transaction-monitor.js";

/** Transactions of one to three accesses; every value is written, or every element appended, once, but for some. */
const workloadOf = (type: SequentialType, update: "write" | "append") => (random: Random) => (): Workload => {
  let fresh = 1;
  return {
    type,
    ...(random.chance(0.3) && { initial: [["x", update === "append" ? [0] : 0]] }),
    invoke: () => ({
      method: "txn",
      args: [
        Array.from({ length: 1 + random.int(3) }, (): Value => {
          const key = random.pick(["x", "y"]);
          if (random.chance(0.5)) return ["read", key, null];
          return [update, key, random.chance(0.05) ? 1 : fresh++];
        }),
      ],
    }),
  };
};
const workload = workloadOf(multiRegister, "write");
const listWorkload = workloadOf(multiList, "append");

/** A few transactions with results that may not fit, at random times. */
function guess(random: Random): Label[] {
  const values = [0, 1, 2, 3];
  return Array.from({ length: 2 + random.int(4) }, (_, i): Label => {
    const accesses = Array.from({ length: 1 + random.int(2) }, (): [string, Value, Value] =>
      random.chance(0.6)
        ? ["read", random.pick(["x", "y"]), random.chance(0.3) ? null : random.pick(values)]
        : ["write", random.pick(["x", "y"]), random.chance(0.9) ? i : random.pick(values)],
    );
    const asked = accesses.map(([kind, key, value]): Value => [kind, key, kind === "read" ? null : value]);
    return { method: "txn", args: [asked], result: accesses };
  });
}

/** A few transactions on lists with results that may not fit. */
function guessLists(random: Random): Label[] {
  const lists = [[], [0], [1], [0, 1], [1, 0], [0, 1, 2], [2, 0]];
  return Array.from({ length: 2 + random.int(4) }, (_, i): Label => {
    const accesses = Array.from({ length: 1 + random.int(2) }, (): [string, Value, Value] =>
      random.chance(0.6)
        ? ["read", random.pick(["x", "y"]), random.pick(lists)]
        : ["append", random.pick(["x", "y"]), random.chance(0.9) ? i : random.int(3)],
    );
    const asked = accesses.map(([kind, key, value]): Value => [kind, key, kind === "read" ? null : value]);
    return { method: "txn", args: [asked], result: accesses };
  });
}

describe("the monitor of transactions on lists", () => {
  test("agrees with the definition on runs, and its patterns are reasons", () => {
    const random = createRandom(11);
    const tally = fuzz(listTransactionMonitor, seeds(1000), runs(random, listWorkload(random), 6));
    expect(tally.satisfied).toBeGreaterThan(290);
    expect(tally.violated).toBeGreaterThan(80);
  });

  test("agrees with the definition on transactions at random times, and on sessions", () => {
    const random = createRandom(12);
    const tally = fuzz(listTransactionMonitor, seeds(1000), () =>
      partOf(multiList, scatter(random, guessLists(random)), random.chance(0.3) ? [["x", [0]]] : undefined),
    );
    expect(tally.satisfied).toBeGreaterThan(12);
    expect(tally.violated).toBeGreaterThan(290);
    for (let seed = 0; seed < seeds(400); seed++) {
      const builder = createHistoryBuilder({ type: "multi-list" });
      for (const { method, args, result } of guessLists(random))
        builder.add({ session: random.int(3), method, args, result });
      const history = builder.finish();
      expect(
        check(history, { criterion: "serializability", explain: false }).verdict === "satisfied",
        JSON.stringify(history),
      ).toBe(sequentiallyConsistent(history, multiList));
    }
  });
});

describe("the monitor of transactions", () => {
  test("agrees with the definition on runs, and its patterns are reasons", () => {
    const random = createRandom(1);
    const tally = fuzz(transactionMonitor, seeds(1000), runs(random, workload(random), 6));
    expect(tally.satisfied).toBeGreaterThan(290);
    expect(tally.violated).toBeGreaterThan(80);
  });

  test("agrees with the definition on transactions at random times", () => {
    const random = createRandom(2);
    const tally = fuzz(transactionMonitor, seeds(1000), () =>
      partOf(multiRegister, scatter(random, guess(random)), random.chance(0.3) ? [["x", 0]] : undefined),
    );
    expect(tally.satisfied).toBeGreaterThan(28);
    expect(tally.violated).toBeGreaterThan(290);
  });

  test("agrees with the definition on sessions without time", () => {
    const random = createRandom(3);
    const counts = { satisfied: 0, violated: 0 };
    for (let seed = 0; seed < seeds(1000); seed++) {
      const builder = createHistoryBuilder({ type: "multi-register" });
      for (const { method, args, result } of guess(random))
        builder.add({ session: random.int(3), method, args, result });
      const history = builder.finish();
      const { verdict } = check(history, { criterion: "serializability", explain: false });
      expect(verdict === "satisfied", JSON.stringify(history)).toBe(
        sequentiallyConsistent(history, multiRegister),
      );
      counts[verdict as keyof typeof counts]++;
    }
    expect(counts.satisfied).toBeGreaterThan(28);
    expect(counts.violated).toBeGreaterThan(140);
  });

  test("a long run is decided along its order, and a skew in it found", () => {
    const build = (skewed: boolean) => {
      const builder = createHistoryBuilder({ type: "multi-register" });
      const held = new Map<string, number>();
      for (let i = 0; i < 600; i++) {
        const [x, y] = [`k${i % 7}`, `k${(i * 3) % 5}`];
        const found = skewed && i === 500 ? 1 : (held.get(x) ?? null);
        const accesses: Value[] = [
          ["read", x, found],
          ["write", y, i],
        ];
        const asked: Value[] = [
          ["read", x, null],
          ["write", y, i],
        ];
        held.set(y, i);
        builder.add({ session: i % 4, method: "txn", args: [asked], result: accesses });
      }
      return builder.finish();
    };
    expect(check(build(false), { criterion: "serializability" })).toMatchObject({
      verdict: "satisfied",
      stats: { algorithm: "transaction-monitor" },
    });
    expect(check(build(true), { criterion: "serializability", explain: false })).toMatchObject({
      verdict: "violated",
      stats: { algorithm: "transaction-monitor" },
    });
  });
});

describe("long runs of a database", () => {
  const criterion = (timed: boolean) => (timed ? "strict-serializability" : "serializability");
  const types = ["multi-register", "multi-list"] as const;
  const cases = types.flatMap((type) => [true, false].map((timed) => ({ type, timed })));

  test.each(cases)("$type, timed $timed: an order of all, verified", ({ type, timed }) => {
    for (const keys of [5, 300]) {
      const run = { type, timed, keys, transactions: 3000, clients: 12, seed: keys, pending: 0.02 };
      const { verdict, stats } = check(databaseRun(run), { criterion: criterion(timed) });
      expect([verdict, stats.algorithm]).toEqual([
        "satisfied",
        expect.stringContaining("transaction-monitor"),
      ]);
    }
  });

  test.each(cases)(
    "$type, timed $timed: a skew is a circle, with a core that fails by itself",
    ({ type, timed }) => {
      const run = { type, timed, keys: 300, transactions: 3000, clients: 12, seed: 7, skewFrom: 1500 };
      const result = check(databaseRun(run), { criterion: criterion(timed) });
      if (result.verdict !== "violated") throw new Error(`${result.verdict}, not violated`);
      const { kind, cycle = [], core } = result.violation;
      expect(kind).toBe("cycle");
      for (const [i, { from, to, because }] of cycle.entries()) {
        expect(to).toBe(cycle[(i + 1) % cycle.length].from);
        expect(because).toContain(`#${from}`);
        expect(because).toContain(`#${to}`);
      }
      if (core === undefined) return;
      const alone = check(parseHistory(JSON.stringify(core)), {
        criterion: criterion(timed),
        explain: false,
      });
      expect(alone.verdict).toBe("violated");
    },
  );

  test.each(cases)(
    "$type, timed $timed: a circle among a few hundred is told, of registers with a proof",
    (run) => {
      const history = databaseRun({
        ...run,
        keys: 8,
        transactions: 300,
        clients: 12,
        seed: 7,
        skewFrom: 150,
      });
      const result = check(history, { criterion: criterion(run.timed) });
      if (result.verdict !== "violated") throw new Error(`${result.verdict}, not violated`);
      expect(result.violation).toMatchObject({ kind: "cycle", steps: expect.any(Array) });
      const { proof } = result.violation;
      if (run.type === "multi-list") expect(proof).toMatchObject({ kind: "exhausted" });
      else {
        const spec = findCriterion(result.criterion);
        expect(verifyProof(history, spec, { type: multiRegister }, proof)).toEqual({ valid: true });
      }
    },
  );

  test("where no rule tells the order of two writes, both are tried", () => {
    const random = createRandom(5);
    const verdicts = { satisfied: 0, violated: 0 };
    for (let seed = 0; seed < 600; seed++) {
      const builder = createHistoryBuilder({ type: "multi-register" });
      const written = { x: [1, 2], y: [4, 5] };
      for (const key of ["x", "y"] as const)
        for (const value of written[key])
          builder.add({
            session: random.int(6),
            method: "txn",
            args: [[["write", key, value]]],
            result: [["write", key, value]],
          });
      for (let i = 0; i < 4; i++) {
        const key = random.pick(["x", "y"] as const);
        const found: Value = random.pick(written[key]);
        builder.add({
          session: random.int(6),
          method: "txn",
          args: [[["read", key, null]]],
          result: [["read", key, found]],
        });
      }
      const history = builder.finish();
      const { verdict } = check(history, { criterion: "serializability", explain: false });
      expect(verdict === "satisfied", JSON.stringify(history)).toBe(
        sequentiallyConsistent(history, multiRegister),
      );
      verdicts[verdict as keyof typeof verdicts]++;
    }
    expect(Math.min(verdicts.satisfied, verdicts.violated)).toBeGreaterThan(30);
  });
});

describe("what a few transactions found cannot be", () => {
  type Access = readonly [kind: string, key: Value, value: Value];
  /** Transactions one after another on keys of their own, then these. */
  const among = (type: "multi-register" | "multi-list", ...last: readonly (readonly Access[])[]) => {
    const builder = createHistoryBuilder({ type });
    const kind = type === "multi-list" ? "append" : "write";
    const add = (session: number, told: readonly Access[]): void => {
      const asked = told.map(([what, key, value]): Access => [what, key, what === "read" ? null : value]);
      builder.add({ session, method: "txn", args: [asked], result: told });
    };
    for (let i = 0; i < 3000; i++) add(i % 4, [[kind, `k${i}`, i]]);
    for (const [i, told] of last.entries()) add(4 + i, told);
    return builder.finish();
  };

  /** How it is told; its core is told too, and fails by itself. */
  const told = (history: ReturnType<typeof among>) => {
    const result = check(history, { criterion: "serializability" });
    if (result.verdict !== "violated") throw new Error(`${result.verdict}, not violated`);
    const { core, operations, headline, kind } = result.violation;
    const alone = check(parseHistory(JSON.stringify(core)), { criterion: "serializability", explain: false });
    expect([kind, alone.verdict]).toEqual(["core", "violated"]);
    return { operations, headline };
  };

  test.each<[string, "multi-register" | "multi-list", Access[][], number[]]>([
    [
      "in x, which nobody wrote",
      "multi-register",
      [
        [
          ["read", "k7", 7],
          ["read", "x", 99],
        ],
      ],
      [7, 3000],
    ],
    [
      "which #3000 txn([[write,x,1],[write,x,2]])",
      "multi-register",
      [
        [
          ["write", "x", 1],
          ["write", "x", 2],
        ],
        [["read", "x", 1]],
      ],
      [3000, 3001],
    ],
    [
      "as it wrote it itself later",
      "multi-register",
      [
        [
          ["read", "x", 1],
          ["write", "x", 1],
        ],
      ],
      [3000],
    ],
    [
      "where it had found 7",
      "multi-register",
      [
        [
          ["read", "k7", 7],
          ["read", "k7", null],
        ],
      ],
      [7, 3000],
    ],
    [
      "that no transactions leave behind",
      "multi-list",
      [
        [
          ["read", "k7", [7]],
          ["read", "x", [99]],
        ],
      ],
      [7, 3000],
    ],
    [
      "of which neither begins with the other",
      "multi-list",
      [[["append", "x", 1]], [["append", "x", 2]], [["read", "x", [1]]], [["read", "x", [2]]]],
      [3000, 3001, 3002, 3003],
    ],
  ])("%s", (words, type, last, operations) => {
    const { headline, ...rest } = told(among(type, ...last));
    expect(headline).toContain(words);
    expect(rest).toEqual({ operations });
  });
});
