import { describe, expect, test } from "vitest";
import { check } from "../check.js";
import type { Invocation } from "../history/history.js";
import { parseHistory } from "../history/parse-history.js";
import { canonical, type Value } from "../history/value.js";
import { measure } from "../measure.js";
import { createRandom } from "../random.js";
import { createFreshness, randomInvocation } from "@sightline/testing/history/workload.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { listOrders, replicatedAnswers } from "@sightline/testing/visibility/replicated-answers.js";
import { types } from "./index.js";
import type { Replicated } from "./replicated.js";
import { outcomes } from "./type.js";

const replicated = [types["or-set"], types["mv-register"], types.sequence];

describe.each(replicated.map((type) => [type.name, type] as const))("%s", (_, type) => {
  test("where all see all before them, what it answers is what its steps return", () => {
    const spec = type.replicated as Replicated;
    let possible = 0;
    for (let seed = 1; seed <= 250; seed++) {
      const random = createRandom(seed);
      const fresh = createFreshness(type);
      const initial = random.chance(0.3) ? [1, 0] : undefined;
      const run: Invocation[] = [];
      let state: unknown = type.init(initial);
      for (let length = 0; length < 5; length++) {
        const invocation = fresh(randomInvocation(type, random, 3));
        const steps = outcomes(type, state, invocation);
        const invocations = [...run, invocation];
        const inserted = invocations.flatMap((one) => spec.puts(one) ?? []);
        const scenario = { type: spec, initial, invocations, sees: (a: number, b: number) => b < a };
        const orders = spec.ordered === undefined ? [[]] : listOrders(spec.initial(initial), inserted);
        // Of the orders of all elements those count in which all that came before is possible.
        const answers = new Set<string>();
        for (const list of orders)
          if (run.every((__, at) => replicatedAnswers({ ...scenario, list }, at).length > 0))
            for (const answer of replicatedAnswers({ ...scenario, list }, run.length))
              answers.add(canonical(answer));
        expect([...answers].sort()).toEqual(steps.map(({ result }) => canonical(result)).sort());
        if (steps.length === 0) continue;
        possible++;
        ({ state } = steps[0]);
        run.push(invocation);
      }
    }
    expect(possible).toBeGreaterThan(600);
  });

  if (type.replicated?.ordered !== undefined) return; // there the order decides, too
  test("what a result demands is there exactly where it is among the answers", () => {
    const spec = type.replicated as Replicated;
    for (let seed = 1; seed <= 2000; seed++) {
      const random = createRandom(seed);
      const values: Value[] = [0, 1, 2].filter(() => random.chance(0.5));
      const others: Value[] = [0, 1, 2].filter(() => random.chance(0.5));
      const invocation = randomInvocation(type, random, 3);
      const results: Value[] = [...spec.answers(invocation, others, others), true, 1, null, [1, 0], "x"];
      const result = random.pick(results);
      const demands = spec.demands({ ...invocation, result });
      const has = (value: Value) => values.includes(value);
      const { there = [], gone = [], only, least = 0, most = 9 } = demands ?? {};
      const isMet =
        demands !== undefined &&
        there.every(has) &&
        !gone.some(has) &&
        (only === undefined || canonical(only) === canonical(values)) &&
        values.length >= least &&
        values.length <= most;
      const answers = spec.answers(invocation, values, values).map(canonical);
      expect([invocation, values, result, isMet]).toEqual([
        invocation,
        values,
        result,
        answers.includes(canonical(result)),
      ]);
    }
  });
});

describe("a replicated type and its sequential neighbour", () => {
  test.each([
    ["lww-register", "register"],
    ["lww-map", "map"],
    ["pn-counter", "counter"],
  ] as const)("%s is %s with fewer methods: the same verdicts", (name, neighbour) => {
    for (let seed = 1; seed <= 100; seed++) {
      const history = generateVisibilityHistory(types[name], seed, 5);
      expect(measure(history, { type: name }).verdicts).toEqual(
        measure(history, { type: neighbour }).verdicts,
      );
    }
    for (const method of Object.keys(types[name].methods ?? {}))
      expect(Object.keys(types[neighbour].methods ?? {})).toContain(method);
  });

  test("where each operation sees all before it, an or-set is a set", () => {
    const counts = { satisfied: 0, violated: 0, unknown: 0 };
    for (let seed = 1; seed <= 300; seed++) {
      const history = generateVisibilityHistory(types["or-set"], seed, 5);
      for (const criterion of ["sequential", "linearizability", "complete", "complete (realtime)"]) {
        if (criterion === "linearizability" && !history.timed) continue;
        const asked = { criterion, explain: false };
        const { verdict } = check(history, { type: "or-set", ...asked });
        counts[verdict]++;
        expect(verdict).toBe(check(history, { type: "set", ...asked }).verdict);
      }
    }
    expect(Math.min(counts.satisfied, counts.violated)).toBeGreaterThan(50);
  });

  const levels = (text: string) => measure(parseHistory(text)).level;

  test("of an add and a remove that are concurrent, the add wins in an or-set, the last in a set", () => {
    // In a set 1 would have to be removed before it is added, and 2 too: the sessions have it the other way round.
    const bothWin = "{ add(2); remove(1); toArray() => [1,2] } || { add(1); remove(2); toArray() => [1,2] }";
    expect([levels(`or-set ${bothWin}`), levels(`set ${bothWin}`)]).toEqual(["causal", "weak"]);
    // The remove has not seen the other session's add, as it has not seen what that did before.
    const addLost = "{ add(2); add(1); contains(1) => false } || { remove(1); contains(2) => false }";
    expect([levels(`or-set ${addLost}`), levels(`set ${addLost}`)]).toEqual(["monotonic", "causal"]);
  });

  test("a register keeps one of two concurrent writes, an mv-register both", () => {
    expect(levels("mv-register { write(1) } || { write(2) } || { read() => [1,2] }")).toBe("causal");
    expect(levels("mv-register { write(1); write(2); read() => [1,2] }")).toBe("weak");
    expect(levels("register { write(1); read() => 2 } || { write(2); read() => 2 }")).toBe("complete");
  });

  test("who sees each write overwrites it", () => {
    expect(levels("mv-register { write(1) } || { read() => [1]; write(2); read() => [2] }")).toBe("complete");
    expect(levels("mv-register { write(1) } || { read() => [1]; write(2); read() => [1,2] }")).toBe("basic");
  });
});
