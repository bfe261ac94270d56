import { describe, expect, test } from "vitest";
import { type History, isPending } from "../history/history.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { explanations, type OrderCriterion } from "@sightline/testing/order/order-oracle.js";
import { createRandom } from "../random.js";
import { fromRecord, type HistoryRecord } from "@sightline/testing/history/history-record.js";
import { simulate } from "@sightline/testing/history/simulate.js";
import { findType, types, typeNames } from "../types/index.js";
import type { SequentialType } from "../types/type.js";
import { verify } from "./verify.js";

const build = (record: HistoryRecord): History => fromRecord(record) as History;
const reason = (
  history: History,
  linearization: readonly number[],
  type: SequentialType = types.register,
  criterion: OrderCriterion = "linearizability",
): string | undefined => {
  const verification = verify(history, { type, criterion }, { linearization });
  return verification.valid ? undefined : verification.reason;
};

/** Every list of distinct operations, of any length. */
function* arrangements(size: number, prefix: readonly number[] = []): Generator<readonly number[]> {
  yield prefix;
  for (let id = 0; id < size; id++) if (!prefix.includes(id)) yield* arrangements(size, [...prefix, id]);
}

describe("verify accepts exactly what the oracle lists", () => {
  test.each(typeNames)("for every order of random histories of type %s", (name) => {
    const type = findType(name);
    let valid = 0;
    for (let seed = 0; seed < 60; seed++) {
      const history = generateHistory(type, seed, 5);
      for (const criterion of ["linearizability", "sequential"] as const) {
        const explaining = new Set(Array.from(explanations(history, type, criterion), String));
        for (const order of arrangements(history.size)) {
          const expected = explaining.has(String(order));
          if (expected) valid++;
          const told = reason(history, order, type, criterion);
          if ((told === undefined) !== expected) expect({ seed, criterion, order, told }).toBe(expected);
        }
      }
    }
    expect(valid).toBeGreaterThan(50);
  });
});

describe("verify rejects a valid witness once it is damaged:", () => {
  const witnesses = Array.from({ length: 300 }, (_, seed) => {
    const history = generateHistory(types.map, seed);
    return {
      history,
      order: explanations(history, types.map, "linearizability").next().value as readonly number[],
    };
  }).filter(({ order }) => order !== undefined);
  const random = createRandom(1);

  test("there are enough to damage", () => {
    expect(witnesses.length).toBeGreaterThan(100);
    for (const { history, order } of witnesses) expect(reason(history, order, types.map)).toBeUndefined();
  });

  test("an operation that returned is dropped", () => {
    for (const { history, order } of witnesses) {
      const dropped = order.find((id) => !isPending(history, id));
      if (dropped === undefined) continue;
      expect(
        reason(
          history,
          order.filter((id) => id !== dropped),
          types.map,
        ),
      ).toMatch(new RegExp(`^operation ${dropped}, .* is missing: only a pending operation may be left out`));
    }
  });

  test("an operation occurs twice", () => {
    for (const { history, order } of witnesses) {
      if (order.length === 0) continue;
      const repeated = random.pick(order);
      expect(reason(history, [...order, repeated], types.map)).toMatch(/occurs twice$/);
    }
  });

  test("an id is of no operation", () => {
    for (const { history, order } of witnesses)
      for (const id of [-1, history.size, 0.5, Number.NaN, "0" as unknown as number])
        expect(reason(history, [...order, id], types.map)).toMatch(/is not the id of an operation/);
  });

  test("two operations of a session change places", () => {
    for (const { history, order } of witnesses)
      for (const [i, a] of order.entries())
        for (const [j, b] of order.entries()) {
          if (i >= j || history.session[a] !== history.session[b]) continue;
          expect(reason(history, order.with(i, b).with(j, a), types.map)).toMatch(/which happens before it$/);
        }
  });
});

describe("verify says what is wrong", () => {
  const write = { session: 0, method: "write", args: [1], call: 0, return: 1 };
  const read = { session: 1, method: "read", result: null, call: 2, return: 3 };

  test("with real time", () => {
    const history = build({ operations: [write, read] });
    expect(reason(history, [1, 0])).toBe(
      "operation 0, write(1), stands after operation 1, read() => null, but had returned before that was called",
    );
    expect(reason(history, [1, 0], types.register, "sequential")).toBeUndefined();
  });

  test("with real time that an operation left out passes on", () => {
    // #2 was pending when #1 had returned, and #3 follows it, though #3 and #1 overlap.
    const pending = { session: 2, method: "write", args: [2], call: 4 };
    const last = { session: 3, method: "read", result: null, call: 3, return: 9 };
    const history = build({
      operations: [read, { ...write, call: 2, return: 3 }, pending, last],
      happensBefore: [[2, 3]],
    });
    expect(reason(history, [0, 3, 1])).toBe(
      "operation 3, read() => null, stands before operation 1, write(1), which happens before it",
    );
    expect(reason(history, [0, 3, 1], types.register, "sequential")).toBeUndefined();
    const early = { ...last, call: 0, return: 1 };
    expect(reason(build({ operations: [pending, early], happensBefore: [[0, 1]] }), [1])).toBe(
      "operation 1, read() => null, had returned before an operation was called that happens before it",
    );
  });

  test("with session order", () => {
    const history = build({ operations: [write, { ...read, session: 0, call: 0 }] });
    expect(reason(history, [1, 0])).toBe(
      "operation 1, read() => null, stands before operation 0, write(1), which happens before it",
    );
  });

  test("with declared happens-before, through a pending operation that is left out", () => {
    const lost = { session: 2, method: "write", args: [2], call: 0 };
    const history = build({
      operations: [{ ...write, return: 9 }, lost, { ...read, call: 0 }],
      happensBefore: [
        [0, 1],
        [1, 2],
      ],
    });
    expect(reason(history, [2, 0])).toBe(
      "operation 2, read() => null, stands before operation 0, write(1), which happens before it",
    );
  });

  test("with a result, and with an operation that is not possible", () => {
    expect(reason(build({ operations: [write, read] }), [0, 1])).toBe(
      "operation 1, read() => null, would return 1 where it stands",
    );
    const twice = build({ operations: [0, 1].map((session) => ({ session, method: "acquire" })) });
    expect(reason(twice, [0, 1], types.mutex)).toBe(
      "operation 1, acquire(), is not possible where it stands",
    );
  });

  test("with a visibility, which has no place here", () => {
    const history = build({ operations: [write] });
    const claim = { type: types.register, criterion: "linearizability" } as const;
    expect(verify(history, claim, { linearization: [0], visibility: {} })).toEqual({ valid: true });
    expect(verify(history, claim, { linearization: [0], visibility: { "0": [] } })).toEqual({
      valid: false,
      reason: "operation 0 is given a visibility, but here every operation sees all before it",
    });
  });

  test("with something that is no list", () => {
    expect(reason(build({ operations: [write] }), undefined as unknown as number[])).toBe(
      "the linearization is not a list of operation ids",
    );
  });
});

describe("verify starts", () => {
  const history = build({ operations: [{ session: 0, method: "read", result: 5 }], initial: 5 });
  const claim = { type: types.register, criterion: "sequential" } as const;

  test("from the history's initial state, or from the one that is claimed", () => {
    expect(verify(history, claim, { linearization: [0] }).valid).toBe(true);
    expect(verify(history, { ...claim, initial: 6 }, { linearization: [0] }).valid).toBe(false);
  });
});

test("verify takes a long history", () => {
  const history = simulate({ type: types.set, threads: 1, operations: 100_000, values: 24, seed: 1 });
  expect(reason(history, Array.from(history.label.keys()), types.set)).toBeUndefined();
});
