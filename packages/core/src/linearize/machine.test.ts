import { describe, expect, test } from "vitest";
import { createBudget } from "../budget.js";
import { wholePart } from "../decompose/parts.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { createRandom } from "../random.js";
import { simulate } from "@sightline/testing/history/simulate.js";
import { findType, types, typeNames } from "../types/index.js";
import { createAutomaton, DISABLED } from "./automaton.js";
import { createMachine } from "./machine.js";
import type { Part } from "./part.js";

/** Walks the same random operations through both; each walk ends where a step is not possible. */
function expectSameLanguage(part: Part, seed: number, walks: number): void {
  const machine = createMachine(part, createBudget());
  const plain = createAutomaton(part.type, part.labels, part.initial, createBudget());
  const random = createRandom(seed);
  for (let walk = 0; walk < walks; walk++) {
    let [merged, state] = [machine.initial, plain.initial];
    const rows: number[] = [];
    for (let length = 0; length < 12; length++) {
      const row = random.int(part.size);
      rows.push(row);
      const before = merged;
      merged = machine.step(merged, machine.classOf[row]);
      state = plain.step(state, part.label[row]);
      if ((merged === DISABLED) !== (state === DISABLED))
        expect.fail(`${part.type.name} ${seed}, rows ${rows.join()}: ${merged} for ${state}`);
      if (state === DISABLED) break;
      if (machine.table === undefined) continue;
      const listed = machine.table[before * machine.classCount + machine.classOf[row]];
      const changed = machine.pure[machine.classOf[row]] === 1 && merged !== before;
      if (listed !== merged || changed) expect.fail(`${part.type.name} ${seed}, rows ${rows.join()}`);
    }
  }
}

describe("merging states and labels keeps the language", () => {
  test.each(typeNames)("of type %s", (name) => {
    const type = findType(name);
    for (let seed = 1; seed <= 90; seed++) {
      const history = generateHistory(type, seed);
      if (history.timed) expectSameLanguage(wholePart(history, type, history.initial), seed, 12);
    }
  });

  test("of longer histories, whose states are not listed", () => {
    for (const type of [types.set, types.queue, types.counter]) {
      const history = simulate({ type, threads: 3, operations: 60, values: 12, seed: 5 });
      expectSameLanguage(wholePart(history, type, undefined), 5, 200);
    }
  });
});

test("merges values that no operation of the history tells apart", () => {
  const write = (value: number) => ({ method: "write", args: [value], result: null });
  const part: Part = {
    type: types.register,
    initial: undefined,
    size: 5,
    ids: Int32Array.of(0, 1, 2, 3, 4),
    labels: [
      write(1),
      write(2),
      write(3),
      { method: "read", args: [], result: 1 },
      { method: "read", args: [], result: undefined },
    ],
    label: Int32Array.of(0, 1, 2, 3, 4),
    call: Int32Array.of(0, 1, 2, 3, 4),
    ret: Int32Array.of(5, 6, 7, 8, 9),
    order: undefined,
  };
  const machine = createMachine(part, createBudget());
  expect(machine.table?.length).toBe(2 * machine.classCount); // holds 1, or anything else
  const [one, two, three, readOne, readAny] = machine.classOf;
  expect(two).toBe(three);
  expect(new Set([one, two, readOne, readAny]).size).toBe(4);
  expect([one, two, readOne, readAny].map((labelClass) => machine.pure[labelClass])).toEqual([0, 0, 1, 1]);
});
