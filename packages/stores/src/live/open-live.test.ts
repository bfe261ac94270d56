import { fileURLToPath } from "node:url";
import { check, labelOf, measure, recordOf, type Value } from "@sightline/core";
import { describe, expect, test } from "vitest";
import type { LiveStore } from "./live-store.js";
import { openLive } from "./open-live.js";
import { openModule } from "./open-module.js";

const facts = { store: "test", version: "", replicas: 1, delivery: "", pause: 0 };

/** One register that all clients share. */
const bare: LiveStore = {
  type: "register",
  sessions(count) {
    let value: Value = null;
    return Array.from({ length: count }, () => ({
      read: async () => value,
      write: async (next) => void (value = next),
    }));
  },
};
const atomic: LiveStore = { ...bare, settle() {} };

describe("a store that runs by itself", () => {
  test("is recorded with real time, and its clients are asked whether they agree", async () => {
    const store = openLive(atomic, facts, {});
    for (let run = 0; run < 10; run++) {
      const { history, diverged, errors } = await store.record(run);
      expect(history).toMatchObject({ size: 15, timed: true });
      expect(check(history, { criterion: "linearizability" }).verdict).toBe("satisfied");
      expect({ diverged, errors }).toEqual({ diverged: false, errors: [] });
    }
  });

  test("has copies that differ for good", async () => {
    const apart: LiveStore = {
      ...atomic,
      sessions: (count, history) =>
        Promise.all(Array.from({ length: count }, async () => (await atomic.sessions(1, history))[0])),
    };
    const store = openLive(apart, facts, {});
    const runs = await Promise.all(Array.from({ length: 10 }, (_, run) => store.record(run)));
    expect(runs.some(({ diverged }) => diverged)).toBe(true);
  });

  test("an update that fails is pending and its client goes on as another; a query that fails is left out", async () => {
    let calls = 0;
    const failing = (definite: boolean): LiveStore => ({
      ...bare,
      async sessions(count, history) {
        const whole = await atomic.sessions(count, history);
        const sometimes =
          (method: string, whose: (typeof whole)[number]) =>
          async (...args: Value[]): Promise<Value | undefined> => {
            const result = await whose[method](...args);
            if (++calls % 3 === 0) throw Object.assign(new Error("connection lost"), { definite });
            return result;
          };
        return whole.map((one) => ({ read: sometimes("read", one), write: sometimes("write", one) }));
      },
    });
    const { history, errors } = await openLive(failing(false), facts, {
      workload: { operations: 60 },
    }).record(0);
    const pending = Array.from({ length: history.size }, (_, id) => id).filter(
      (id) => history.ret[id] === 0x7fffffff,
    );
    expect(errors).toHaveLength(20);
    expect(errors?.[0]).toMatch(/connection lost/);
    expect(pending.length).toBeGreaterThan(0);
    expect(pending.every((id) => labelOf(history, id).method === "write")).toBe(true);
    expect(history.size).toBe(60 - errors!.filter((error) => error.startsWith("read")).length);
    expect(history.sessions.some((session) => String(session).endsWith("again 1"))).toBe(true);
    // Definite failures did not happen.
    const definite = await openLive(failing(true), facts, { workload: { operations: 60 } }).record(0);
    expect(definite.history.size).toBe(40);
  });

  test("says which operations it has: names, or a function that draws them", async () => {
    const onlyWrites = await openLive({ ...atomic, operations: ["write"] }, facts, {}).record(0);
    expect(new Set(onlyWrites.history.labels.map(({ method }) => method))).toEqual(new Set(["write"]));
    const queue: LiveStore = {
      type: "queue",
      operations: (random, value) =>
        random.chance(0.5) ? { method: "offer", args: [value()] } : { method: "poll", args: [] },
      sessions(count) {
        const items: Value[] = [];
        return Array.from({ length: count }, () => ({
          offer: (item: Value) => items.push(item) > 0,
          poll: () => items.shift() ?? null,
        }));
      },
    };
    const { history } = await openLive(queue, facts, {}).record(0);
    expect(measure(history).level).toBe("complete");
    await expect(openLive({ ...bare, type: "queue" }, facts, {}).record(0)).rejects.toThrow(
      /no workload for queue/,
    );
    await expect(openLive({ ...atomic, operations: ["cas"] }, facts, {}).record(0)).rejects.toThrow(
      /no workload of register calls cas/,
    );
  });

  test("is measured in windows of one long run: each begins with what the one before left", async () => {
    let objects = 0;
    const counted: LiveStore = {
      ...atomic,
      sessions: (count, history) => {
        objects++;
        return bare.sessions(count, history);
      },
    };
    const store = openLive(counted, facts, { windows: true, finalReads: true });
    const runs = [];
    let before: unknown;
    for (let run = 0; run < 5; run++) runs.push(await store.record(run));
    expect(objects).toBe(1);
    for (const [i, { history }] of runs.entries()) {
      expect(check(history, { criterion: "linearizability" }).verdict).toBe("satisfied");
      const { operations } = recordOf(history);
      const shown = operations.filter(({ final }) => final).map(({ result }) => result);
      if (i > 0) expect(history.initial).toBe(before);
      before = shown[0];
    }
    expect(() => openLive(bare, facts, { windows: true })).toThrow(/cannot tell when all is delivered/);
  });

  test("begins with a new object after a window that left an update in doubt", async () => {
    let objects = 0;
    const failing: LiveStore = {
      ...atomic,
      sessions(count) {
        const number = objects++;
        return Array.from({ length: count }, () => ({
          read: async () => null,
          write: async () => {
            if (number === 0) throw new Error("connection lost");
          },
        }));
      },
    };
    const store = openLive(failing, facts, { windows: true });
    expect((await store.record(0)).errors?.length).toBeGreaterThan(0);
    expect((await store.record(1)).history.initial).toBeUndefined();
    expect(objects).toBe(2);
  });

  test("that suffers faults tells when they began and ended", async () => {
    const events: string[] = [];
    const suffering: LiveStore = {
      ...bare,
      faults: {
        partition: () => {
          events.push("begun");
          return () => events.push("ended");
        },
      },
    };
    const store = openLive(suffering, facts, { delivery: { partition: true } });
    const runs = await Promise.all(Array.from({ length: 20 }, (_, run) => store.record(run)));
    const told = runs.filter(({ faults }) => faults?.includes("partition"));
    expect(told.length).toBeGreaterThan(0);
    expect(events).toHaveLength(2 * told.length);
    for (const { history, faults } of runs)
      expect(history.annotations).toEqual(
        faults?.length === 0
          ? undefined
          : [{ at: 0, until: 30, text: "partition: nodes do not hear of each other" }],
      );
  });

  test("without a method of its workload is told so", async () => {
    const lame: LiveStore = { ...atomic, sessions: () => [{ read: () => null }] };
    await expect(openLive(lame, facts, { workload: { sessions: 1 } }).record(0)).rejects.toThrow(
      /no method "write": add it/,
    );
  });
});

test("a store that knows what its replicas had applied says so, unless an update is in doubt", async () => {
  /** A counter that each client has for itself; with each read it hears of another's additions. */
  const replicas = (fails = false): LiveStore => {
    let had: number[][] = [];
    return {
      type: "counter",
      operations: ["add", "read"],
      sessions(count) {
        const added = Array.from({ length: count }, (): number[] => []);
        had = added.map(() => added.map(() => 0));
        let calls = 0;
        return added.map((own, client) => ({
          async add(amount) {
            if (fails && client === 0 && own.length === 2) {
              fails = false;
              throw new Error("lost");
            }
            own.push(amount as number);
            had[client][client]++;
          },
          async read() {
            const next = ++calls % count;
            had[client][next] = Math.max(had[client][next], added[next].length);
            return had[client].reduce(
              (sum, seen, of) => sum + added[of].slice(0, seen).reduce((a, b) => a + b, 0),
              0,
            );
          },
        }));
      },
      saw: (client) => had[client],
    };
  };
  const options = { sights: true, workload: { operations: 60 } };
  const { history } = await openLive(replicas(), facts, options).record(0);
  expect(history.sights?.known.every((known) => known === 1)).toBe(true);
  expect(measure(history)).toMatchObject({
    verdicts: { monotonic: "satisfied" },
    stats: { algorithm: "recorded sights" },
  });
  const doubtful = await openLive(replicas(true), facts, options).record(0);
  expect(doubtful.errors).toHaveLength(1);
  expect(doubtful.history.sights?.known.some((known) => known === 0)).toBe(true);
  expect(() => openLive(bare, facts, options)).toThrow("does not tell what its replicas have applied");
});

describe("a module", () => {
  const folder = fileURLToPath(new URL("../../../../examples/stores/", import.meta.url));

  test("exports a store", async () => {
    const store = await openModule("lagging-register.ts", { folder, loadModule: (path) => import(path) });
    const { history, diverged } = await store.record(0);
    expect(history.size).toBe(15);
    expect(diverged).toBe(false);
  });

  test("that exports none is told what to export", () =>
    expect(
      openModule("x.ts", { loadModule: async () => ({ default: { type: "register" } }) }),
    ).rejects.toThrow(/exports no store: its default export is an object with/));
});
