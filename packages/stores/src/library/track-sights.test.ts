// @module-tag slow
import { fileURLToPath } from "node:url";
import { createRandom, labelOf, membersOf, printOperation, seenBy } from "@sightline/core";
import { seeds } from "@sightline/testing/seeds.js";
import { describe, expect, test } from "vitest";
import { defaultDelivery, generateScript, type Scenario } from "../workload/generate-script.js";
import type { Script, Step } from "../workload/script.js";
import { defaultWorkload, type StoreType } from "../workload/workload.js";
import { libraries } from "./libraries.js";
import type { Document, LoadedLibrary } from "./library.js";
import { loadLibrary } from "./load-library.js";
import { openLibrary } from "./open-library.js";
import { runScript } from "./run-script.js";
import { viewOf } from "./use-document.js";

/** The libraries are installed beside this package, at versions that are pinned. */
const folder = fileURLToPath(new URL("../..", import.meta.url));

const scenario = (type: StoreType, delivery: Partial<Scenario["delivery"]>): Scenario => ({
  workload: { ...defaultWorkload, type, sessions: 4, operations: 24 },
  replicas: 3,
  delivery: { ...defaultDelivery, ...delivery },
});

/** The script with deliveries lost, made twice, or made together with another, all at random. */
function disturbed(script: Script, seed: number): Script {
  const random = createRandom(seed);
  const steps: Step[] = [];
  for (const step of script.steps) {
    if (step.kind !== "deliver") steps.push(step);
    else if (!random.chance(0.25)) {
      const others = steps.filter((one) => one.kind === "deliver" && one.to === step.to);
      const again = others.length > 0 && random.chance(0.3) ? others[random.int(others.length)] : undefined;
      steps.push(again?.kind === "deliver" ? { ...step, of: [...again.of, ...step.of] } : step);
      if (random.chance(0.25)) steps.push(step);
    }
  }
  return { ...script, steps };
}

/** A library that writes down what its documents were told to tell others: one update, or none, for each call. */
function spied(library: LoadedLibrary): { readonly library: LoadedLibrary; readonly updates: unknown[] } {
  const updates: unknown[] = [];
  return {
    updates,
    library: {
      async open(options) {
        const document = await library.open(options);
        const takeUpdate = (): unknown => {
          const update = document.takeUpdate();
          updates.push(update);
          return update;
        };
        return { ...document, takeUpdate };
      },
    },
  };
}

/** What a new document shows that gets these updates, and nothing else. */
async function predicted(
  library: LoadedLibrary,
  type: StoreType,
  updates: readonly unknown[],
): Promise<string> {
  const document: Document = await library.open({ replica: 9, type, now: () => 2e12, run: "predicted" });
  for (const update of updates) if (update !== undefined) await document.receive([update]);
  const view = await viewOf(document, type);
  await document.close?.();
  return view;
}

/**
 * Runs a script, and compares what each operation is said to have seen with what its replica showed just before: a new
 * document that gets those updates must show the same. How many updates were seen; and how many operations only a
 * document explains that gets all that was delivered, too.
 */
async function comparedRun(
  library: LoadedLibrary,
  type: StoreType,
  script: Script,
): Promise<{ readonly seen: number; readonly inPart: number }> {
  const spy = spied(library);
  const views: (readonly string[])[] = [];
  const options = { type, name: "run", compare: "never" } as const;
  const watch = (shown: readonly string[]): void => void views.push(shown);
  const { history } = await runScript(spy.library, script, { ...options, sights: true, watch });
  const sights = history.sights ?? expect.fail("no sights");
  const members = membersOf(history);
  const operations = new Map<number, number>(); // by the ids of calls
  const delivered = Array.from({ length: script.replicas }, () => new Set<number>());
  const updatesOf = (ids: Iterable<number>): unknown[] =>
    [...new Set(ids)].sort((a, b) => a - b).map((id) => spy.updates[id]);
  let [all, inPart] = [0, 0];
  for (const [at, step] of script.steps.entries()) {
    if (step.kind === "deliver")
      for (const call of step.of) delivered[step.to].add(operations.get(call) as number);
    if (step.kind !== "call") continue;
    const id = operations.size;
    operations.set(step.id, id);
    if (at === 0) continue;
    const shown = views[at - 1][step.replica];
    const seen = [...seenBy(sights, members, id)];
    all += seen.length;
    if ((await predicted(library, type, updatesOf(seen))) === shown) continue;
    inPart++;
    expect(await predicted(library, type, updatesOf([...seen, ...delivered[step.replica]]))).toBe(shown);
  }
  // And to ask what was seen has changed nothing.
  const plain = await runScript(library, script, options);
  expect({ ...history, sights: undefined }).toEqual({ ...plain.history, sights: undefined });
  return { seen: all, inPart };
}

describe("what operations are said to have seen", () => {
  const deliveries = ["fifo", "any", "batches"] as const;
  const types: ReadonlySet<StoreType> = new Set(["register", "map", "counter", "list"]); // others are kept as one of these
  const all = ["yjs", "automerge", "loro", "tinybase", "json-joy"].flatMap((name) =>
    libraries[name].types
      .filter((type) => types.has(type) && (name !== "json-joy" || type !== "list"))
      .map((type) => [name, type] as const),
  );

  test.each(all)(
    "%s:%s is what its document shows, though updates overtake each other, come twice or not at all",
    async (name, type) => {
      const library = await loadLibrary(libraries[name], folder);
      const total = { seen: 0, inPart: 0 };
      for (let seed = 0; seed < seeds(name === "yjs" ? 9 : 3); seed++) {
        const order = deliveries[seed % 3];
        const whole = generateScript(scenario(type, { order, restart: seed % 2 === 0 }), 1, seed);
        const { seen, inPart } = await comparedRun(library, type, disturbed(whole, seed));
        total.seen += seen;
        total.inPart += inPart;
      }
      expect(total.seen).toBeGreaterThan(100);
      // A write of Yjs is a new struct and the deletion of the old one, which does not wait for the new one: a value
      // vanishes, and neither to see the write nor not to see it explains that.
      if (name !== "yjs" || type === "list") expect(total.inPart).toBe(0);
      else if (type === "map") expect(total.inPart).toBeGreaterThan(0);
    },
  );

  test("PouchDB: whoever gets an update gets all that its author has by then", async () => {
    const library = await loadLibrary(libraries.pouchdb, folder);
    let [values, seen] = [0, 0];
    for (let seed = 0; seed < seeds(3); seed++) {
      const script = disturbed(generateScript(scenario("map", { order: "any" }), 1, seed), seed);
      const run = { type: "map", name: "run", unique: `sights ${seed}`, sights: true } as const;
      const { history } = await runScript(library, script, run);
      const sights = history.sights ?? expect.fail("no sights");
      const members = membersOf(history);
      for (let id = 0; id < history.size; id++) {
        const { method, args, result } = labelOf(history, id);
        const puts = [...seenBy(sights, members, id)].map((one) => labelOf(history, one));
        seen += puts.length;
        if (method !== "get") continue;
        const ofKey = puts.filter((one) => one.method !== "get" && one.args[0] === args[0]);
        if (result !== null) expect(ofKey.map((one) => one.args[1])).toContain(result);
        else if (ofKey.length > 0) expect(ofKey.map((one) => one.method)).toContain("remove");
        if (result !== null) values++;
      }
    }
    expect(values).toBeGreaterThan(5);
    expect(seen).toBeGreaterThan(100);
  });

  test("what a library forgets, or never tells, is not said", async () => {
    const options = { folder, sights: true };
    await expect(openLibrary(libraries["json-joy"], "list", options)).rejects.toThrow(
      "json-joy does not tell what a replica of a list has applied: leave --sights out",
    );
    const store = await openLibrary(libraries["json-joy"], "list", { folder });
    expect((await store.record(0)).history.sights).toBeUndefined();
  });

  test("an update that changed nothing is seen where all is that its author had, and with the next of its session", async () => {
    const library = await loadLibrary(libraries.loro, folder);
    const call = (id: number, session: number, method: string, ...args: number[]) =>
      ({ kind: "call", id, session, replica: session, method, args }) as const;
    const to = (replica: number, ...of: number[]) => ({ kind: "deliver", to: replica, of }) as const;
    const steps = [
      call(0, 0, "remove", 7), // nothing is there
      call(1, 1, "contains", 7), // has all that the first had, which is nothing
      call(2, 0, "add", 5),
      call(3, 0, "remove", 8), // nothing is there
      call(4, 1, "contains", 5),
      to(1, 2),
      call(5, 1, "contains", 5),
    ];
    const run = { type: "set", name: "run", sights: true, finalReads: true } as const;
    const { history } = await runScript(library, { replicas: 2, steps }, run);
    const sights = history.sights ?? expect.fail("no sights");
    const members = membersOf(history);
    const seen = (id: number): string =>
      [...seenBy(sights, members, id)].map((one) => printOperation(labelOf(history, one))).join(", ");
    expect([0, 1, 2, 3, 4, 5].map(seen)).toEqual([
      "",
      "remove(7)",
      "remove(7)",
      "remove(7), add(5)",
      "remove(7), contains(7) => false",
      "remove(7), add(5), remove(8), contains(7) => false, contains(5) => false",
    ]);
    expect(labelOf(history, 6)).toMatchObject({ method: "contains", args: [7] }); // a final read
    expect(seen(6)).toBe("remove(7), add(5), remove(8)");
  });
});
