// @module-tag slow
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type BoundedCheck,
  check,
  concludeCubes,
  createRandom,
  type CubesOutcome,
  type History,
  openCubes,
  parseHistory,
  type Random,
  types,
  WHOLE,
} from "@sightline/core";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { bundleSources } from "@sightline/testing/bundle-sources.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { seeds } from "@sightline/testing/seeds.js";
import { describe, expect, test } from "vitest";
import { type Carrier, SearcherLost } from "./carrier.js";
import { conquer, type Conquest, type Searching } from "./conquer.js";
import type { conquerHere as ConquerHere } from "./conquer-here.js";

const asked = (history: History, options: BoundedCheck) => {
  const open = openCubes(history, options);
  if (open === undefined) throw new Error("there are no cubes");
  return open;
};

/** A searcher in this very thread, whose slices are a few forks; what passes is sent as text. */
function searcher(history: History, options: BoundedCheck, forks: number, isLost = () => false): Carrier {
  let open = asked(history, options);
  return {
    async decide(order) {
      const { part, cube } = JSON.parse(JSON.stringify(order)) as typeof order;
      const answer = open.searches[part].decide(cube, { forks });
      if (isLost()) {
        open = asked(history, options);
        throw new SearcherLost("gone");
      }
      const { verdict } = answer;
      return verdict === "open" && answer.reason === "states" ? { ...answer, reason: "deadline" } : answer;
    },
    async end() {},
  };
}

const partsOf = (history: History, options: BoundedCheck) =>
  asked(history, options).searches.map((_, part) => ({ part, cubes: [WHOLE] }));

const kinds = [types.register, types.set, types.map, types.queue, types.stack, types.mutex];

function draw(seed: number, random: Random): readonly [History, BoundedCheck] {
  const type = random.pick(kinds);
  const criterion = random.pick([
    "linearizability",
    "sequential",
    "causal",
    "monotonic",
    "causal-convergence",
  ]);
  return [generateHistory(type, seed, 9), { type, criterion, explain: false }];
}

describe("a crew that searches cubes", () => {
  test.each([1, 2, 5])("decides as one search does, with %i searchers", async (size) => {
    const verdicts = { satisfied: 0, violated: 0, unknown: 0 };
    let cut = 0;
    for (let seed = 0; seed < seeds(120); seed++) {
      const random = createRandom(seed);
      const [history, options] = draw(seed, random);
      const crew = Array.from({ length: size }, () => searcher(history, options, 1 + random.int(3)));
      const { outcome, states, cubes } = await conquer(crew, partsOf(history, options));
      const decided = concludeCubes(asked(history, options), outcome, {
        started: 0,
        states,
        cubes,
        threads: size,
      });
      const verdict = "result" in decided ? decided.result.verdict : "violated";
      expect(verdict, `seed ${seed}`).toBe(check(history, options).verdict);
      verdicts[verdict]++;
      if (cubes > 1) cut++;
    }
    expect(verdicts.satisfied).toBeGreaterThan(20);
    expect(verdicts.violated).toBeGreaterThan(20);
    expect(verdicts.unknown).toBe(0);
    // A crew of one has nobody to give to: only parts are cubes then.
    if (size > 1) expect(cut).toBeGreaterThan(20);
  });

  test("gives the cubes of a searcher that is lost to another", async () => {
    let lost = 0;
    for (let seed = 0; seed < seeds(60); seed++) {
      const random = createRandom(seed);
      const [history, options] = draw(seed, random);
      const isLost = (): boolean => {
        const isGone = random.chance(0.05);
        if (isGone) lost++;
        return isGone;
      };
      const crew = Array.from({ length: 3 }, () => searcher(history, options, 2, isLost));
      const { outcome } = await conquer(crew, partsOf(history, options));
      expect(outcome.verdict, `seed ${seed}`).toBe(check(history, options).verdict);
    }
    expect(lost).toBeGreaterThan(10);
  });

  const history = parseHistory("{ write(1); read() => 2 } || { write(2); read() => 1 }");
  const options = { type: types.register, criterion: "sequential" } as const;
  const answering = (decide: Carrier["decide"]): Carrier => ({ decide, async end() {} });
  const conquered = (carrier: Carrier, until?: Promise<CubesOutcome>): Promise<Conquest> =>
    conquer([carrier], partsOf(history, options), until === undefined ? {} : { until });

  test("does not know where three searchers were lost over the same cube", async () => {
    let tried = 0;
    const carrier = answering(async () => {
      tried++;
      throw new SearcherLost("gone");
    });
    expect((await conquered(carrier)).outcome).toEqual({ verdict: "unknown", reason: "lost" });
    expect(tried).toBe(3);
  });

  test("goes on where a cube is set apart: others may know", async () => {
    /** One part of which all is lost, and one that has no solution. */
    const carrier = answering(async ({ part }) => {
      if (part === 0) throw new SearcherLost("gone");
      return { verdict: "violated", states: 1 };
    });
    const parts = [0, 1].map((part) => ({ part, cubes: [WHOLE] }));
    const { outcome } = await conquer([carrier], parts);
    expect(outcome).toEqual({ verdict: "violated", part: 1 });
  });

  test("blames no cube for a searcher that leaves, and asks it no more", async () => {
    let asked = 0;
    const leaver = (): Carrier => {
      let isGone = false;
      return {
        ...answering(async () => {
          asked++;
          isGone = true;
          throw new SearcherLost("left", false);
        }),
        isGone: () => isGone,
      };
    };
    const recruits: ((carrier: Carrier) => void)[] = [];
    const conquest = conquer(Array.from({ length: 5 }, leaver), partsOf(history, options), {
      recruit: (join) => recruits.push(join),
    });
    // All have left; one who comes later decides.
    recruits[0](searcher(history, options, Infinity));
    const { outcome, searchers } = await conquest;
    expect(outcome.verdict).toBe(check(history, options).verdict);
    expect(asked).toBe(5);
    expect(searchers).toBeGreaterThanOrEqual(5);
  });

  test("tells how far it has come", async () => {
    const told: Searching[] = [];
    const crew = [1, 2].map(() => searcher(history, options, 1));
    const onProgress = (progress: Searching) => told.push(progress);
    const { cubes, states } = await conquer(crew, partsOf(history, options), { onProgress });
    expect(told.length).toBeGreaterThan(1);
    for (const { done, cubes: all, searchers } of told) {
      expect(done).toBeLessThanOrEqual(all);
      expect(searchers).toBeLessThanOrEqual(2);
    }
    expect(told.at(-1)).toMatchObject({ cubes, done: cubes, states });
  });

  test("refuses what its searchers refuse", async () => {
    await expect(conquered(answering(() => Promise.reject(new Error("no such type"))))).rejects.toThrow(
      "no such type",
    );
  });

  test("does not know where memory ran out", async () => {
    const carrier = answering(async ({ cube }) => ({
      verdict: "open",
      rest: cube,
      reason: "memory",
      states: 7,
    }));
    expect(await conquered(carrier)).toMatchObject({
      outcome: { verdict: "unknown", reason: "memory" },
      states: 7,
    });
  });

  test("stops when it is told an outcome", async () => {
    const carrier = answering(() => new Promise(() => {}));
    const until = Promise.resolve({ verdict: "unknown", reason: "deadline" } as const);
    expect((await conquered(carrier, until)).outcome).toEqual({ verdict: "unknown", reason: "deadline" });
  });
});

const folder = scratchFolder();
bundleSources(
  folder,
  ...["conquer-here", "cube-worker"].map((name) => new URL(`./${name}.ts`, import.meta.url)),
);
const { conquerHere } = (await import(pathToFileURL(join(folder, "conquer-here.js")).href)) as {
  readonly conquerHere: typeof ConquerHere;
};

describe("threads that search cubes", () => {
  const run = (text: string, criterion: string, limits = {}) => {
    const history = parseHistory(text);
    const question = { history, options: { criterion } };
    return conquerHere(asked(history, { criterion }), question, 2, limits);
  };

  test.each([
    ["set { add(1); contains(2) => true } || { add(2); contains(1) => false }", "causal", "satisfied"],
    ["queue { offer(1); poll() => 2 } || { offer(2); poll() => 2 }", "sequential", "violated"],
    ["memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }", "tso", "satisfied"],
    ["memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }", "sc", "violated"],
    ["register { write(1) @0-3; read() => 2 @4-5 } || { write(2) @1-2 }", "linearizability", "satisfied"],
  ])("decide %s for %s", async (text, criterion, verdict) => {
    const { outcome } = await run(text, criterion);
    expect(outcome.verdict).toBe(verdict);
  });

  test("give up at the deadline, and when they are cancelled", async () => {
    const offers = Array.from({ length: 12 }, (_, i) => `{ offer(${i}) }`).join(" || ");
    const endless = `queue ${offers} || { toArray() => [${Array.from({ length: 12 }, (_, i) => i).join()}]; toArray() => [11,10,9,8,7,6,5,4,3,2,1,0] }`;
    expect((await run(endless, "weak", { deadline: performance.now() })).outcome).toEqual({
      verdict: "unknown",
      reason: "deadline",
    });
    expect((await run(endless, "sequential", { signal: AbortSignal.abort() })).outcome).toEqual({
      verdict: "unknown",
      reason: "cancelled",
    });
  });
});
