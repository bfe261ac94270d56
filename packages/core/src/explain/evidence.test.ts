// @module-tag slow
import { describe, expect, test } from "vitest";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { fromRecord, toRecord } from "@sightline/testing/history/history-record.js";
import { withOptional } from "@sightline/testing/history/vary.js";
import {
  generateVisibilityHistory,
  randomLevels,
} from "@sightline/testing/visibility/generate-visibility.js";
import type { CheckOptions } from "../ask/check-options.js";
import { check } from "../check.js";
import { levelNames } from "../criteria/levels.js";
import { memoryModels } from "../criteria/memory-models.js";
import { type History, labelOf } from "../history/history.js";
import { parseHistory } from "../history/parse-history.js";
import type { Value } from "../history/value.js";
import { createRandom, type Random } from "../random.js";
import type { Violation } from "../result.js";
import { types } from "../types/index.js";
import { relaxMemory } from "./memory/memory-core.js";

const builtIn = [...new Set(Object.values(types))];
const models = ["vis >= hb", "vis >= hb; vis >= vis.vis", "vis >= lin.hb", "relax lin; vis >= po"];

/** A question by its number: what is asked of which history. */
type Ask = (seed: number) => readonly [History, CheckOptions];

const sometimesOptional = (history: History, random: Random): History =>
  random.chance(0.15) ? withOptional(history, random) : history;

const questions: Readonly<Record<string, Ask>> = {
  linearizability: (seed) => orderQuestion(seed, "linearizability"),
  sequential: (seed) => orderQuestion(seed, "sequential"),
  levels: (seed) => visibilityQuestion(seed, (_, random) => ({ criterion: random.pick(levelNames) })),
  "levels per method": (seed) =>
    visibilityQuestion(seed, (type, random) => ({ levels: randomLevels(type, random) })),
  axioms: (seed) => visibilityQuestion(seed, (_, random) => ({ axioms: random.pick(models) })),
  memory(seed) {
    const random = createRandom(seed);
    const plain = toRecord(sometimesOptional(generateHistory(types.memory, seed), random));
    const criterion = random.pick(memoryModels);
    const storeOrder = criterion === "sc" || criterion === "tso";
    const operations = plain.operations.map(({ method, args = [], result, ...rest }) =>
      method !== "exchange"
        ? { ...rest, method, args, ...(result === undefined ? {} : { result }) }
        : storeOrder && rest.call === undefined
          ? { ...rest, method, args, ...(result === undefined ? {} : { result }) }
          : { ...rest, method: "write", args },
    );
    const { happensBefore: _, ...unordered } = plain;
    const isBuffered = criterion === "tso" || criterion === "wccm";
    return [fromRecord({ ...(isBuffered ? unordered : plain), operations }) as History, { criterion }];
  },
};

function orderQuestion(seed: number, criterion: string): readonly [History, CheckOptions] {
  const type = builtIn[seed % builtIn.length];
  const history = generateHistory(type, seed, 5 + (seed % 6));
  return [sometimesOptional(history, createRandom(seed)), { criterion }];
}

function visibilityQuestion(
  seed: number,
  ask: (type: (typeof builtIn)[number], random: Random) => CheckOptions,
): readonly [History, CheckOptions] {
  const type = builtIn[seed % builtIn.length];
  const random = createRandom(seed);
  const history = sometimesOptional(generateVisibilityHistory(type, seed, 6), random);
  return [history, { ...ask(type, random), order: random.pick(["session", "realtime"]) }];
}

/** The history with another result of an operation. */
function withResult(history: History, id: number, result: Value): History {
  const label = { ...labelOf(history, id), result };
  return {
    ...history,
    labels: [...history.labels, label],
    label: history.label.with(id, history.labels.length),
  };
}

/** The violated ones among the questions of so many seeds. */
function* violations(name: string, seeds: number): Generator<[History, CheckOptions, Violation, string]> {
  for (let seed = 1; seed <= seeds; seed++) {
    const [history, options] = questions[name](seed);
    const result = check(history, options);
    const where = `seed ${seed}, ${result.criterion}: ${JSON.stringify(toRecord(history))}`;
    if (result.verdict === "violated") yield [history, options, result.violation, where];
  }
}

const SEEDS = 1800;

describe.each(Object.keys(questions))("the evidence of a violation of %s", (name) => {
  test("a core is refuted again when read back, and every alternative holds", () => {
    const met = { violations: 0, cores: 0, alternatives: 0 };
    for (const [history, options, violation, where] of violations(name, SEEDS)) {
      met.violations++;
      const { core, notation, alternatives = [] } = violation;
      if (core !== undefined) {
        met.cores++;
        const plain = { ...options, explain: false };
        const told = `${where}\n${notation}`;
        expect(check(parseHistory(notation ?? ""), plain).verdict, told).toBe("violated");
        expect(check(parseHistory(JSON.stringify(core)), plain).verdict, told).toBe("violated");
      }
      for (const { operation, results } of alternatives)
        for (const result of results) {
          met.alternatives++;
          const other = withResult(history, operation, result);
          const told = `${where}\n#${operation} => ${JSON.stringify(result)}`;
          expect(check(other, { ...options, explain: false }).verdict, told).toBe("satisfied");
        }
      if (alternatives.length === 0) expect(violation.reason, where).not.toContain("could have returned");
    }
    expect(met.violations).toBeGreaterThan(SEEDS / 20);
    // Histories this small have a core, each of them.
    expect(met.cores).toBe(met.violations);
    expect(met.alternatives).toBeGreaterThan(met.violations / 10);
  });

  test("is the same text whatever the time limit, again and again", () => {
    for (let seed = 1; seed <= SEEDS / 20; seed++) {
      const [history, options] = questions[name](seed);
      const tell = (seconds: number): string => {
        const result = check(history, { ...options, limits: { seconds } });
        if (result.verdict !== "violated") return result.verdict;
        // How long a proof was looked for is another matter.
        const { proof: _, steps: __, cycle: ___, ...told } = result.violation;
        return JSON.stringify(told);
      };
      const [first, ...others] = [tell(60), tell(600), tell(60)];
      for (const other of others) expect(other, `seed ${seed}`).toBe(first);
    }
  });
});

test("what satisfies a model of memory also satisfies it relaxed, whatever is kept", () => {
  let relaxed = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const [history, options] = questions.memory(seed);
    const plain = { ...options, explain: false };
    if (check(history, plain).verdict !== "satisfied") continue;
    const random = createRandom(seed + 1);
    const kept = Array.from(history.label.keys()).filter(() => random.chance(0.5));
    const part = relaxMemory(history, kept);
    relaxed += part.size < history.size ? 1 : 0;
    const where = `seed ${seed}: ${JSON.stringify([toRecord(history), kept])}`;
    expect(check(part, plain).verdict, where).toBe("satisfied");
  }
  expect(relaxed).toBeGreaterThan(SEEDS / 4);
});
