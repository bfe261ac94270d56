// @module-tag slow
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import {
  check,
  createRandom,
  type History,
  parseHistory,
  type Result,
  type SequentialType,
  types,
} from "@sightline/core";
import { bundleSources } from "@sightline/testing/bundle-sources.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";
import { type checkParallel as CheckParallel, checkWith, type ParallelOptions } from "./check-parallel.js";
import type { Member } from "./member.js";
import type { Command, Message, ParallelJob } from "./messages.js";
import { serve } from "./serve.js";

/** Everything that passed between a crew and its coordinator. */
interface Log {
  readonly commands: Command[];
  readonly messages: Message[];
  killed: number;
}

/** Starts workers that run the real program in this very thread; messages are copied as between threads. */
function inProcess(usedBytes = (): number => 0): {
  readonly start: (job: ParallelJob) => Member;
  readonly log: Log;
} {
  const log: Log = { commands: [], messages: [], killed: 0 };
  const start = (job: ParallelJob): Member => {
    let alive = true;
    let obey: (command: Command) => void = () => {};
    let hear: (message: Message) => void = () => {};
    const deliver = (action: () => void): void => {
      setImmediate(() => {
        if (alive) action();
      });
    };
    void serve(
      {
        post(message) {
          if (!alive) return;
          log.messages.push(message);
          const copy = structuredClone(message);
          deliver(() => hear(copy));
        },
        onCommand: (listen) => (obey = listen),
      },
      // A thread ends in the middle of a search. This one would go on for ever: it finds its memory full instead.
      { ...structuredClone(job), memory: job.memory ?? Number.MAX_VALUE },
      { usedBytes: () => (alive ? usedBytes() : Infinity) },
    );
    return {
      send(command) {
        log.commands.push(command);
        const copy = structuredClone(command);
        deliver(() => obey(copy));
      },
      listen: (onMessage) => (hear = onMessage),
      async end() {
        log.killed++;
        alive = false;
      },
    };
  };
  return { start, log };
}

const run = (history: History, options: ParallelOptions): Promise<Result> =>
  checkWith(inProcess().start, history, options);

const count = (log: Log, kind: Message["kind"]): number =>
  log.messages.filter((message) => message.kind === kind).length;

/** A violation that takes some ten thousand states to establish at level causal. */
const hard = parseHistory(
  "{ add(1); add(2) } || { add(4); contains(6) => false } || { remove(1); size() => 9 }",
);

/** One that takes far too long at level weak. */
const endless = parseHistory(
  "{ add(1); add(2); contains(1) => true } || { add(4); add(5); contains(6) => false } || { remove(1); add(3); size() => 9 }",
);

const names = ["set", "map", "queue", "register", "rpq"] as const;
const levels = ["weak", "basic", "monotonic", "peer", "causal", "complete"] as const;

describe("a search that several workers share", () => {
  test.each([1, 2, 3])("has the verdict of the search of one, with %i workers", async (workers) => {
    const verdicts = { satisfied: 0, violated: 0, unknown: 0 };
    for (let seed = 0; seed < 60; seed++) {
      const random = createRandom(seed);
      const name = random.pick(names);
      const type: SequentialType = types[name];
      const history = generateHistory(type, seed, 5);
      const asked = {
        type: name,
        order: random.pick(["session", "realtime"] as const),
        pruning: random.chance(0.5),
        algorithm: random.pick(["visearch", "minimal-visibility"] as const),
      };
      const methods = Object.keys(type.methods ?? {});
      const criterion = random.chance(0.5)
        ? { criterion: random.pick(levels) }
        : { levels: Object.fromEntries([...methods, "*"].map((method) => [method, random.pick(levels)])) };
      const expected = check(history, { ...criterion, type, order: asked.order, explain: false });
      const result = await run(history, { ...criterion, ...asked, workers });
      expect(result.verdict, `seed ${seed}`).toBe(expected.verdict);
      expect(result.criterion, `seed ${seed}`).toBe(expected.criterion);
      verdicts[result.verdict]++;
    }
    expect(verdicts.satisfied).toBeGreaterThan(10);
    expect(verdicts.violated).toBeGreaterThan(10);
  });

  test("hands work over, visits every state once, and ends every worker", async () => {
    const options = { type: "set", criterion: "causal", pruning: false } as const;
    const alone = await run(hard, { ...options, workers: 1 });
    const { start, log } = inProcess();
    const shared = await checkWith(start, hard, { ...options, workers: 3 });
    expect(alone.verdict).toBe("violated");
    expect(shared.verdict).toBe("violated");
    expect(alone.stats.states).toBeGreaterThan(3000);
    expect(shared.stats.states).toBe(alone.stats.states);
    expect(count(log, "given")).toBeGreaterThan(1);
    expect(
      log.commands.filter((command) => command.kind === "take" && command.task !== undefined),
    ).toHaveLength(count(log, "given"));
    expect(log.killed).toBe(3);
  });

  test("stops at the first witness", async () => {
    const history = parseHistory("{ add(1); contains(2) => true } || { add(2); contains(1) => false }");
    const { start, log } = inProcess();
    const result = await checkWith(start, history, { type: "set", criterion: "causal", workers: 2 });
    expect(result).toMatchObject({ verdict: "satisfied", criterion: "causal" });
    expect(count(log, "found")).toBe(1);
    expect(log.killed).toBe(2);
  });

  test("refuses options and limits that it does not know", async () => {
    const ask = (options: object) => run(hard, { type: "set", criterion: "weak", ...options });
    await expect(ask({ deadlineMs: 20 })).rejects.toThrow('unknown option "deadlineMs"');
    await expect(ask({ worker: 2 })).rejects.toThrow('unknown option "worker": did you mean "workers"?');
    await expect(ask({ limits: { states: 2 } })).rejects.toThrow(
      'unknown limit "states": the limits are seconds, megabytes, signal',
    );
  });

  test("gives up at the deadline", async () => {
    const result = await run(endless, {
      type: "set",
      criterion: "weak",
      pruning: false,
      workers: 2,
      limits: { seconds: 0.02 },
    });
    expect(result).toMatchObject({ verdict: "unknown", reason: "deadline" });
  });

  test("gives up when one of its workers finds the memory full", async () => {
    let looks = 0;
    const { start, log } = inProcess(() => ++looks);
    const options = {
      type: "set",
      criterion: "weak",
      pruning: false,
      workers: 2,
      limits: { megabytes: 40 / 2 ** 20 },
    } as const;
    const result = await checkWith(start, endless, options);
    expect(result).toMatchObject({ verdict: "unknown", reason: "memory" });
    expect(result.stats.states).toBeGreaterThan(16);
    expect(log.killed).toBe(2);
    const enough = await checkWith(inProcess(() => 40).start, hard, { ...options, criterion: "causal" });
    expect(enough.verdict).toBe("violated");
  });

  test("gives up when it is aborted, before or in the middle", async () => {
    const options = { type: "set", criterion: "weak", pruning: false, workers: 2 } as const;
    const before = await run(endless, { ...options, limits: { signal: AbortSignal.abort() } });
    expect(before).toMatchObject({ verdict: "unknown", reason: "cancelled" });
    const controller = new AbortController();
    const { start, log } = inProcess();
    const result = checkWith(start, endless, { ...options, limits: { signal: controller.signal } });
    while (count(log, "given") === 0) await nextTurn();
    controller.abort();
    expect(await result).toMatchObject({ verdict: "unknown", reason: "cancelled" });
    expect(log.killed).toBe(2);
  });

  test("refuses what does not fit together", async () => {
    await expect(run(hard, { type: "sat", criterion: "weak", workers: 2 })).rejects.toThrow(
      "unknown type 'sat'",
    );
    await expect(run(hard, { type: "queue", criterion: "weak", workers: 2 })).rejects.toThrow(
      "no method 'add'",
    );
    await expect(run(hard, { criterion: "weak", workers: 2 })).rejects.toThrow("does not tell its type");
    await expect(run(hard, { type: "set", criterion: "sequential" })).rejects.toThrow("visibility levels");
    await expect(run(hard, { type: "set", levels: { ad: "weak" }, workers: 1 })).rejects.toThrow("add");
  });
});

const folder = scratchFolder();
const bundled = (name: string): string => pathToFileURL(join(folder, name)).href;
bundleSources(
  folder,
  ...["check-parallel", "search-worker", "../../../core/src/index"].map(
    (name) => new URL(`./${name}.ts`, import.meta.url),
  ),
);
const { checkParallel } = (await import(bundled("check-parallel.js"))) as {
  readonly checkParallel: typeof CheckParallel;
};

describe("worker threads", () => {
  test.each([1, 2, 3])("decide as one does: %i", async (workers) => {
    const options = { type: "set", pruning: false, workers } as const;
    const violated = await checkParallel(hard, { ...options, criterion: "causal" });
    expect(violated).toMatchObject({ verdict: "violated", stats: { states: 15_914 } });
    const satisfied = await checkParallel(
      parseHistory("{ add(1); contains(2) => true } || { add(2); contains(1) => false }"),
      { ...options, criterion: "causal" },
    );
    expect(satisfied.verdict).toBe("satisfied");
  });

  test("load a type of the user's own", async () => {
    const module = `export const loadType = async (name) => ({
      name, init: () => 0, step: (state, { method }) => ({ state: state + 1, result: method === "tick" ? null : state })
    })`;
    const typeLoader = `data:text/javascript,${encodeURIComponent(module)}`;
    const clock = (text: string): Promise<Result> =>
      checkParallel(parseHistory(text), { type: "clock", typeLoader, criterion: "basic", workers: 2 });
    expect((await clock("{ tick() } || { time() => 1 }")).verdict).toBe("satisfied");
    expect((await clock("{ tick() } || { time() => 2 }")).verdict).toBe("violated");
  });

  test("refuse a type of the user's own that fails in the middle", async () => {
    const core = JSON.stringify(bundled("index.js"));
    const module = `import { typeFromModule } from ${core};
      const step = (state) => { if (state === 2) throw null; return [state + 1, null]; };
      export const loadType = async (name) => typeFromModule({ init: () => 0, step }, name);`;
    const typeLoader = `data:text/javascript,${encodeURIComponent(module)}`;
    const options = { type: "clock.ts", typeLoader, criterion: "causal", workers: 2 } as const;
    const history = parseHistory("{ tick() } || { tick() } || { tick() }");
    await expect(checkParallel(history, options)).rejects.toThrow("clock.ts: step on tick threw null");
    await expect(checkParallel(history, options)).rejects.toMatchObject({ code: "SL1401" });
  });

  test("end when aborted", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    const result = await checkParallel(endless, {
      type: "set",
      criterion: "weak",
      pruning: false,
      workers: 2,
      limits: { signal: controller.signal },
    });
    expect(result).toMatchObject({ verdict: "unknown", reason: "cancelled" });
  });
});
