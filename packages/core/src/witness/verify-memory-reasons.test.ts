import { describe, expect, test } from "vitest";
import type { Witness } from "../result.js";
import {
  historyOf as build,
  readOf as read,
  refusal as reason,
  storeBufferRun,
  storeBuffering,
  writeOf as write,
} from "@sightline/testing/memory/memory-refusal.js";

describe("cc", () => {
  test("wants causality in order and no source overwritten", () => {
    const history = "{ write(x,1); write(x,2); write(y,1) } || { read(y) => 1; read(x) => 1 }";
    expect(reason(history, "cc", { linearization: [1, 0, 2, 3, 4] })).toMatch(
      /^operation 1, write\(x,2\), stands in the linearization before operation 0, write\(x,1\), which precedes it in its session$/,
    );
    expect(reason(history, "cc", { linearization: [0, 3, 1, 2, 4] })).toMatch(
      /before operation 2, .* which it reads from$/,
    );
    expect(reason(history, "cc", { linearization: [0, 1, 2, 3, 4] })).toBe(
      "operation 4, read(x) => 1, reads from operation 0, which operation 1, write(x,2), overwrites in its causal past",
    );
    expect(
      reason("{ write(x,1); write(y,1) } || { read(y) => 1; read(x) => 0 }", "cc", {
        linearization: [0, 1, 2, 3],
      }),
    ).toBe(
      "operation 3, read(x) => 0, reads the initial value, but operation 0, write(x,1), causally precedes it",
    );
  });
});

describe("ccv", () => {
  test("wants the last write of the causal past", () => {
    const history = "{ write(x,1) } || { write(x,2); read(x) => 1; read(x) => 1 }";
    expect(reason(history, "ccv", { linearization: [1, 0, 2, 3] })).toBeUndefined();
    expect(reason(history, "ccv", { linearization: [0, 1, 2, 3] })).toBe(
      "operation 2, read(x) => 1, does not take the last write to its variable in its causal past, which is operation 1, write(x,2), or later",
    );
  });
});

describe("cm", () => {
  const history = "{ write(x,2); read(x) => 1 } || { write(x,1); read(x) => 2 }"; // CAV'19 Fig. 1a
  const linearization = [0, 2, 1, 3];
  const views = (threads?: Record<string, readonly number[]>) =>
    reason(history, "cm", { linearization, ...(threads !== undefined && { threads }) });

  test("wants an order for each session, in which its own reads return the last write", () => {
    expect(views({ "0": [0, 2, 1], "1": [2, 0, 3] })).toBeUndefined();
    expect(views({ "0": [2, 0, 1], "1": [2, 0, 3] })).toBe(
      "operation 1, read(x) => 1, takes its value from operation 2, but in the order of session 0 operation 0 is the last before it",
    );
  });

  test("wants them whole", () => {
    expect(views()).toBe("the witness has no threads: an order for each session");
    expect(views({ "0": [0, 2, 1] })).toBe("operation 3, read(x) => 2, is missing in the order of session 1");
    expect(views({ "0": [0, 1], "1": [2, 0, 3] })).toBe(
      "operation 1, read(x) => 1, stands in the order of session 0 but not operation 2, write(x,1), which it reads from",
    );
    expect(views({ "0": [0, 2, 1, 1], "1": [2, 0, 3] })).toMatch(
      /^operation 1, .* occurs twice in the order of session 0$/,
    );
    expect(views({ "0": [0, 2, 1, 9], "1": [2, 0, 3] })).toBe(
      "9 in the order of session 0 is not an operation that took effect",
    );
    expect(views({ "0": [0, 2, 1], "1": [2, 0, 3], "2": [] })).toBe(
      'the threads have an order for "2", which is no session',
    );
  });
});

describe("ccm", () => {
  test("wants the partial store order", () => {
    // Thread 2 sees x = 2 after x = 1, so whoever reads 1 must do so before 2 is stored.
    const history = "{ write(x,1) } || { write(x,2) } || { read(x) => 1; read(x) => 2 } || { read(x) => 1 }";
    expect(reason(history, "ccm", { linearization: [0, 2, 4, 1, 3] })).toBeUndefined();
    expect(reason(history, "ccm", { linearization: [0, 2, 1, 3, 4] })).toBe(
      "operation 4, read(x) => 1, reads what operation 1, write(x,2), overwrites, but stands after it in the linearization",
    );
    expect(reason(history, "ccm", { linearization: [1, 0, 2, 4, 3] })).toBe(
      "operation 0, write(x,1), must be stored before operation 1, write(x,2), because of operation 3, read(x) => 2, but stands after it in the linearization",
    );
  });

  test("wants what rule 2 gives only after its third round", () => {
    // Operation 14 puts x = 2 before x = 1; by that, 12 puts y = 2 before y = 1; by that, 10 puts z = 2 before z = 1.
    const history =
      "{ write(x,1); write(g,1) } || { write(y,1); write(h,1) } || { write(z,1) } || " +
      "{ write(z,2); write(y,2); write(x,2); write(f,1) } || " +
      "{ read(h) => 1; read(z) => 1; read(g) => 1; read(y) => 1; read(f) => 1; read(x) => 1 }";
    const rest = [5, 6, 7, 8, 0, 1, 2, 3];
    const reads = [9, 10, 11, 12, 13, 14];
    expect(reason(history, "ccm", { linearization: [...rest, 4, ...reads] })).toBeUndefined();
    expect(reason(history, "ccm", { linearization: [4, ...rest, ...reads] })).toBe(
      "operation 5, write(z,2), must be stored before operation 4, write(z,1), because of operation 10, read(z) => 1, but stands after it in the linearization",
    );
  });
});

describe("wccm", () => {
  const weak = (linearization: number[], poLoc: number[]) =>
    reason(storeBuffering, "wccm", { linearization, poLoc });

  test("wants two orders of the same operations", () => {
    expect(weak([1, 3, 0, 2], [1, 3, 0, 2])).toBeUndefined();
    expect(reason(storeBuffering, "wccm", { linearization: [1, 3, 0, 2] })).toMatch(/is missing in poLoc/);
    const pending = build({
      operations: [
        { ...write(0, "x", 1), call: 0 },
        { ...read(1, "x", 0), call: 0, return: 1 },
      ],
    });
    expect(reason(pending, "wccm", { linearization: [1, 0], poLoc: [1] })).toBe(
      "operation 0, write(x,1), is in one of the orders, but not in the other",
    );
  });

  test("wants reads before what overwrites them, in both", () => {
    expect(weak([0, 1, 3, 2], [1, 3, 0, 2])).toMatch(
      /^operation 3, .* overwrites, but stands after it in the linearization$/,
    );
    expect(weak([1, 3, 0, 2], [0, 1, 3, 2])).toMatch(
      /^operation 3, .* overwrites, but stands after it in poLoc$/,
    );
  });

  test("wants program order: in one on each variable, in the other but from writes to reads", () => {
    const history = "{ read(y) => 0; write(x,1); read(x) => 1; write(y,2); read(z) => 0 }";
    expect(
      reason(history, "wccm", { linearization: [0, 2, 4, 1, 3], poLoc: [4, 1, 2, 0, 3] }),
    ).toBeUndefined();
    expect(reason(history, "wccm", { linearization: [0, 4, 2, 1, 3], poLoc: [4, 1, 2, 0, 3] })).toMatch(
      /^operation 4, .* stands in the linearization before operation 2, .* which precedes it in its session$/,
    );
    expect(reason(history, "wccm", { linearization: [0, 2, 4, 3, 1], poLoc: [4, 1, 2, 0, 3] })).toMatch(
      /^operation 3, .* before operation 1, .* which precedes it in its session$/,
    );
    expect(reason(history, "wccm", { linearization: [0, 2, 4, 1, 3], poLoc: [4, 2, 1, 0, 3] })).toMatch(
      /^operation 2, .* stands in poLoc before operation 1, .* which precedes it in its session, on the same variable$/,
    );
  });
});

describe("tso", () => {
  const run = (changes: Partial<Witness>) => reason(storeBuffering, "tso", { ...storeBufferRun, ...changes });

  test("wants a run of the machine", () => {
    expect(run({})).toBeUndefined();
    const { execution: _, ...without } = storeBufferRun;
    expect(reason(storeBuffering, "tso", without)).toBe(
      "the witness has no execution: a list of operation ids",
    );
    expect(run({ execution: [1, 0, 2, 3, 0, 2] })).toMatch(
      /^operation 1, .* executes before operation 0, .* which precedes it in its session$/,
    );
    expect(run({ execution: [0, 0, 2, 1, 3, 2] })).toBe(
      "operation 3, read(x) => 0, would take its value from operation 0 where it executes, not from the initial value",
    );
    expect(run({ execution: [0, 2, 1, 3, 0] })).toMatch(/^operation 2, .* never reaches memory$/);
    expect(run({ execution: [0, 2, 1, 0, 2] })).toMatch(/^operation 3, .* is missing in the execution$/);
    expect(run({ execution: [0, 2, 1, 3, 0, 2, 2] })).toMatch(/^operation 2, .* reaches memory twice$/);
    expect(run({ execution: [0, 2, 1, 1, 3, 0, 2] })).toMatch(/^operation 1, .* executes twice$/);
    expect(run({ execution: [0, 2, 7] })).toBe("7 in the execution is not an operation that took effect");
  });

  test("wants buffers first in, first out, that their own session reads", () => {
    const history = "{ write(x,1); write(y,1); read(x) => 1 }";
    const witness = { linearization: [2, 0, 1], storeOrder: { x: [0], y: [1] } };
    expect(reason(history, "tso", { ...witness, execution: [0, 1, 2, 0, 1] })).toBeUndefined();
    expect(reason(history, "tso", { ...witness, execution: [0, 1, 2, 1, 0] })).toBe(
      "operation 1, write(y,1), leaves its buffer before operation 0, write(x,1), which entered it first",
    );
  });

  test("wants the other fields to be what the run shows", () => {
    expect(run({ linearization: [1, 3, 2, 0] })).toMatch(
      /^the linearization has operation 2, .* where the execution has operation 0,/,
    );
    expect(run({ storeOrder: { x: [0] } })).toMatch(/^the storeOrder of y does not have operation 2,/);
    expect(run({ storeOrder: { x: [0, 2], y: [2] } })).toBe(
      "the storeOrder of x has 2 writes, but the execution has 1",
    );
    expect(run({ storeOrder: { x: [0], y: [2], z: [] } })).toBe(
      'the storeOrder is of "z", which is no variable',
    );
    const { storeOrder: _, ...without } = storeBufferRun;
    expect(reason(storeBuffering, "tso", without)).toMatch(/^the witness has no storeOrder/);
  });
});

test.each(["tso", "wccm"] as const)("%s has no meaning with declared happens-before", (model) => {
  const history = build({ operations: [write(0, "x", 1), write(1, "x", 2)], happensBefore: [[0, 1]] });
  expect(reason(history, model, { linearization: [0, 1], poLoc: [0, 1], execution: [0, 0, 1, 1] })).toBe(
    `${model} has no meaning for declared happens-before, which this history has`,
  );
});

test("sc replays the order", () => {
  expect(reason(storeBuffering, "sc", { linearization: [0, 1, 2, 3] })).toBe(
    "operation 3, read(x) => 0, would return 1 where it stands",
  );
});
