import {
  type BoundedCheck,
  check,
  type CubesOutcome,
  decideWithin,
  explainDecided,
  type History,
  parseHistory,
  types,
  type Witness,
} from "@sightline/core";
import { expect, test } from "vitest";
import type { Conquest } from "../cubes/conquer.js";
import type { CubeQuestion } from "../cubes/messages.js";
import { checkInCubes, type CubeTools, mayShareDefault } from "./check-in-cubes.js";

const violated = parseHistory("{ write(1); read() => 2 } || { write(2); read() => 1 }");
const satisfied = parseHistory("{ write(1); read() => 2 } || { write(2); read() => 2 }");
const options: BoundedCheck = { type: types.register, criterion: "sequential" };
const crew = { searchers: 3, type: "register", typeLoader: undefined };

/** Searches that prove too long for one thread, and others that come to this outcome. */
function hard(outcome: CubesOutcome, clock: readonly number[] = [5000]) {
  const moments = [...clock];
  const deadlines: (number | undefined)[] = [];
  const questions: CubeQuestion[] = [];
  const limits: unknown[] = [];
  const tools: CubeTools = {
    decide(history, asked) {
      deadlines.push(asked?.bounds?.deadline);
      const decided = decideWithin(history, { ...asked, bounds: { states: 0 } });
      if (!("result" in decided)) throw new Error("it is decided");
      const { stats, criterion } = decided.result;
      const established = "nothing";
      const result = { criterion, verdict: "unknown", reason: "deadline", established } as const;
      return { result: { ...result, stats: { ...stats, states: 7 } } };
    },
    explainOpen: explainDecided,
    async conquer(_, question, threads, given): Promise<Conquest> {
      questions.push(question);
      limits.push(given);
      return { outcome, states: 100, cubes: 12, searchers: threads };
    },
    now: () => moments.shift() ?? clock[clock.length - 1],
  };
  return { tools, deadlines, questions, limits };
}

const witnessOf = (history: History): Witness => {
  const result = check(history, options);
  if (result.verdict !== "satisfied") throw new Error("it is not satisfied");
  return result.witness;
};

test("what one thread decides is asked of no other", async () => {
  const { tools } = hard({ verdict: "violated", part: 0 });
  const conquer = () => Promise.reject(new Error("nobody is to be asked"));
  for (const history of [satisfied, violated]) {
    const result = await checkInCubes(history, options, {}, crew, {
      ...tools,
      decide: decideWithin,
      conquer,
    });
    expect(result).toMatchObject({ verdict: check(history, options).verdict });
    expect(result.stats).not.toHaveProperty("cubes");
  }
});

test("after a second others decide, and what they find is verified and explained", async () => {
  const { tools, deadlines, questions, limits } = hard({ verdict: "violated", part: 0 });
  const result = await checkInCubes(violated, options, {}, crew, tools);
  expect(deadlines).toEqual([6000]);
  expect(questions).toMatchObject([{ history: violated, type: "register", options: { verify: false } }]);
  expect(limits).toEqual([{ deadline: Infinity }]);
  expect(result).toMatchObject({
    verdict: "violated",
    stats: { states: 107, cubes: 12, threads: 3 },
  });
  if (result.verdict === "violated") expect(result.violation.operations.length).toBeGreaterThan(0);
  const good = hard({ verdict: "satisfied", witnesses: [witnessOf(satisfied)] });
  expect(await checkInCubes(satisfied, options, {}, crew, good.tools)).toMatchObject({
    verdict: "satisfied",
  });
  const bad = hard({ verdict: "satisfied", witnesses: [{ linearization: [0, 1, 2, 3] }] });
  await expect(checkInCubes(violated, options, {}, crew, bad.tools)).rejects.toThrow();
});

test("a deadline holds for both", async () => {
  const { tools, deadlines, limits } = hard({ verdict: "unknown", reason: "deadline" });
  const bounds = { deadline: 9000 };
  const late = await checkInCubes(violated, { ...options, bounds }, {}, crew, tools);
  expect(late).toMatchObject({ verdict: "unknown", reason: "deadline" });
  expect([deadlines, limits]).toEqual([[6000], [{ deadline: 9000 }]]);
  // Where it comes within the first second, nobody else is asked.
  const soon = hard({ verdict: "violated", part: 0 });
  const short = { ...options, bounds: { deadline: 5100 } };
  expect(await checkInCubes(violated, short, {}, crew, soon.tools)).toMatchObject({ verdict: "unknown" });
  expect(soon.questions).toEqual([]);
});

test("workers that are lost over a part of it leave it unknown, with the reason", async () => {
  const { tools } = hard({ verdict: "unknown", reason: "lost" });
  const result = await checkInCubes(violated, options, {}, crew, tools);
  expect(result).toMatchObject({ verdict: "unknown", reason: "lost" });
  expect(result).toHaveProperty("established", expect.stringMatching(/three workers were lost/));
});

test("only default searches are shared, of histories that are not too long", () => {
  expect(mayShareDefault(violated, options)).toBe(true);
  expect(mayShareDefault(violated, { ...options, algorithm: "wing-gong" })).toBe(false);
  const long = parseHistory(`{ ${Array.from({ length: 2001 }, (_, i) => `write(${i})`).join("; ")} }`);
  expect(mayShareDefault(long, options)).toBe(false);
});
