import type { CheckOptions } from "@sightline/core/ask/check-options.js";
import { levelNames } from "@sightline/core/criteria/levels.js";
import { memoryModels } from "@sightline/core/criteria/memory-models.js";
import type { History } from "@sightline/core/history/history.js";
import { createRandom, type Random } from "@sightline/core/random.js";
import { types } from "@sightline/core/types/index.js";
import { generateHistory } from "../history/generate-history.js";
import { fromRecord, toRecord } from "../history/history-record.js";
import { withOptional } from "../history/vary.js";
import { generateVisibilityHistory, randomLevels } from "../visibility/generate-visibility.js";

const builtIn = [...new Set(Object.values(types))];
const models = ["vis >= hb", "vis >= hb; vis >= vis.vis", "vis >= lin.hb", "relax lin; vis >= po"];

/** A question by its number: what is asked of which history. */
type Ask = (seed: number) => readonly [History, CheckOptions];

/** Of each sixteen histories one is longer, of up to thirty operations: each type has each size in turn. */
const sizeOf = (seed: number, usual: number): number =>
  Math.floor(seed / 21) % 16 === 0 ? 10 + ((seed + Math.floor(seed / (21 * 16))) % 21) : usual;

const sometimesOptional = (history: History, random: Random): History =>
  random.chance(0.15) ? withOptional(history, random) : history;

/** Questions about random small histories, many of them violated, by the kind of criterion. */
export const questions: Readonly<Record<string, Ask>> = {
  linearizability: (seed) => orderQuestion(seed, "linearizability"),
  sequential: (seed) => orderQuestion(seed, "sequential"),
  levels: (seed) => visibilityQuestion(seed, (_, random) => ({ criterion: random.pick(levelNames) })),
  "levels per method": (seed) =>
    visibilityQuestion(seed, (type, random) => ({ levels: randomLevels(type, random) })),
  axioms: (seed) => visibilityQuestion(seed, (_, random) => ({ axioms: random.pick(models) })),
  memory(seed) {
    const random = createRandom(seed);
    const plain = toRecord(sometimesOptional(generateHistory(types.memory, seed, sizeOf(seed, 7)), random));
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
  const history = generateHistory(type, seed, sizeOf(seed, 5 + (seed % 6)));
  return [sometimesOptional(history, createRandom(seed)), { criterion }];
}

function visibilityQuestion(
  seed: number,
  ask: (type: (typeof builtIn)[number], random: Random) => CheckOptions,
): readonly [History, CheckOptions] {
  const type = builtIn[seed % builtIn.length];
  const random = createRandom(seed);
  const history = sometimesOptional(generateVisibilityHistory(type, seed, sizeOf(seed, 6)), random);
  return [history, { ...ask(type, random), order: random.pick(["session", "realtime"]) }];
}
