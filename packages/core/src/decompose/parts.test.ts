import { describe, expect, test } from "vitest";
import { createBudget } from "../budget.js";
import { type History, labelOf, PENDING } from "../history/history.js";
import { wgl } from "../linearize/wgl.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { satisfies } from "@sightline/testing/order/order-oracle.js";
import { fromRecord, type HistoryRecord, toRecord } from "@sightline/testing/history/history-record.js";
import { simulate } from "@sightline/testing/history/simulate.js";
import { findType, types, typeNames } from "../types/index.js";
import { verify } from "../witness/verify.js";
import { jointLabel, jointType } from "./joint-type.js";
import { merge } from "./merge.js";
import { type NamedPart, split, wholePart } from "./parts.js";
import { seeds } from "@sightline/testing/seeds.js";

/** A part has its operations in the order of their calls, with the history's labels and real time. */
function expectFaithful(history: History, part: NamedPart, labelsAreOwn: boolean): void {
  const { ids, call, ret, size } = part;
  expect([...ids]).toEqual([...ids].sort((a, b) => history.call[a] - history.call[b]));
  const positions = [...call, ...ret].filter((position) => position !== PENDING).sort((a, b) => a - b);
  expect(positions).toEqual([...positions.keys()]);
  for (let a = 0; a < size; a++) {
    if (labelsAreOwn) expect(part.labels[part.label[a]]).toEqual(labelOf(history, ids[a]));
    expect(ret[a] === PENDING).toBe(history.ret[ids[a]] === PENDING);
    for (let b = 0; b < size; b++)
      if (ret[a] < call[b] !== history.ret[ids[a]] < history.call[ids[b]]) expect.fail(`rows ${a} and ${b}`);
  }
  expect(part.labels).toHaveLength(new Set(part.label).size);
}

const linearizable = (part: NamedPart) => wgl(part, createBudget());

describe("a history falls into parts", () => {
  test.each(typeNames)("of type %s: all operations, each once, and exactly where it says so", (name) => {
    const type = findType(name);
    for (let seed = 1; seed <= seeds(70); seed++) {
      const history = generateHistory(type, seed);
      if (!history.timed) continue;
      const where = `seed ${seed}: ${JSON.stringify(toRecord(history))}`;
      const { parts, exact } = split(history, type, history.initial);
      expect(parts.flatMap(({ ids }) => [...ids]).sort((a, b) => a - b)).toEqual([...history.label.keys()]);
      for (const part of parts) expectFaithful(history, part, true);
      const found = parts.map(linearizable);
      const all = found.every(({ verdict }) => verdict === "satisfied");
      const truth = satisfies(history, type, "linearizability");
      if (exact) expect(all, where).toBe(truth);
      else if (truth) expect(all, where).toBe(true); // a part that fails refutes the history
      const whole = wholePart(history, type, history.initial);
      expectFaithful(history, whole, history.objects.length === 1);
      expect(linearizable(whole).verdict, where).toBe(truth ? "satisfied" : "violated");
      if (!exact || !all) continue;
      const orders = found.map((one) => (one.verdict === "satisfied" ? one.linearization : []));
      const linearization = merge(history, parts, orders);
      const claim = { type, criterion: "linearizability" } as const;
      expect(verify(history, claim, { linearization }), where).toEqual({ valid: true });
    }
  });

  test("keys that look alike are different ones", () => {
    const keys = [1, "1", [1], "[1]", '["1"]', ["1"], null, "null", true, { a: 1 }, '{"a":1}', 1];
    const operations = keys.map((key, session) => ({
      session,
      method: "put",
      args: [key, 0],
      call: 2 * session,
      return: 2 * session + 1,
    }));
    const { parts } = split(fromRecord({ type: "map", operations }) as History, types.map, undefined);
    expect(parts.map(({ key }) => key)).toEqual(keys.slice(0, -1));
    expect([...parts[0].ids]).toEqual([0, keys.length - 1]);
  });

  const put = (key: number, session: number, call: number, end: number, object?: string) => ({
    session,
    method: "put",
    args: [key, 1],
    call,
    return: end,
    ...(object !== undefined && { object }),
  });
  const partsOf = (record: HistoryRecord) => split(fromRecord(record) as History, types.map, undefined);

  test("by object and key, and names them", () => {
    const operations = [put(1, 0, 0, 1), put(2, 0, 2, 3), put(1, 0, 4, 5), put(1, 0, 6, 7, "o")];
    const { parts, exact } = partsOf({ operations });
    expect(exact).toBe(true);
    expect(parts.map(({ object, key, ids }) => ({ object, key, ids: [...ids] }))).toEqual([
      { object: undefined, key: 1, ids: [0, 2] },
      { object: undefined, key: 2, ids: [1] },
      { object: "o", key: 1, ids: [3] },
    ]);
  });

  test("an object with an operation on all keys stays whole, the others do not", () => {
    const size = { session: 1, method: "size", call: 0, return: 9, object: "a" };
    const operations = [
      put(1, 0, 0, 1, "a"),
      put(2, 0, 2, 3, "a"),
      size,
      put(1, 0, 4, 5, "b"),
      put(2, 0, 6, 7, "b"),
    ];
    expect(partsOf({ operations }).parts.map(({ ids }) => ids.length)).toEqual([3, 1, 1]);
  });

  test("an order from part to part that real time does not give makes the parts inexact", () => {
    const overlapping = [put(1, 0, 0, 5), put(2, 1, 3, 9)];
    expect(partsOf({ operations: overlapping }).exact).toBe(true);
    expect(partsOf({ operations: overlapping, happensBefore: [[0, 1]] }).exact).toBe(false);
    expect(partsOf({ operations: [put(1, 0, 0, 5), put(2, 0, 3, 9)] }).exact).toBe(false);
    const apart = [put(1, 0, 0, 2), put(2, 1, 3, 9)];
    expect(partsOf({ operations: apart, happensBefore: [[0, 1]] }).exact).toBe(true);
  });

  test("orders within a part are kept, through pending operations too", () => {
    const { return: _return, ...pending } = put(1, 0, 0, 5);
    const operations = [put(1, 0, 0, 5), pending, put(1, 0, 4, 6)];
    const [{ order, ids }] = partsOf({ operations }).parts;
    expect([...ids]).toEqual([0, 1, 2]);
    expect(order?.first).toEqual(Int32Array.of(0, 0, 1, 3));
    expect([...(order?.before ?? [])].slice(1).sort((a, b) => a - b)).toEqual([0, 1]);
  });

  test("real time may say it all", () => {
    const history = simulate({ type: types.map, threads: 3, operations: 20, values: 3, seed: 1 });
    expect(wholePart(history, types.map, undefined).order).toBeUndefined();
    expect(split(history, types.map, undefined)).toMatchObject({ exact: true });
  });
});

describe("several objects as one", () => {
  const joint = jointType(types.register, 3);
  const step = (state: readonly unknown[], object: number, method: string, ...args: number[]) => {
    const [outcome] = joint.step(state, { method, args: [object, ...args] }) as readonly {
      state: readonly unknown[];
      result: unknown;
    }[];
    return outcome;
  };

  test("each operation touches its own", () => {
    const start = joint.init(7);
    const { state } = step(start, 1, "write", 5);
    expect([0, 1, 2].map((object) => step(state, object, "read").result)).toEqual([7, 5, 7]);
    expect(step(start, 1, "read").result).toBe(7);
    expect(joint.key?.(state)).not.toBe(joint.key?.(start));
    expect(joint.key?.(step(state, 1, "write", 7).state)).toBe(joint.key?.(start));
  });

  test("labels carry their object, and stay as pure as they were", () => {
    const read = { method: "read", args: [], result: 1 };
    expect(jointLabel(2, read)).toEqual({ method: "read", args: [2], result: 1 });
    expect(joint.pure?.(jointLabel(2, read))).toBe(true);
    expect(joint.pure?.(jointLabel(2, { method: "write", args: [1], result: null }))).toBe(false);
    expect(jointType({ ...types.register, pure: undefined } as never, 2).pure).toBeUndefined();
  });
});
