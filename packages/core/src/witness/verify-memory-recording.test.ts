import { describe, expect, test } from "vitest";
import type { History } from "../history/history.js";
import type { MemoryModel } from "../criteria/memory-models.js";
import { verifyMemory } from "./verify-memory.js";
import {
  historyOf as build,
  readOf as read,
  refusal as reason,
  storeBuffering,
  writeOf as write,
} from "@sightline/testing/memory/memory-refusal.js";

describe("every model", () => {
  const models: readonly MemoryModel[] = ["cc", "ccv", "cm", "ccm", "wccm", "tso"];

  test.each(models)("%s wants each operation once", (model) => {
    const linearization = [0, 1, 2, 3];
    expect(reason(storeBuffering, model, { linearization: [0, 1, 2, 2] })).toMatch(
      /^operation 2, .* occurs twice/,
    );
    expect(reason(storeBuffering, model, { linearization: [0, 1, 2] })).toMatch(
      /^operation 3, read\(x\) => 0, is missing in the linearization: only a pending operation may be left out$/,
    );
    expect(reason(storeBuffering, model, { linearization: [...linearization, 4] })).toMatch(
      /^4 in the linearization is not the id of an operation: ids go from 0 to 3$/,
    );
    expect(reason(storeBuffering, model, { linearization: "0123" as unknown as number[] })).toBe(
      "the linearization is not a list of operation ids",
    );
  });

  test.each(models)("%s allows no read from nowhere, and none of an own later write", (model) => {
    expect(reason("{ write(x,1) } || { read(x) => 2 }", model, { linearization: [0, 1] })).toBe(
      "operation 1, read(x) => 2, is out of thin air: nothing that took effect wrote that value",
    );
    expect(reason("{ read(x) => 1; write(x,1) }", model, { linearization: [0, 1] })).toBe(
      "operation 0, read(x) => 1, takes its value from a later write of its own session",
    );
  });

  test("wants reads and writes alone", () => {
    expect(reason("{ write(x,1) => 5 }", "cc", { linearization: [0] })).toBe(
      "operation 0, write(x,1) => 5, returned a value, but a write returns null",
    );
    expect(reason("{ swap(x,1) }", "cc", { linearization: [0] })).toBe(
      "operation 0, swap(x,1), is neither a read nor a write",
    );
  });
});

describe("the sources", () => {
  const twice = "{ write(x,1) } || { write(x,1) } || { read(x) => 1 }";
  const sources = (told: Record<string, number>) =>
    reason(twice, "cc", { linearization: [0, 2, 1], sources: told });

  test("must tell which of several writes a read took", () => {
    expect(reason(twice, "cc", { linearization: [0, 1, 2] })).toBe(
      "operation 2, read(x) => 1, may take its value from any of 2: the sources must tell which",
    );
    expect(sources({ "2": 0 })).toBeUndefined();
    expect(sources({ "2": 1 })).toMatch(
      /^operation 2, .* stands in the linearization before operation 1, .* which it reads from$/,
    );
  });

  test("must fit the values", () => {
    expect(sources({ "2": -1 })).toBe(
      "operation 2, read(x) => 1, cannot take its value from the initial value",
    );
    expect(sources({ "2": 2 })).toBe("operation 2, read(x) => 1, cannot take its value from operation 2");
    expect(sources({ "0": 1, "2": 0 })).toMatch(/^the sources name 0, which is not an observed read/);
    expect(
      reason("{ read(x) => 1; write(x,1) } || { write(x,1) }", "cc", {
        linearization: [2, 0, 1],
        sources: { "0": 1 },
      }),
    ).toBe("operation 0, read(x) => 1, takes its value from a later write of its own session");
  });

  test("tell the initial value from a write of the same value", () => {
    const history = "{ write(x,0) } || { read(x) => 0 }";
    expect(reason(history, "cc", { linearization: [1, 0], sources: { "1": -1 } })).toBeUndefined();
    expect(reason(history, "ccm", { linearization: [0, 1], sources: { "1": 0 } })).toBeUndefined();
    expect(reason(history, "ccm", { linearization: [0, 1], sources: { "1": -1 } })).toBe(
      "operation 1, read(x) => 0, reads what operation 0, write(x,0), overwrites, but stands after it in the linearization",
    );
  });

  test("are checked for sc where the witness has them", () => {
    expect(reason(twice, "sc", { linearization: [0, 1, 2] })).toBeUndefined();
    expect(reason(twice, "sc", { linearization: [0, 1, 2], sources: { "2": 1 } })).toBeUndefined();
    expect(reason(twice, "sc", { linearization: [0, 1, 2], sources: { "2": 0 } })).toBe(
      "operation 2, read(x) => 1, takes its value from operation 0, but in the linearization operation 1 is the last before it",
    );
  });
});

describe("the initial values", () => {
  const record = { operations: [read(0, "x", 7), write(1, "x", 1)] };

  test("come from the claim, from the history, or are 0", () => {
    const witness = { linearization: [0, 1] };
    const claims = (history: History, initial?: Record<string, number>) =>
      verifyMemory(history, { model: "ccm", ...(initial !== undefined && { initial }) }, witness).valid;
    expect(claims(build(record))).toBe(false);
    expect(claims(build({ ...record, initial: { x: 7 } }))).toBe(true);
    expect(claims(build({ ...record, initial: [["x", 7]] }))).toBe(true);
    expect(claims(build({ ...record, initial: { y: 7 } }))).toBe(false);
    expect(claims(build({ ...record, initial: { x: 7 } }), { x: 8 })).toBe(false);
    expect(claims(build(record), { x: 7 })).toBe(true);
  });

  test("may be read as null; an initial null is nothing else", () => {
    const nulls = (initial: Record<string, number | null>, seen: number | null) =>
      reason(build({ operations: [read(0, "x", seen)], initial }), "cc", { linearization: [0] });
    expect(nulls({ x: 7 }, null)).toBeUndefined();
    expect(nulls({ x: null }, null)).toBeUndefined();
    expect(nulls({ x: null }, 0)).toMatch(/out of thin air/);
  });

  test("belong to each object's variable", () => {
    const operations = [
      { ...write(0, "x", 1), object: "a" },
      { ...read(0, "x", 0), object: "b" },
    ];
    expect(reason(build({ operations }), "ccm", { linearization: [0, 1] })).toBeUndefined();
    const same = operations.map((operation) => ({ ...operation, object: "a" }));
    expect(reason(build({ operations: same }), "ccm", { linearization: [0, 1] })).toMatch(
      /reads the initial value/,
    );
  });
});

describe("an operation that is pending", () => {
  const pending = { session: 1, method: "write", args: ["x", 2], call: 0 };
  const history = build({
    operations: [
      { ...write(0, "x", 1), call: 0, return: 1 },
      pending,
      { ...read(2, "x", 2), call: 2, return: 3 },
      { ...read(1, "x", 1), call: 0 },
    ],
    happensBefore: [
      [0, 1],
      [1, 2],
    ],
  });

  test("may be left out, unless somebody read it", () => {
    expect(reason(history, "cc", { linearization: [0, 1, 2] })).toBeUndefined();
    expect(reason(history, "cc", { linearization: [0, 1, 2, 3] })).toMatch(/^operation 3, .* overwrites/);
    expect(reason(history, "cc", { linearization: [0, 2] })).toMatch(/^operation 2, .* is out of thin air/);
  });

  test("still passes order on", () => {
    const through = build({
      operations: [
        { ...write(0, "x", 1), call: 0, return: 1 },
        pending,
        { ...read(2, "x", 0), call: 2, return: 3 },
      ],
      happensBefore: [
        [0, 1],
        [1, 2],
      ],
    });
    expect(reason(through, "cc", { linearization: [2, 0] })).toMatch(/is declared to happen before it$/);
    expect(reason(through, "cc", { linearization: [0, 2] })).toMatch(
      /^operation 2, .* reads the initial value/,
    );
  });
});

describe("a read that nobody observed", () => {
  test("is listed and constrains nothing", () => {
    const history = build({ operations: [write(0, "x", 1), read(0, "x"), read(1, "x", 0)] });
    expect(reason(history, "ccm", { linearization: [2, 0, 1] })).toBeUndefined();
    expect(reason(history, "ccm", { linearization: [2, 0] })).toMatch(/^operation 1, read\(x\), is missing/);
    expect(reason(history, "wccm", { linearization: [1, 2, 0], poLoc: [2, 0, 1] })).toBeUndefined();
    expect(
      reason(history, "tso", { linearization: [2, 1, 0], execution: [0, 1, 2, 0], storeOrder: { x: [0] } }),
    ).toBeUndefined();
  });
});
