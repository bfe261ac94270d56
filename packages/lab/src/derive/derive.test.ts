// @module-tag slow
import { admittedOutcomes, check, parseAxioms, types, type Value } from "@sightline/core";
import { describe, expect, test } from "vitest";
import type { LevelMap } from "../object/admitted.js";
import { printProgram, programHistory, stepsOf } from "../object/notation.js";
import type { ObjectSpec } from "../object/object-spec.js";
import type { Call, Outcome, Program } from "../object/program.js";
import { simplifications } from "../object/shrink-program.js";
import type { Target } from "../object/target.js";
import { type Fake, fakeTarget, runSet, setSpec } from "@sightline/testing/lab/fake-target.js";
import type { Derivation, DeriveEvent, DerivePlan } from "./derivation.js";
import { derive } from "./derive.js";
import { brokenChain, weakestRefuted } from "./method-levels.js";

/** A set of which only `add` and `remove` are trusted, and that tells its elements. */
const spec: ObjectSpec = {
  class: "FakeSet",
  methods: [
    ...setSpec.methods.map((method) => ({
      ...method,
      trusted: method.name === "add" || method.name === "remove",
    })),
    { name: "toArray", parameters: [], readonly: true },
  ],
};

function run(sequence: readonly Call[]): Value[] {
  const results = runSet(sequence);
  return sequence.map(({ method }, i) => {
    if (method !== "toArray") return results[i];
    const has = (value: number): boolean =>
      runSet([...sequence.slice(0, i), { method: "contains", args: [value] }])[i] === true;
    return [0, 1].filter(has);
  });
}

const named = (...names: string[]) => spec.methods.filter(({ name }) => names.includes(name));

/** A set that shows everything that the levels admit, and nothing else. */
function setWith(levels: LevelMap): Fake {
  return {
    spec,
    run,
    shows: (program) =>
      [...admittedOutcomes(programHistory(program), { type: types.set, levels })].map(
        ({ results }) => [results, 1] as const,
      ),
  };
}

const plan: DerivePlan = {
  spec,
  methods: named("toArray", "size"),
  programs: 12,
  programsTogether: 4,
  secondsPerProgram: 1,
  seed: 1,
  bounds: { invocations: [3, 4] },
  splitBulk: false,
  axioms: false,
};

async function derived(
  fake: Fake,
  changes: Partial<DerivePlan> = {},
  signal = new AbortController().signal,
): Promise<{ derivation: Derivation; events: DeriveEvent[]; stressed: readonly Program[] }> {
  const target = fakeTarget(fake);
  const events: DeriveEvent[] = [];
  for await (const event of derive(target, { ...plan, ...changes }, signal)) events.push(event);
  const last = events.at(-1);
  if (last?.kind !== "end") throw new Error("the last event is not the end");
  return { derivation: last.derivation, events, stressed: target.stressed };
}

const levelsIn = ({ methods }: Derivation): Record<string, string> =>
  Object.fromEntries(methods.map(({ method, level }) => [method, level]));

describe("deriving levels", () => {
  test("an object with a level per method is given back these levels", async () => {
    const { derivation } = await derived(setWith({ toArray: "monotonic", size: "weak", "*": "complete" }));
    expect(levelsIn(derivation)).toEqual({
      add: "complete",
      remove: "complete",
      toArray: "monotonic",
      size: "weak",
    });
    expect(derivation.together.weakenings).toEqual([]);
  });

  test("every witness is one: it was seen, its level does not admit it, the derived one does", async () => {
    const { derivation } = await derived(setWith({ toArray: "basic", size: "weak", "*": "complete" }));
    expect(levelsIn(derivation)).toMatchObject({ toArray: "basic", size: "weak" });
    for (const { method, level, refutations } of derivation.methods)
      for (const { level: refuted, program, outcome, count, executions } of refutations) {
        const history = programHistory(program, outcome);
        const verdict = (own: string) => {
          const levels = { "*": "complete", [method]: own } as LevelMap;
          return check(history, { type: types.set, levels, explain: false }).verdict;
        };
        expect([verdict(refuted), verdict(level)]).toEqual(["violated", "satisfied"]);
        expect(count).toBeGreaterThan(0);
        expect(executions).toBeGreaterThanOrEqual(count);
      }
  });

  test("witnesses are small: without any of its calls, a program shows nothing of the kind", async () => {
    const { derivation } = await derived(setWith({ toArray: "basic", size: "weak", "*": "complete" }), {
      bounds: { invocations: [5, 6] },
      programs: 6,
    });
    for (const { method, refutations } of derivation.methods)
      for (const { level, program } of refutations)
        for (const smaller of simplifications(program)) {
          const levels = { "*": "complete", [method]: levelsIn(derivation)[method] } as LevelMap;
          const shown = setWith(levels).shows(smaller);
          const stronger = {
            type: types.set,
            levels: { "*": "complete", [method]: level } as LevelMap,
            explain: false,
          };
          const refutes = shown.some(
            ([results]) => check(programHistory(smaller, results), stronger).verdict === "violated",
          );
          expect(refutes, `${printProgram(smaller)} against ${level}`).toBe(false);
        }
  });

  test("what even weak does not explain has no level; its programs end there", async () => {
    const fake = setWith({ "*": "complete" });
    const wrongSize: Fake = {
      ...fake,
      shows: (program) =>
        fake
          .shows(program)
          .map(([results, count]) => [
            results.map((result, i) => (stepsOf(program)[i].method === "size" ? 9 : result)),
            count,
          ]),
    };
    const { derivation, stressed } = await derived(wrongSize, { methods: named("size", "toArray") });
    const size = derivation.methods.find(({ method }) => method === "size");
    expect(size).toMatchObject({ level: "none", surviving: [] });
    expect(size?.programs).toBeLessThan(plan.programs);
    expect(size === undefined ? undefined : weakestRefuted(size)?.level).toBe("weak");
    const toArray = derivation.methods.find(({ method }) => method === "toArray");
    expect(toArray).toMatchObject({ level: "complete", programs: plan.programs });
    expect(stressed).toHaveLength(derivation.programs);
  });

  test("one seed, one run", async () => {
    const once = await derived(setWith({ size: "weak", "*": "complete" }));
    const again = await derived(setWith({ size: "weak", "*": "complete" }));
    const other = await derived(setWith({ size: "weak", "*": "complete" }), { seed: 2 });
    expect(again.stressed).toEqual(once.stressed);
    expect(other.stressed).not.toEqual(once.stressed);
  });

  test("an interruption leaves what was derived until then", async () => {
    const interrupt = new AbortController();
    const fake = setWith({ size: "weak", "*": "complete" });
    let shown = 0;
    const stopping: Fake = {
      ...fake,
      shows: (program) => {
        if (++shown === 10) interrupt.abort();
        return fake.shows(program);
      },
    };
    const { derivation } = await derived(stopping, {}, interrupt.signal);
    expect(derivation).toMatchObject({ interrupted: true, axioms: undefined, programs: 10 });
  });

  test("a method whose programs are refused stays untested, and it is said why", async () => {
    const failure = { kind: "rejected", message: "no such method" } as const;
    const { derivation, events } = await derived({ ...setWith({ "*": "complete" }), failure });
    expect(levelsIn(derivation)).toMatchObject({ size: "untested", toArray: "untested" });
    expect(events.filter(({ kind }) => kind === "failed").length).toBeGreaterThan(0);
    expect(derivation.together.programs).toBe(0);
  });

  test("a hang is told, and what was seen still counts", async () => {
    const failure = { kind: "hang", message: "no progress for 5 s" } as const;
    const { derivation } = await derived({ ...setWith({ size: "weak", "*": "complete" }), failure });
    const size = derivation.methods.find(({ method }) => method === "size");
    expect(size?.level).toBe("weak");
    const failures = [...derivation.methods, derivation.together].flatMap((part) => part.failures);
    expect(failures).toHaveLength(derivation.programs);
  });
});

describe("together", () => {
  /** Right on its own; but where a program calls size too, toArray finds nothing. */
  const quarrelling: Fake = {
    spec,
    run,
    shows(program) {
      const steps = stepsOf(program);
      const right: Outcome = run(steps.map(({ method, args }) => ({ method, args })));
      if (!steps.some(({ method }) => method === "size")) return [[right, 5]];
      return [[right.map((result, i) => (steps[i].method === "toArray" ? [] : result)), 5]];
    },
  };

  test("what shows only with two methods weakens one of them, as little as will do", async () => {
    const { derivation } = await derived(quarrelling, { programsTogether: 30 });
    const toArray = derivation.methods.find(({ method }) => method === "toArray");
    expect(toArray?.surviving[0]).toBe("complete");
    expect(toArray?.level).toBe("weak");
    const [first] = derivation.together.weakenings;
    expect(first).toMatchObject({ method: "toArray", from: "complete" });
    const { program, outcome } = first;
    const atomic = check(programHistory(program, outcome), {
      type: types.set,
      levels: { "*": "complete" },
    });
    expect(atomic.verdict).toBe("violated");
  });
});

describe("blame", () => {
  /** What a program shows where every interleaving of whole calls is seen, some results told wrong. */
  const untrusting = spec.methods.map((method) => ({ ...method, trusted: false }));
  const atomic = setWith({ "*": "complete" });

  /** A set whose add does not notice another add at the same time: both say that the element is new. */
  const racyAdd: Fake = {
    ...atomic,
    shows(program) {
      const right = atomic.shows(program);
      const adds = stepsOf(program).flatMap((step, i) => (step.method === "add" ? [{ ...step, i }] : []));
      const racing = adds.flatMap((one) =>
        adds.filter((other) => other.thread > one.thread && other.args[0] === one.args[0]).map(() => one.i),
      );
      const wrong = racing.flatMap((at) =>
        right.flatMap(([results]) => (results[at] === false ? [[results.with(at, true), 1] as const] : [])),
      );
      return [...right, ...wrong];
    },
  };

  test("a trusted method that is not atomic loses its trust, and bystanders keep their levels", async () => {
    const { derivation, events } = await derived(racyAdd);
    expect(levelsIn(derivation)).toEqual({
      add: expect.not.stringMatching("complete") as string,
      remove: "complete",
      toArray: "complete",
      size: "complete",
    });
    const add = derivation.methods.find(({ method }) => method === "add");
    expect(add).toMatchObject({ trusted: false, distrusted: { level: "complete" } });
    expect(printProgram(add?.distrusted?.program ?? { threads: [] })).toBe("{ add(0) } || { add(0) }");
    expect(events.filter(({ kind }) => kind === "distrusted")).toMatchObject([{ method: "add" }]);
  });

  test("also where the trusted methods show it only later", async () => {
    let shown = 0;
    const late: Fake = {
      ...racyAdd,
      shows: (program) => (++shown <= plan.programs ? atomic : racyAdd).shows(program),
    };
    const { derivation, stressed } = await derived(late);
    expect(shown).toBe(stressed.length);
    expect(levelsIn(derivation)).toMatchObject({ remove: "complete", toArray: "complete", size: "complete" });
    expect(levelsIn(derivation)["add"]).not.toBe("complete");
  });

  test("where no method is trusted, the one bears it that all the witnesses have", async () => {
    const wrongSize: Fake = {
      ...atomic,
      spec: { ...spec, methods: untrusting },
      shows: (program) => {
        const at = stepsOf(program).findIndex(({ method }) => method === "size");
        const changes = stepsOf(program).some(({ method }) => method === "add" || method === "remove");
        const right = atomic.shows(program);
        return at < 0 || !changes ? right : [...right, [right[0][0].with(at, 9), 1]];
      },
    };
    const changes = { spec: wrongSize.spec, methods: untrusting, programsTogether: 30 };
    const { derivation } = await derived(wrongSize, changes);
    const { size, ...others } = levelsIn(derivation);
    expect(size).toBe("none");
    expect(new Set(Object.values(others))).toEqual(new Set(["complete"]));
    expect(derivation.together.weakenings).toMatchObject([{ method: "size", from: "complete", to: "none" }]);
    for (const { program, method } of derivation.together.weakenings)
      expect(stepsOf(program).map((step) => step.method)).toContain(method);
  });

  test("every witness calls the method that it is held against", async () => {
    for (const fake of [racyAdd, setWith({ toArray: "basic", size: "weak", "*": "complete" })]) {
      const { derivation } = await derived(fake);
      for (const { method, refutations } of derivation.methods)
        for (const { program } of refutations)
          expect(stepsOf(program).map((step) => step.method)).toContain(method);
    }
  });
});

describe("what was seen of each method", () => {
  test("is counted wherever it was called, and all programs are counted once", async () => {
    const { derivation, stressed } = await derived(setWith({ size: "weak", "*": "complete" }));
    const calling = (name: string): number =>
      stressed.filter((program) => stepsOf(program).some(({ method }) => method === name)).length;
    for (const { method, programs } of derivation.methods) expect(programs, method).toBe(calling(method));
    expect(derivation.programs).toBe(stressed.length);
  });

  test("is nothing where the threads hardly overlapped", async () => {
    const { derivation } = await derived({ ...setWith({ "*": "complete" }), overlap: 0 });
    expect(levelsIn(derivation)).toMatchObject({ size: "untested", toArray: "untested" });
    expect(derivation.coverage.ran.size).toBe(0);
    const seen = await derived({ ...setWith({ size: "weak", "*": "complete" }), overlap: 0 });
    expect(levelsIn(seen.derivation)["size"]).toBe("weak"); // what was seen is seen all the same
  });
});

describe("bulk operations", () => {
  /** A set whose clear removes one element after the other: every interleaving of its removals is seen. */
  const removing: Fake = {
    spec,
    run,
    shows(program) {
      const seen = new Map<string, Outcome>();
      const threads = program.threads.map((steps, t) =>
        steps.flatMap((step, s): (Call & { at: string })[] =>
          step.method === "clear"
            ? [0, 1].map((element) => ({ method: "remove", args: [element], at: "" }))
            : [{ ...step, at: `${t} ${s}` }],
        ),
      );
      const interleave = (order: readonly (Call & { at: string })[], left: typeof threads): void => {
        left.forEach(([first, ...rest], t) => {
          if (first !== undefined) interleave([...order, first], left.with(t, rest));
        });
        if (left.some((own) => own.length > 0)) return;
        const results = run(order);
        const outcome = program.threads.flatMap((steps, t) =>
          steps.map((_, s) => results[order.findIndex(({ at }) => at === `${t} ${s}`)] ?? null),
        );
        seen.set(JSON.stringify(outcome), outcome);
      };
      interleave([], threads);
      return [...seen.values()].map((outcome) => [outcome, 1] as const);
    },
  };

  test("have no level as a whole, and one as sequences of their element operations", async () => {
    const told = spec.methods.map((own) => (own.name === "toArray" ? { ...own, trusted: true } : own));
    const changes = { spec: { ...spec, methods: told }, methods: named("clear"), programs: 500 };
    const whole = await derived(removing, changes);
    expect(levelsIn(whole.derivation)["clear"]).toBe("none");
    const split = await derived(removing, { ...changes, splitBulk: true, programs: 100 });
    expect(levelsIn(split.derivation)["clear"]).toBe("complete");
  });
});

describe("chains", () => {
  test("a level below the strongest that survives may be refuted", () => {
    const base = {
      method: "m",
      trusted: false,
      claimed: undefined,
      level: "causal",
      refutations: [],
    } as const;
    const counts = { programs: 1, executions: 1, seconds: 1, failures: [] };
    expect(brokenChain({ ...base, ...counts, surviving: ["causal", "basic", "weak"] })).toEqual([
      "peer",
      "monotonic",
    ]);
    expect(brokenChain({ ...base, ...counts, surviving: ["monotonic", "basic", "weak"] })).toEqual([]);
    expect(brokenChain({ ...base, ...counts, surviving: [] })).toEqual([]);
  });
});

describe("axioms", () => {
  test("the model is that of the levels where the object shows all that they admit (POPL'19 Table 5)", async () => {
    const { derivation } = await derived(setWith({ toArray: "monotonic", size: "weak", "*": "complete" }), {
      methods: named("toArray", "size"),
      axioms: true,
    });
    const { axioms } = derivation;
    expect(axioms?.beyond).toEqual([]);
    expect(axioms?.outcomes).toBeGreaterThan(0);
    expect(parseAxioms(axioms?.text ?? "").axioms).toHaveLength(3);
    expect(axioms?.text).toBe(
      "ReadPreviousOps(*, [toArray]); HbMonotonicReads(*, [toArray]); SingleOrder(*, [add,remove])",
    );
  });

  test("an object that always shows more than its level says so: prefixes of the linearization", async () => {
    const prefixed: Fake = {
      spec,
      run,
      shows: (program) =>
        [
          ...admittedOutcomes(programHistory(program), {
            type: types.set,
            axioms: "SingleOrder(*, [add,remove]); ReadLinPrefix(*, [toArray,size])",
          }),
        ].map(({ results }) => [results, 1] as const),
    };
    const { derivation } = await derived(prefixed, { methods: named("toArray", "size"), axioms: true });
    expect(levelsIn(derivation)).toMatchObject({ toArray: "weak", size: "weak" });
    expect(derivation.axioms?.beyond.map(({ schema }) => schema)).toContain("ReadHbPrefix");
  });
});

test("the time holds, whatever hangs", async () => {
  const hanging: Target = {
    ...fakeTarget(setWith({ "*": "complete" })),
    async *stress(programs, { signal }) {
      if (programs.length === 0) return;
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      yield { program: 0, executions: 3, overlapped: 3, seconds: 0, outcomes: [], done: true };
    },
  };
  const endless: Target = { ...hanging, runInSequence: () => new Promise(() => {}) };
  for (const target of [hanging, endless]) {
    const events: DeriveEvent[] = [];
    const changes = { secondsInAll: 0.2, programs: 1000 };
    for await (const event of derive(target, { ...plan, ...changes }, new AbortController().signal))
      events.push(event);
    expect(events.filter(({ kind }) => kind === "skipped")).toEqual([]);
    expect(events.at(-1)).toMatchObject({ kind: "end", derivation: { interrupted: false } });
  }
});
