import { createRandom, labelOf, type LevelName, levelNames, types, type Witness } from "@sightline/core";
import { createBudget } from "@sightline/core/budget.js";
import { LEVEL } from "@sightline/core/criteria/levels.js";
import { checkWithin } from "@sightline/core/check.js";
import { type LongFound, longSearch } from "@sightline/core/visibility/long/long-search.js";
import { createMeter, withoutTurns } from "@sightline/core/visibility/meter.js";
import { verifyVisibility } from "@sightline/core/witness/verify-visibility.js";
import {
  generateVisibilityHistory,
  randomLevels,
} from "@sightline/testing/visibility/generate-visibility.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { renderTable } from "../table.js";

/** What a type's histories came to. */
interface Tally {
  verdicts: number;
  satisfied: number;
  found: number;
  violated: number;
  refuted: number;
  wrong: number;
}

/**
 * Holds the search for long histories, and `check`, against the definition of the levels on small random histories:
 * six levels and one drawn for each method, over session order or real time, with pending and unobserved operations,
 * several objects, declared orders. Every witness is verified. Returns how many verdicts were wrong.
 */
export function benchOracle(verdicts: number, firstSeed = 1): number {
  const all = [...new Set(Object.values(types))].filter(({ replicated }) => replicated === undefined);
  const tallies = new Map<string, Tally>();
  let [compared, wrong] = [0, 0];
  for (let seed = firstSeed; compared < verdicts; seed++)
    for (const type of all) {
      const tally = tallies.get(type.name) ?? {
        verdicts: 0,
        satisfied: 0,
        found: 0,
        violated: 0,
        refuted: 0,
        wrong: 0,
      };
      tallies.set(type.name, tally);
      const history = generateVisibilityHistory(type, seed, 4);
      const random = createRandom(seed);
      const order = random.pick(["session", "realtime"] as const);
      const oracle = createVisibilityOracle(history, type, { order });
      const mixed = randomLevels(type, random);
      for (const level of [...levelNames, undefined]) {
        const levels = (method: string): LevelName => level ?? mixed[method];
        const holds = oracle.satisfiesLevels(levels);
        const claim = { type, initial: history.initial, order, levels };
        const isValid = (witness: Witness): boolean => verifyVisibility(history, claim, witness).valid;
        const found: LongFound = withoutTurns(
          longSearch(
            {
              history,
              type,
              initial: history.initial,
              order,
              levels: Uint8Array.from(
                { length: history.size },
                (_, id) => LEVEL[levels(labelOf(history, id).method)],
              ),
              accepts: isValid,
            },
            createMeter(createBudget()),
          ),
        );
        const asked = level === undefined ? { levels: mixed } : { criterion: level };
        const whole = checkWithin(history, { type, order, explain: false, ...asked }).verdict;
        const right = holds ? "satisfied" : "violated";
        const isWrong =
          whole !== right ||
          (found !== undefined && found.verdict !== right) ||
          (found?.verdict === "satisfied" && !isValid(found.witness));
        compared++;
        tally.verdicts++;
        tally[right]++;
        if (found !== undefined) tally[holds ? "found" : "refuted"]++;
        if (!isWrong) continue;
        tally.wrong++;
        wrong++;
        console.log(`WRONG: ${type.name}, seed ${seed}, ${level ?? JSON.stringify(mixed)}, ${order}`);
      }
    }
  const columns = [
    { heading: "type" },
    ...["verdicts", "satisfied", "found", "violated", "refuted", "wrong"].map((heading) => ({
      heading,
      numeric: true,
    })),
  ];
  const rows = [...tallies].map(([name, one]) => [
    name,
    ...[one.verdicts, one.satisfied, one.found, one.violated, one.refuted, one.wrong].map(String),
  ]);
  console.log(
    `### Against the definition: ${compared} verdicts, seeds from ${firstSeed}; found and refuted by the search for long histories alone\n\n${renderTable(columns, rows)}\n`,
  );
  return wrong;
}
