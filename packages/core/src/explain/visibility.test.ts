import { describe, expect, test } from "vitest";
import { createBudget } from "../budget.js";
import type { History } from "../history/history.js";
import { parseHistory } from "../history/parse-history.js";
import { select } from "../history/select.js";
import type { Violation } from "../result.js";
import {
  generateVisibilityHistory,
  randomLevels,
} from "@sightline/testing/visibility/generate-visibility.js";
import { axiomCondition } from "@sightline/testing/axioms/axiom-condition.js";
import { createRandom } from "../random.js";
import { fromRecord, toRecord } from "@sightline/testing/history/history-record.js";
import { generateSeparatingHistory } from "@sightline/testing/visibility/separating.js";
import {
  type LevelOf,
  satisfiesLevels,
  satisfiesPredicate,
  subsequences,
} from "@sightline/testing/visibility/visibility-oracle.js";
import { findType, types, typeNames } from "../types/index.js";
import type { SequentialType } from "../types/type.js";
import { randomModel } from "@sightline/testing/axioms/axiom-fuzzing.js";
import { type LevelName, levelNames } from "../criteria/levels.js";
import { relaxVisibility } from "./relax-visibility.js";
import { explanationEffort } from "./effort.js";
import { explainVisibility } from "./visibility.js";
import { seeds } from "@sightline/testing/seeds.js";

type Order = "session" | "realtime";
const uniform = (level: LevelName) => (): LevelName => level;

function explainByOracle(
  history: History,
  type: SequentialType,
  levelOf: LevelOf,
  criterion: string,
  order: Order = "session",
): Violation | undefined {
  const { initial } = history;
  const decide = (sub: History) =>
    ({
      verdict: satisfiesLevels(sub, type, levelOf, { order, initial }) ? "satisfied" : "violated",
      states: 1,
    }) as const;
  if (decide(history).verdict === "satisfied") return undefined;
  return explainVisibility(
    { history, type, initial, order, decide, criterion },
    explanationEffort(createBudget()),
  );
}

/** Random histories of every type and many near the borders between levels, with levels and an order. */
function* randomQuestions(perType: number): Generator<[History, SequentialType, LevelOf, Order, number]> {
  let border = 1;
  for (const typeName of [...typeNames, ...Array.from({ length: 10 }, () => "")])
    for (let seed = 1; seed <= perType; seed++) {
      const random = createRandom(seed);
      const { history, type } =
        typeName === ""
          ? generateSeparatingHistory(border++)
          : { history: generateVisibilityHistory(findType(typeName), seed, 5), type: findType(typeName) };
      const levels = randomLevels(type, random);
      const level = random.pick(levelNames);
      const levelOf: LevelOf = random.chance(0.5) ? uniform(level) : (method) => levels[method];
      yield [history, type, levelOf, random.pick(["session", "realtime"] as const), seed];
    }
}

describe("relaxing", () => {
  test("what explains a history also explains it relaxed", () => {
    let count = 0;
    for (const [history, type, levelOf, order, seed] of randomQuestions(seeds(20))) {
      const random = createRandom(seed + 1000);
      const ids = Array.from({ length: history.size }, (_, id) => id);
      const kept = new Set(ids.filter(() => random.chance(0.5)));
      const relaxed = relaxVisibility({ history, type, order }, kept).history;
      if (relaxed.size === history.size || !satisfiesLevels(history, type, levelOf, { order })) continue;
      const where = JSON.stringify([toRecord(history), [...kept]]);
      expect([satisfiesLevels(relaxed, type, levelOf, { order }), where]).toEqual([true, where]);
      count++;
    }
    expect(count).toBeGreaterThan(150);
  });

  test("drops queries and what nobody notices, and keeps the rest without results", () => {
    const history = parseHistory(
      "{ add(1) => true; add(2) => true; size() => 2 } || { contains(1) => false; remove(3) => false } || { remove(1) => true; contains(1) => true }",
    );
    const relaxed = relaxVisibility({ history, type: types.set, order: "session" }, new Set([3]));
    expect(Array.from(relaxed.ids)).toEqual([0, 3, 5]);
    expect(relaxed.history.labels[relaxed.history.label[0]]).toEqual({
      method: "add",
      args: [1],
      result: undefined,
    });
  });

  test("under axioms too", () => {
    let count = 0;
    for (const [history, type, , order, seed] of randomQuestions(seeds(12))) {
      if (history.size > 4) continue;
      const random = createRandom(seed + 2000);
      const model = randomModel(random, [...new Set(history.labels.map(({ method }) => method))]);
      const satisfied = (sub: History): boolean =>
        satisfiesPredicate(sub, type, axiomCondition(sub, model), { order, relaxLin: model.relaxLin });
      const kept = new Set(Array.from(history.label.keys()).filter(() => random.chance(0.5)));
      const relaxed = relaxVisibility({ history, type, order, relaxLin: model.relaxLin }, kept);
      if (relaxed.history.size === history.size || !satisfied(history)) continue;
      const where = JSON.stringify([toRecord(history), model, [...kept]]);
      expect([satisfied(relaxed.history), where]).toEqual([true, where]);
      count++;
    }
    expect(count).toBeGreaterThan(45);
  });

  test("with a relaxed linearization, what comes later may be seen too", () => {
    const history = parseHistory("{ contains(1) => true; add(1) }");
    const question = { history, type: types.set, order: "session" } as const;
    expect(Array.from(relaxVisibility(question, new Set([0])).ids)).toEqual([0]);
    const relaxed = relaxVisibility({ ...question, relaxLin: true }, new Set([0]));
    expect(Array.from(relaxed.ids)).toEqual([0, 1]);
    expect(satisfiesPredicate(relaxed.history, types.set, () => true, { relaxLin: true })).toBe(true);
  });
});

describe("the explanation of a violation of levels", () => {
  test("holds for its operations alone, with the results of the core", () => {
    const kinds = { core: 0, cycle: 0, exhausted: 0 };
    for (const [history, type, levelOf, order] of randomQuestions(seeds(20))) {
      const violation = explainByOracle(history, type, levelOf, "this", order);
      if (violation === undefined) continue;
      const where = JSON.stringify(toRecord(history));
      kinds[violation.kind]++;
      const { operations, stuck, notation } = violation;
      const alone = select(history, Int32Array.from(operations).sort()).history;
      if (violation.kind !== "exhausted")
        expect([where, satisfiesLevels(alone, type, levelOf, { order })]).toEqual([where, false]);
      if (violation.kind !== "core") continue;
      // Whether or not each of the others took effect: no choice of them is a way out.
      const others = Array.from(history.label.keys()).filter((id) => !operations.includes(id));
      const wayOut = subsequences(others).find((chosen) => {
        const some = select(history, Int32Array.from([...operations, ...chosen]).sort()).history;
        return satisfiesLevels(some, type, levelOf, { order });
      });
      expect({ where, wayOut }).toEqual({ where });
      expect(operations, where).toContain(stuck);
      expect(violation.reason, where).toContain(`#${stuck} `);
      const parsed = parseHistory(notation ?? "");
      expect(parsed.size, where).toBe(operations.length);
      expect([where, notation, satisfiesLevels(parsed, type, levelOf, { order })]).toEqual([
        where,
        notation,
        false,
      ]);
    }
    expect(kinds.core).toBeGreaterThan(60);
    expect(kinds.exhausted).toBe(0);
  });

  const told = (text: string, type: SequentialType, level: LevelName): Violation | undefined =>
    explainByOracle(parseHistory(text), type, uniform(level), level);

  test("in words: two queries and the updates that they see", () => {
    const violation = told(
      "{ add(1) => true; add(2) => true } || { contains(2) => true; contains(3) => false; contains(1) => false }",
      types.set,
      "peer",
    );
    expect(violation).toMatchObject({
      kind: "core",
      operations: [0, 1, 2, 4],
      stuck: 4,
      notation: "set { add(1); add(2) } || { contains(2) => true; contains(1) => false }",
    });
    expect(violation?.reason).toBe(
      "#4 contains(1) => false could have returned true, but not false. " +
        "In one session: #0 add(1) => true, then #1 add(2) => true. " +
        "In one session: #2 contains(2) => true, then #4 contains(1) => false. " +
        "This holds whatever the 2 updates returned. The other operation cannot help, whether it took effect or not",
    );
  });

  test("in words: a result that nothing explains", () => {
    const violation = told("{ put(1,5) } || { get(2); get(1) => 7 }", types.map, "weak");
    expect(violation).toMatchObject({ kind: "core", operations: [0, 2], stuck: 2 });
    expect(violation?.reason).toBe("#2 get(1) => 7: no operation puts 7, and it was not there at the start");
  });

  test("orders that contradict each other", () => {
    const history = fromRecord({
      operations: [
        { session: 0, method: "read", call: 2, return: 3 },
        { session: 0, method: "read", call: 0, return: 1 },
      ],
    }) as History;
    expect(explainByOracle(history, types.register, uniform("weak"), "weak", "realtime")).toMatchObject({
      kind: "cycle",
      operations: [0, 1],
    });
  });

  test("says so where no small core was found", () => {
    const history = parseHistory(`{ ${Array.from({ length: 11 }, () => "read() => 1").join("; ")} }`);
    const question = {
      history,
      type: types.register,
      initial: undefined,
      order: "session",
      criterion: "basic",
    } as const;
    const decide = (sub: History) =>
      ({ verdict: sub.size < 11 ? "satisfied" : "violated", states: 1 }) as const;
    const violation = explainVisibility(
      { ...question, decide, unexplained: 3 },
      explanationEffort(createBudget()),
    );
    expect(violation).toMatchObject({ kind: "exhausted", stuck: 3 });
    expect(violation.operations).toHaveLength(11);
    expect(violation.reason).toMatch(
      /none explains #3 read\(\) => 1\. .* No core of 10 or fewer .* 11 take part/,
    );
    expect(violation.reason).toContain(
      "The first 10 operations, which end with …, #5 read() => 1, #6 read() => 1, #7 read() => 1, #8 read() => 1, #9 read() => 1, satisfy basic by themselves, and with #10 read() => 1 they do not",
    );
    const nowhere = explainVisibility({ ...question, decide }, explanationEffort(createBudget()));
    expect(nowhere).toMatchObject({ kind: "exhausted", stuck: 10 });
    const other = (sub: History) => ({
      ...decide(sub),
      ...(sub.labels.some(({ result }) => result === undefined) &&
        sub.size === 11 && {
          verdict: "satisfied" as const,
          witness: { linearization: [...sub.label.keys()], visibility: { 3: [] } },
        }),
    });
    expect(
      explainVisibility({ ...question, decide: other, unexplained: 3 }, explanationEffort(createBudget()))
        .reason,
    ).toContain("By what it may see the state may be null, and it would return null.");
    const unsure = explainVisibility(
      { ...question, decide: () => ({ verdict: "unknown", states: 1 }) },
      explanationEffort(createBudget()),
    );
    expect(unsure).toMatchObject({ kind: "exhausted", operations: [] });
  });
});
