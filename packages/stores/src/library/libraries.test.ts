// @module-tag slow
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { check, measure } from "@sightline/core";
import { writeHistory } from "@sightline/formats";
import { seeds } from "@sightline/testing/seeds.js";
import { describe, expect, test } from "vitest";
import type { Claim, Finding, OpenStore, RecordedRun, StoreOptions } from "../store.js";
import type { StoreType } from "../workload/workload.js";
import { libraries } from "./libraries.js";
import { NotInstalled } from "./load-library.js";
import { openLibrary } from "./open-library.js";

/** The libraries are installed beside this package, at versions that are pinned. */
const folder = fileURLToPath(new URL("../..", import.meta.url));

const open = (name: string, type: StoreType, options: StoreOptions = {}): Promise<OpenStore> =>
  openLibrary(libraries[name], type, { folder, ...options });

/** The first of so many runs that the condition holds for. */
async function firstRun(
  store: OpenStore,
  runs: number,
  isIt: (run: RecordedRun) => boolean,
): Promise<number> {
  for (let run = 0; run < runs; run++) if (isIt(await store.record(run))) return run;
  return expect.fail(`none of ${runs} runs`);
}

/** How many of so many runs the condition holds for. */
async function countRuns(
  store: OpenStore,
  runs: number,
  isIt: (run: RecordedRun) => boolean,
): Promise<number> {
  let count = 0;
  for (let run = 0; run < runs; run++) if (isIt(await store.record(run))) count++;
  return count;
}

const isBelowBasic = ({ history }: RecordedRun): boolean =>
  check(history, { criterion: "basic", explain: false, verify: false }).verdict === "violated";

const violatesBasic: Claim = { kind: "level", level: "basic", order: "session" };

const shrink = (store: OpenStore, run: number, claim: Claim): Promise<Finding> =>
  (store.shrink ?? expect.fail("cannot shrink"))(run, claim);

const quick = { reload: false };

describe("what real libraries do, from seeds", () => {
  test("Yjs violates basic when updates come in any order: a value that nobody deleted vanishes", async () => {
    const store = await open("yjs", "register", { ...quick, delivery: { order: "any" } });
    const run = await firstRun(store, 500, isBelowBasic);
    const finding = await shrink(store, run, violatesBasic);
    expect(finding.instead).toBeUndefined();
    expect(finding.confirmed).toBe(true);
    expect(check(finding.history, { criterion: "basic" }).verdict).toBe("violated");
    expect(finding.operations).toBeLessThanOrEqual(5);
    expect(finding.program).toContain('import * as Y from "yjs"');
  });

  test("Yjs does not violate basic when each link keeps its order", async () => {
    const store = await open("yjs", "register", { ...quick, delivery: { order: "fifo" } });
    expect(await countRuns(store, seeds(150), isBelowBasic)).toBe(0);
  });

  test("Automerge's live document is wrong after a batch, in eight steps or fewer", async () => {
    const store = await open("automerge", "map", { delivery: { order: "batches" }, workload: { keys: 2 } });
    const run = await firstRun(store, 500, ({ stale }) => stale === true);
    const finding = await shrink(store, run, { kind: "stale" });
    expect(finding.instead).toBeUndefined();
    expect(finding.confirmed).toBe(true);
    expect(finding.steps.length).toBeLessThanOrEqual(8);
  });

  test("PouchDB violates basic: what its author deleted comes back, in five operations or fewer", async () => {
    const store = await open("pouchdb", "map", { workload: { keys: 1 } });
    const run = await firstRun(store, 200, isBelowBasic);
    const finding = await shrink(store, run, violatesBasic);
    expect(finding.instead).toBeUndefined();
    expect(finding.confirmed).toBe(true);
    expect(finding.operations).toBeLessThanOrEqual(5);
  });

  test.each(["loro", "tinybase"])("%s: nothing in hundreds of runs", async (name) => {
    const store = await open(name, "map", { ...quick, delivery: { order: "any" } });
    const isWrong = (run: RecordedRun): boolean =>
      isBelowBasic(run) || run.diverged !== false || run.thrown !== undefined;
    expect(await countRuns(store, seeds(150), isWrong)).toBe(0);
    const reloaded = await open(name, "map", { delivery: { order: "batches", restart: true } });
    expect(await countRuns(reloaded, 50, ({ stale }) => stale !== false)).toBe(0);
  });
});

describe("every library, as every type that it offers", () => {
  const all = Object.values(libraries).flatMap(({ name, types }) =>
    types.map((type) => [name, type] as const),
  );

  test.each(all)("%s:%s gives histories of the type, the same from the same seed", async (name, type) => {
    for (const order of ["immediate", "batches"] as const) {
      const store = await open(name, type, { delivery: { order, partition: true } });
      for (let run = 0; run < 3; run++) {
        const first = await store.record(run);
        expect(first.thrown).toBeUndefined();
        expect(first.diverged).toBe(false);
        expect(first.history.size).toBe(15);
        expect(first.history.annotations?.some(({ text }) => text.includes(" gets #"))).toBe(true);
        expect(writeHistory((await store.record(run)).history)).toBe(writeHistory(first.history));
      }
      await store.close();
    }
  });

  test.each(all)("%s:%s is complete over real time where updates arrive at once", async (name, type) => {
    const store = await open(name, type, { delivery: { order: "immediate" } });
    for (let run = 0; run < 3; run++)
      expect(measure((await store.record(run)).history, { order: "realtime" }).level).toBe("complete");
  });

  test.each(all.filter(([name]) => name !== "pouchdb"))(
    "%s:%s comes back from what it saved",
    async (name, type) => {
      const store = await open(name, type, { delivery: { order: "fifo", restart: true } });
      for (let run = 0; run < 5; run++) {
        const { diverged, stale, thrown, steps } = await store.record(run);
        expect({ diverged, stale, thrown }).toEqual({ diverged: false, stale: false, thrown: undefined });
        expect(steps?.some((step) => step.includes("comes back"))).toBe(true);
      }
    },
  );

  test.each(all)(
    "%s:%s: a program that uses the library alone returns what was recorded",
    async (name, type) => {
      // With updates three operations late some query is stale: the level that real time asks for is violated.
      const store = await open(name, type, { ...quick, delivery: { order: "fifo", delay: [3, 6] } });
      const claim: Claim = { kind: "level", level: "complete", order: "realtime" };
      const run = await firstRun(
        store,
        50,
        ({ history }) =>
          check(history, { criterion: "complete", order: "realtime", explain: false }).verdict === "violated",
      );
      const finding = await shrink(store, run, claim);
      expect(finding.instead).toBeUndefined();
      expect(finding.confirmed).toBe(true);
    },
  );
});

describe("windows of one long run", () => {
  const savable = Object.values(libraries)
    .filter(({ name }) => name !== "pouchdb")
    .flatMap(({ name, types }) => types.map((type) => [name, type] as const));

  test.each(savable)("%s:%s: each begins with what the one before has left", async (name, type) => {
    const options: StoreOptions = { ...quick, windows: true, finalReads: true };
    const store = await open(name, type, { ...options, delivery: { order: "immediate" } });
    for (let run = 0; run < 3; run++) {
      const { history, diverged } = await store.record(run);
      expect({ diverged, begins: history.initial !== undefined }).toEqual({
        diverged: false,
        begins: run > 0,
      });
      expect(measure(history, { order: "realtime" }).level).toBe("complete");
    }
    // Asked for by itself, a window is the same: those before it are run again.
    const late = { ...options, delivery: { order: "any" } } as const;
    const [one, other] = [await open(name, type, late), await open(name, type, late)];
    for (let run = 0; run < 3; run++) await one.record(run);
    expect(writeHistory((await other.record(2)).history)).toBe(writeHistory((await one.record(2)).history));
    expect(one.shrink).toBeUndefined();
  });
});

describe("what cannot be", () => {
  test("a library that is not installed is named, and how to install it", async () => {
    await expect(openLibrary(libraries.yjs, "map", { folder: tmpdir() })).rejects.toThrow(NotInstalled);
    await expect(openLibrary(libraries.pouchdb, "map", { folder: tmpdir() })).rejects.toThrow(
      /npm install pouchdb pouchdb-adapter-memory/,
    );
  });

  test("a type that a library does not offer is refused", () =>
    expect(open("tinybase", "list")).rejects.toThrow("take tinybase:register, tinybase:map, tinybase:set"));

  test("a restart of what cannot be saved is refused", () =>
    expect(open("pouchdb", "map", { delivery: { restart: true } })).rejects.toThrow(/leave --restart out/));

  test("windows of what cannot be saved are refused", () =>
    expect(open("pouchdb", "map", { windows: true })).rejects.toThrow(/leave --windows out/));
});
