import { describe, expect, test } from "vitest";
import { defaultDelivery, deliveryNames, generateScript, type Scenario } from "./generate-script.js";
import type { CallStep, DeliverStep, Script } from "./script.js";
import { defaultWorkload, drawOperations, isUpdate, storeTypes } from "./workload.js";
import { createRandom } from "@sightline/core";

const scenario = (
  delivery: Partial<Scenario["delivery"]>,
  type: Scenario["workload"]["type"] = "map",
): Scenario => ({
  workload: { ...defaultWorkload, type },
  replicas: 3,
  delivery: { ...defaultDelivery, ...delivery },
});

const callsOf = ({ steps }: Script): CallStep[] => steps.filter((step) => step.kind === "call");
const deliveriesOf = ({ steps }: Script): DeliverStep[] => steps.filter((step) => step.kind === "deliver");

const runs = Array.from({ length: 40 }, (_, run) => run);

describe("a script", () => {
  test("follows from seed and number", () => {
    for (const order of deliveryNames) {
      const one = scenario({ order, partition: true, restart: true });
      expect(generateScript(one, 3, 5)).toEqual(generateScript(one, 3, 5));
      expect(generateScript(one, 3, 5)).not.toEqual(generateScript(one, 3, 6));
      expect(generateScript(one, 3, 5)).not.toEqual(generateScript(one, 4, 5));
    }
  });

  test.each(deliveryNames)("delivers each update to each other replica, once: %s", (order) => {
    for (const run of runs)
      for (const fault of [{}, { partition: true }, { restart: true }]) {
        const script = generateScript(scenario({ order, ...fault }), 1, run);
        for (const { id, replica, method } of callsOf(script)) {
          const got = deliveriesOf(script).filter(({ of }) => of.includes(id));
          const others = isUpdate(method) ? [0, 1, 2].filter((other) => other !== replica) : [];
          expect(got.map(({ to }) => to).sort((a, b) => a - b)).toEqual(others);
        }
      }
  });

  test("delivers at once, or in the order of each link, or in another order, or several at a time", () => {
    const isInOrder = (script: Script): boolean =>
      [0, 1, 2].every((from) =>
        [0, 1, 2].every((to) => {
          const sent = new Set(callsOf(script).flatMap(({ id, replica }) => (replica === from ? [id] : [])));
          const got = deliveriesOf(script)
            .filter((step) => step.to === to)
            .flatMap(({ of }) => of.filter((id) => sent.has(id)));
          return got.every((id, at) => at === 0 || got[at - 1] < id);
        }),
      );
    const all = (order: Scenario["delivery"]["order"]) =>
      runs.map((run) => generateScript(scenario({ order }), 1, run));
    for (const order of ["immediate", "fifo", "batches"] as const)
      expect(all(order).every(isInOrder)).toBe(true);
    expect(all("any").some((script) => !isInOrder(script))).toBe(true);
    expect(all("batches").some((script) => deliveriesOf(script).some(({ of }) => of.length > 1))).toBe(true);
    for (const { steps } of all("immediate"))
      steps.forEach((step, at) => {
        if (step.kind === "call" && isUpdate(step.method))
          expect(steps.slice(at + 1, at + 3).map((next) => next.kind)).toEqual(["deliver", "deliver"]);
      });
  });

  test("has a replica that is down: no call and no update comes to it until it is back", () => {
    for (const run of runs) {
      const { steps } = generateScript(scenario({ order: "fifo", restart: true }), 1, run);
      const back = steps.findIndex(({ kind }) => kind === "restart");
      const step = steps[back];
      if (step?.kind !== "restart") return expect.fail("no restart");
      const before = steps.slice(0, back).map((one) => (one.kind === "deliver" ? one.to : one.replica));
      const last = before.lastIndexOf(step.replica);
      const quiet = steps.slice(last + 1, back).filter(({ kind }) => kind === "call");
      expect(quiet.length).toBeGreaterThanOrEqual(5);
    }
  });

  test("keeps two groups apart for a stretch", () => {
    // Without a partition, updates that come at once always follow their call.
    const late = runs.filter((run) => {
      const { steps } = generateScript(scenario({ order: "immediate", partition: true }), 1, run);
      let last = -1;
      return steps.some((step) => {
        if (step.kind === "call") last = step.id;
        return step.kind === "deliver" && step.of.some((id) => id < last);
      });
    });
    expect(late.length).toBeGreaterThan(30);
  });

  test("that makes no sense is refused", () => {
    expect(() => generateScript(scenario({ delay: [3, 1] }), 1, 0)).toThrow(/a delay is two whole numbers/);
    expect(() => generateScript({ ...scenario({}), replicas: 0 }, 1, 0)).toThrow(/replicas must be/);
    expect(() => generateScript({ ...scenario({ partition: true }), replicas: 1 }, 1, 0)).toThrow(
      /two replicas/,
    );
  });
});

describe("a workload", () => {
  test.each(storeTypes)("of a %s has about 60 % updates, and values that are all different", (type) => {
    const drawn = drawOperations({ ...defaultWorkload, type, operations: 3000 }, createRandom(1));
    const updates = drawn.filter(({ method }) => isUpdate(method));
    expect(updates.length / drawn.length).toBeCloseTo(0.6, 1);
    const written = updates
      .filter(({ method }) => /write|put|insert/.test(method))
      .map(({ args }) => args.at(-1));
    expect(new Set(written).size).toBe(written.length);
    expect(new Set(drawn.map(({ session }) => session))).toEqual(new Set([0, 1, 2]));
  });

  test("has values and keys from 0 as asked", () => {
    const workload = { ...defaultWorkload, type: "map", keys: 2, values: 6, operations: 1000 } as const;
    const puts = drawOperations(workload, createRandom(2)).filter(({ method }) => method === "put");
    expect(new Set(puts.map(({ args }) => args[0]))).toEqual(new Set([0, 1]));
    expect(new Set(puts.map(({ args }) => args[1]))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  });

  test("that makes no sense is refused", () => {
    const draw = (wrong: object) => () =>
      drawOperations({ ...defaultWorkload, type: "map", ...wrong }, createRandom(1));
    expect(draw({ sessions: 0 })).toThrow(/sessions must be/);
    expect(draw({ values: 1.5 })).toThrow(/values must be/);
    expect(draw({ updates: 2 })).toThrow(/updates must be a share/);
  });
});
