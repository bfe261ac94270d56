// @module-tag slow
import { describe, expect, test } from "vitest";
import { check } from "../../check.js";
import { createHistoryBuilder } from "../../history/builder.js";
import { type History, isPending, labelOf } from "../../history/history.js";
import { parseHistory } from "../../history/parse-history.js";
import { printHistory } from "../../history/print-history.js";
import type { Value } from "../../history/value.js";
import { createRandom } from "../../random.js";
import { memory } from "../../types/memory.js";
import { verifyWitness } from "../../witness/verify-criterion.js";
import { seeds } from "@sightline/testing/seeds.js";

/** Few threads, values and variables, so that values are often written twice; some results not observed. */
function randomHistory(seed: number): History {
  const random = createRandom(seed);
  const timed = random.chance(0.3);
  const builder = createHistoryBuilder({ type: "memory" });
  const size = 3 + random.int(5);
  const sessions = 2 + random.int(2);
  for (let id = 0; id < size; id++) {
    const x = random.pick(["x", "y"]);
    const [value, seen] = [random.pick([0, 1, 1, 2]), random.pick([0, 0, 1, 1, 2, null])];
    const method = random.pick(["read", "read", "write", "write", "exchange", "exchange", "fence"]);
    const args: Record<string, Value[]> = { read: [x], write: [x, value], exchange: [x, value], fence: [] };
    const returned = !timed || random.chance(0.7);
    const observed = (method === "read" || method === "exchange") && returned && random.chance(0.8);
    builder.add({
      session: random.int(sessions),
      method,
      args: args[method],
      ...(observed && { result: seen }),
      ...(timed && { call: id, ...(returned && { return: 100 }) }),
    });
  }
  return builder.finish();
}

/** Whether a machine runs the history, by trying every step; a pending operation may be left out. */
function machineRuns(history: History, buffered: boolean): boolean {
  interface State {
    readonly at: readonly number[];
    readonly buffers: readonly (readonly (readonly [x: string, value: Value])[])[];
    /** Variables that were written. */
    readonly memory: Readonly<Record<string, Value>>;
  }
  const threads = history.sessions.map((_, s) =>
    Array.from(history.session.keys()).filter((id) => history.session[id] === s),
  );
  const seen = new Set<string>();
  const run = (state: State): boolean => {
    const key = JSON.stringify(state);
    if (seen.has(key)) return false;
    seen.add(key);
    const { at, buffers, memory } = state;
    if (at.every((place, t) => place === threads[t].length) && buffers.every(({ length }) => length === 0))
      return true;
    return threads.some((ids, t) => {
      const [head, ...rest] = buffers[t];
      if (
        head !== undefined &&
        run({ at, buffers: buffers.with(t, rest), memory: { ...memory, [head[0]]: head[1] } })
      )
        return true;
      if (at[t] === ids.length) return false;
      const id = ids[at[t]];
      const next = at.with(t, at[t] + 1);
      if (isPending(history, id) && run({ at: next, buffers, memory })) return true;
      const { method, args, result } = labelOf(history, id);
      const drains = method === "fence" || method === "exchange";
      if (drains && buffers[t].length > 0) return false;
      const x = JSON.stringify(args[0] ?? null);
      const own = buffers[t].findLast(([y]) => y === x)?.[1];
      const fits = own !== undefined ? [own] : Object.hasOwn(memory, x) ? [memory[x]] : [0, null];
      const reads = method === "read" || method === "exchange";
      if (reads && result !== undefined && !isPending(history, id) && !fits.includes(result)) return false;
      if (method === "write" && buffered)
        return run({ at: next, buffers: buffers.with(t, [...buffers[t], [x, args[1]]]), memory });
      const written = method === "write" || method === "exchange";
      return run({ at: next, buffers, memory: written ? { ...memory, [x]: args[1] } : memory });
    });
  };
  return run({ at: threads.map(() => 0), buffers: threads.map(() => []), memory: {} });
}

describe("values written more than once, results not observed, operations that never returned", () => {
  test.each(["sc", "tso", "sequential"] as const)("%s is what a machine runs", (criterion) => {
    const seen = { satisfied: 0, violated: 0 };
    for (let seed = 0; seed < seeds(600); seed++) {
      const history = randomHistory(seed);
      const result = check(history, { criterion });
      const expected = machineRuns(history, criterion === "tso") ? "satisfied" : "violated";
      if (result.verdict !== expected)
        expect.fail(`seed ${seed}: ${result.verdict}, not ${expected}: ${printHistory(history)}`);
      seen[expected]++;
    }
    expect(seen.satisfied).toBeGreaterThan(90);
    expect(seen.violated).toBeGreaterThan(90);
  });

  test("fences say nothing to the causal models", () => {
    for (const criterion of ["cc", "ccv", "cm", "ccm", "wccm"])
      for (let seed = 0; seed < seeds(60); seed++) {
        const text = printHistory(randomHistory(seed)).replaceAll(/exchange\(([xy]),\d\)/gu, "read($1)");
        if (text.includes("@")) continue;
        const bare = text.replaceAll("fence()", "read(z)");
        const [fenced, plain] = [text, bare].map((one) => check(parseHistory(one), { criterion }).verdict);
        expect(fenced, text).toBe(plain);
      }
  });
});

test("an exchange that never returned has no result", () => {
  const builder = createHistoryBuilder({ type: "memory" });
  builder.add({ session: 0, method: "exchange", args: ["x", 1], result: 0, call: 0 });
  const history = builder.finish();
  for (const criterion of ["sc", "tso"])
    expect(() => check(history, { criterion })).toThrow(
      "exchange(x,1) => 0 never returned: leave its result out",
    );
});

describe("the verifier", () => {
  const history = parseHistory(
    "memory { write(x,1); fence(); read(y) => 0 } || { exchange(y,1) => 0; read(x) => 1 }",
  );
  const right = {
    linearization: [0, 1, 2, 3, 4],
    storeOrder: { x: [0], y: [3] },
    execution: [0, 0, 1, 2, 3, 4],
  };
  const told = (witness: object): string => {
    const checked = verifyWitness(history, { type: memory, criterion: "tso" }, { ...right, ...witness });
    return checked.valid ? "valid" : checked.reason;
  };

  test.each([
    ["as it is", {}, "valid"],
    [
      "a fence before the buffer is empty",
      { execution: [0, 1, 0, 2, 3, 4], linearization: [1, 0, 2, 3, 4] },
      "operation 1, fence(), executes while operation 0, write(x,1), is still in the buffer",
    ],
    ["a fence twice", { execution: [0, 0, 1, 1, 2, 3, 4] }, "operation 1, fence(), executes twice"],
    [
      "an exchange twice",
      { execution: [0, 0, 1, 2, 3, 3, 4] },
      "operation 3, exchange(y,1) => 0, executes twice",
    ],
    [
      "no fence",
      { execution: [0, 0, 2, 3, 4] },
      "operation 2, read(y) => 0, executes before operation 1, fence(), which precedes it in its session",
    ],
    [
      "an exchange that is not in the store order",
      { storeOrder: { x: [0] } },
      "the storeOrder of y does not have operation 3",
    ],
  ])("%s", (_, witness, expected) => {
    expect(told(witness)).toContain(expected);
  });

  test("an exchange reads what memory holds, not the last write of another session's buffer", () => {
    const racing = parseHistory("memory { exchange(x,1) => 0 } || { exchange(x,2) => 1 }");
    const order = { linearization: [1, 0], storeOrder: { x: [1, 0] }, execution: [1, 0] };
    expect(verifyWitness(racing, { type: memory, criterion: "tso" }, order)).toMatchObject({
      valid: false,
      reason: expect.stringContaining(
        "operation 1, exchange(x,2) => 1, would take its value from the initial value",
      ),
    });
  });
});
