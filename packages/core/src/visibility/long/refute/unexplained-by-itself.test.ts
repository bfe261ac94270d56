import { expect, test } from "vitest";
import { createBudget } from "../../../budget.js";
import { LEVEL } from "../../../criteria/levels.js";
import { parseHistory } from "../../../history/parse-history.js";
import { types } from "../../../types/index.js";
import { createMeter } from "../../meter.js";
import { createTask } from "../long-task.js";
import { saturate } from "../conclude/saturate.js";
import { unexplainedByItself } from "./unexplained-by-itself.js";

/** The operation of a history of shared memory that nothing explains where each sees all before it, or -1. */
function unexplained(notation: string): number {
  const history = parseHistory(notation);
  const ids = Int32Array.from({ length: history.size }, (_, id) => id);
  const levels = new Uint8Array(history.size).fill(LEVEL.complete);
  const asked = { history, type: types.memory, initial: undefined, order: "session", levels } as const;
  const task = createTask({ ...asked, accepts: () => true }, ids, true);
  const meter = createMeter(createBudget());
  const known = task === undefined ? undefined : saturate(task, meter);
  if (known === undefined || !("bounds" in known)) throw new Error("refuted already");
  return unexplainedByItself(known.bounds, meter);
}

test("of a read that may return either of two values any explains it", () => {
  expect(unexplained("memory { read(0) => null } || { write(0,1) }")).toBe(-1);
  expect(unexplained("memory { read(0) => 0 } || { write(0,1) }")).toBe(-1);
  expect(unexplained("memory { read(0) => 2 } || { write(0,1) }")).toBe(0);
  expect(unexplained("memory { write(0,1); read(0) => null }")).toBe(1);
});
