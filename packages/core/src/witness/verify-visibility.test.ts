import { describe, expect, test } from "vitest";
import type { AxiomModel } from "../criteria/axioms/model.js";
import { type History, labelOf } from "../history/history.js";
import { parseHistory } from "../history/parse-history.js";
import { equal, type Value } from "../history/value.js";
import type { Witness } from "../result.js";
import { axiomCondition } from "@sightline/testing/axioms/axiom-condition.js";
import {
  generateVisibilityHistory,
  randomLevels,
} from "@sightline/testing/visibility/generate-visibility.js";
import { createRandom, type Random } from "../random.js";
import { fromRecord } from "@sightline/testing/history/history-record.js";
import { generateSeparatingHistory } from "@sightline/testing/visibility/separating.js";
import {
  createVisibilityOracle,
  happensBeforeRelation,
} from "@sightline/testing/visibility/visibility-oracle.js";
import type { VisibilityExplanation } from "@sightline/testing/visibility/visibility-oracle.js";
import { findType, types, typeNames } from "../types/index.js";
import { outcomes, type SequentialType } from "../types/type.js";
import { randomModel } from "@sightline/testing/axioms/axiom-fuzzing.js";
import { type LevelName, levelNames } from "../criteria/levels.js";
import { verifyVisibility } from "./verify-visibility.js";
import { levelHolds } from "@sightline/testing/visibility/level-holds.js";
import { seeds } from "@sightline/testing/seeds.js";

const session = { order: "session" } as const;
const uniform = (level: LevelName) => (): LevelName => level;

/** The witness of an explanation: only what does not see all before it is listed. */
function witnessOf({ linearization, vis }: VisibilityExplanation): Witness {
  const visibility: Record<string, number[]> = {};
  linearization.forEach((id, place) => {
    if (vis[id].length <= place) visibility[id] = vis[id].filter((other) => other !== id);
  });
  return { linearization, visibility };
}

/** A random order of all operations, with random sights. */
function randomExecution(history: History, random: Random): VisibilityExplanation {
  const left = Array.from({ length: history.size }, (_, id) => id);
  const linearization: number[] = [];
  while (left.length > 0) linearization.push(...left.splice(random.int(left.length), 1));
  const vis: number[][] = [];
  const rate = random.pick([0.3, 0.6, 0.9, 1]);
  linearization.forEach((id, place) => {
    vis[id] = [...linearization.slice(0, place).filter(() => random.chance(rate)), id];
  });
  return { linearization, vis };
}

describe("the verifier and the oracle", () => {
  test("every explanation of the oracle is a valid witness, and nothing else is", () => {
    const count = { valid: 0, invalid: 0 };
    for (const name of typeNames)
      for (let seed = 1; seed <= seeds(15); seed++) {
        const type = findType(name);
        if (type.replicated !== undefined) break; // their witnesses tell more, and have an oracle of their own
        const random = createRandom(seed);
        const history = generateVisibilityHistory(type, seed, 4);
        const map = randomLevels(type, random);
        const levels = (method: string): LevelName => map[method];
        const order = random.pick(["session", "realtime"] as const);
        const valid = new Set<string>();
        let left = 40;
        for (const found of createVisibilityOracle(history, type, { order }).explanations(levels)) {
          const witness = witnessOf(found);
          expect(verifyVisibility(history, { type, order, levels }, witness)).toEqual({ valid: true });
          valid.add(JSON.stringify(found));
          count.valid++;
          if (--left === 0) break;
        }
        if (left === 0) continue; // not all were listed
        for (let attempt = 0; attempt < 20; attempt++) {
          const execution = randomExecution(history, random);
          const verification = verifyVisibility(history, { type, order, levels }, witnessOf(execution));
          expect([verification.valid, name, seed]).toEqual([
            valid.has(JSON.stringify(execution)),
            name,
            seed,
          ]);
          if (!verification.valid) count.invalid++;
        }
      }
    expect(Math.min(count.valid, count.invalid)).toBeGreaterThan(300);
  });

  test("the level that an operation is said to lack, it lacks", () => {
    const count = new Map<LevelName, number>();
    for (let seed = 1; seed <= seeds(500); seed++) {
      const { history, type } = generateSeparatingHistory(seed);
      const execution = randomExecution(history, createRandom(seed));
      const { linearization: lin, vis } = execution;
      const hb = happensBeforeRelation(history, "session");
      for (const level of levelNames) {
        const verification = verifyVisibility(
          history,
          { type, ...session, levels: uniform(level) },
          witnessOf(execution),
        );
        if (verification.valid || !verification.reason.includes("does not have level")) continue;
        const [, id, unseen] =
          /operation (\d+),.* does not see operation (\d+),/.exec(verification.reason) ?? [];
        expect(levelHolds(level, Number(id), lin, vis, hb)).toBe(false);
        expect(vis[Number(id)]).not.toContain(Number(unseen));
        count.set(level, (count.get(level) ?? 0) + 1);
      }
    }
    for (const level of levelNames.slice(1))
      expect([level, (count.get(level) ?? 0) > 20]).toEqual([level, true]);
  });
});

test("a witness of axioms is valid exactly where the axioms hold and the results are explained", () => {
  const count = { valid: 0, invalid: 0 };
  for (let seed = 1; seed <= seeds(250); seed++) {
    const random = createRandom(seed);
    const { history, type } = generateSeparatingHistory(seed);
    const axioms = randomModel(random, [...new Set(history.labels.map(({ method }) => method))]);
    const ids = Array.from({ length: history.size }, (_, id) => id);
    const relation = (holds: (a: number, b: number) => boolean) =>
      ids.map((a) => ids.map((b) => holds(a, b)));
    const hb = happensBeforeRelation(history, "session");
    const oracle = createVisibilityOracle(history, type, { relaxLin: true });
    // Some explanations at the weakest level, and random executions, whose results most often are not explained.
    const executions = Array.from({ length: 10 }, () => randomExecution(history, random));
    for (const found of oracle.explanations(uniform("weak"))) if (executions.push(found) === 30) break;
    for (const execution of executions) {
      const { linearization, vis } = execution;
      const lin = relation((a, b) => linearization.indexOf(a) < linearization.indexOf(b));
      const seen = relation((a, b) => a !== b && vis[b].includes(a));
      const expected =
        axiomCondition(history, axioms)(lin, seen, hb, hb) &&
        (axioms.relaxLin || ids.every((a) => ids.every((b) => !hb[a][b] || lin[a][b]))) &&
        ids.every((id) => resultExplained(history, type, vis[id]));
      const { valid } = verifyVisibility(history, { type, ...session, axioms }, witnessOf(execution));
      expect([seed, valid]).toEqual([seed, expected]);
      count[valid ? "valid" : "invalid"]++;
    }
  }
  expect(Math.min(count.valid, count.invalid)).toBeGreaterThan(300);
});

/** Whether the last of the operations may return what it returned, after the others. */
function resultExplained(history: History, type: SequentialType, sequence: readonly number[]): boolean {
  let states: unknown[] = [type.init()];
  let possible: Value[] = [];
  for (const id of sequence) {
    const all = states.flatMap((state) => outcomes(type, state, labelOf(history, id)));
    states = all.map(({ state }) => state as unknown);
    possible = all.map(({ result }) => result);
  }
  const { result } = labelOf(history, sequence.at(-1) as number);
  return possible.some((one) => result === undefined || equal(one, result));
}

describe("reasons in words", () => {
  const history = parseHistory("{ add(1); add(2) } || { contains(2) => true; contains(1) => false }");
  const verify = (witness: Witness, level: LevelName = "monotonic") =>
    verifyVisibility(history, { type: types.set, ...session, levels: uniform(level) }, witness);
  const reason = (witness: Witness, level?: LevelName): string => {
    const verification = verify(witness, level);
    return verification.valid ? "valid" : verification.reason;
  };
  const linearization = [0, 1, 2, 3];
  const visibility = { "2": [1], "3": [1, 2] };

  test("a valid witness, and the levels that it does not reach", () => {
    expect(verify({ linearization, visibility })).toEqual({ valid: true });
    expect(reason({ linearization, visibility }, "peer")).toBe(
      "operation 2, contains(2) => true, does not have level peer: it does not see operation 0, add(1), which happens before operation 1, add(2), which it sees",
    );
    expect(reason({ linearization, visibility }, "causal")).toMatch(
      /0, add\(1\), which is visible to operation 1/,
    );
    expect(reason({ linearization, visibility }, "complete")).toMatch(/0, add\(1\), which stands before it/);
    expect(reason({ linearization, visibility: { "2": [1], "3": [] } }, "basic")).toMatch(
      /operation 3, .* it does not see operation 2, .* which happens before it/,
    );
    expect(reason({ linearization, visibility: { "2": [1], "3": [2] } })).toMatch(
      /it does not see operation 1, add\(2\), which is visible to operation 2, .* which it sees/,
    );
  });

  test.each<[string, Witness, RegExp]>([
    ["a missing operation", { linearization: [0, 1, 2] }, /operation 3, .* is missing/],
    ["one twice", { linearization: [0, 1, 2, 3, 3] }, /operation 3, .* occurs twice/],
    ["an id that is none", { linearization: [0, 1, 2, 9] }, /9 is not the id/],
    ["no list", { linearization: "0" as never }, /not a list/],
    [
      "happens-before",
      { linearization: [1, 0, 2, 3], visibility },
      /operation 1, .* stands before operation 0/,
    ],
    ["a sight of what comes later", { linearization, visibility: { "2": [3] } }, /which stands after it/],
    ["a sight of itself", { linearization, visibility: { "2": [2] } }, /lists itself/],
    ["a sight listed twice", { linearization, visibility: { "2": [1, 1] } }, /lists operation 1, .* twice/],
    ["a sight of nothing known", { linearization, visibility: { "2": [7] } }, /see 7, which is not in/],
    ["a sight for nobody", { linearization, visibility: { x: [] } }, /visibility is given for "x"/],
    ["a sight that is no list", { linearization, visibility: { "2": 1 as never } }, /not a list/],
    ["a result", { linearization, visibility: { "3": [2] } }, /does not have level monotonic/],
  ])("%s", (_, witness, words) => expect(reason(witness)).toMatch(words));

  test("a result that what is seen does not explain", () => {
    expect(reason({ linearization }, "weak")).toBe(
      "operation 3, contains(1) => false, would return true after what it sees",
    );
    expect(
      verifyVisibility(
        parseHistory("{ acquire(); acquire() }"),
        { type: types.mutex, ...session, levels: uniform("basic") },
        { linearization: [0, 1] },
      ),
    ).toEqual({ valid: false, reason: "operation 1, acquire(), is not possible after what it sees" });
  });

  test("real time binds if asked, also through an operation that did not take effect", () => {
    const timed = fromRecord({
      operations: [
        { session: 0, method: "write", args: [1], call: 0, return: 1 },
        { session: 1, method: "write", args: [2], call: 2 },
        { session: 1, method: "read", result: null, call: 3, return: 4 },
      ],
    }) as History;
    const witness = { linearization: [2, 0] };
    const claim = { type: types.register, levels: uniform("complete") };
    expect(verifyVisibility(timed, { ...claim, order: "session" }, witness)).toEqual({ valid: true });
    expect(verifyVisibility(timed, { ...claim, order: "realtime" }, witness)).toMatchObject({ valid: false });
  });

  test("orders that contradict each other", () => {
    const backwards = fromRecord({
      operations: [
        { session: 0, method: "read", call: 2, return: 3 },
        { session: 0, method: "read", call: 0, return: 1 },
      ],
    }) as History;
    const claim = { type: types.register, order: "realtime", levels: uniform("weak") } as const;
    expect(verifyVisibility(backwards, claim, { linearization: [0, 1] })).toMatchObject({
      valid: false,
      reason: expect.stringMatching(/contradicts itself/) as string,
    });
  });

  test("axioms, one by one", () => {
    const axioms = (...list: AxiomModel["axioms"]): AxiomModel => ({ axioms: list, relaxLin: false });
    const holds = (model: AxiomModel, witness: Witness = { linearization, visibility }): string => {
      const verification = verifyVisibility(history, { type: types.set, ...session, axioms: model }, witness);
      return verification.valid ? "valid" : verification.reason;
    };
    expect(holds(axioms({ left: "vis", path: ["po"] }, { left: "vis", path: ["vis", "hb"] }))).toBe("valid");
    expect(holds(axioms({ left: "vis", path: ["vis", "vis"] }))).toBe(
      "the axiom vis ⊇ vis∘vis does not hold: operation 2, contains(2) => true, must see operation 0, add(1), and does not",
    );
    const filtered = { left: "vis", path: ["lin", { methods: ["contains"] }] } as const;
    expect(holds(axioms(filtered))).toMatch(/vis ⊇ lin∘\[contains\] does not hold/);
    expect(holds(axioms({ left: "vis", path: ["lin", { methods: ["add"] }] }))).toBe("valid");
    const backwards = { linearization: [1, 0, 2, 3], visibility: { "2": [1], "3": [1, 2] } };
    expect(holds({ axioms: [], relaxLin: false }, backwards)).toMatch(/happens before it/);
    expect(holds({ axioms: [], relaxLin: true }, backwards)).toBe("valid");
    expect(
      holds({ axioms: [{ left: "lin", path: [{ methods: ["add"] }, "hb"] }], relaxLin: true }, backwards),
    ).toBe(
      "the axiom lin ⊇ [add]∘hb does not hold: operation 0, add(1), must stand before operation 1, add(2), and does not",
    );
  });
});

test("a few thousand operations", () => {
  const long = parseHistory(`{ ${Array.from({ length: 1500 }, (_, i) => `add(${i % 50})`).join("; ")} } ||
    { ${Array.from({ length: 500 }, () => "contains(7) => true").join("; ")} }`);
  const linearization = Array.from({ length: 2000 }, (_, id) => id);
  const firstTen = { "1500": Array.from({ length: 10 }, (_, id) => id) };
  const claim = { type: types.set, ...session, levels: uniform("causal") };
  expect(verifyVisibility(long, claim, { linearization })).toEqual({ valid: true });
  expect(verifyVisibility(long, claim, { linearization, visibility: firstTen })).toEqual({ valid: true });
  expect(
    verifyVisibility(
      long,
      { ...claim, order: "realtime" },
      { linearization: linearization.with(0, 1).with(1, 0) },
    ),
  ).toMatchObject({ valid: false });
});
