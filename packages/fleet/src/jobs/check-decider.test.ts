import { type checkWithin, createHistoryBuilder, type Result } from "@sightline/core";
import { describe, expect, test } from "vitest";
import type { CheckAnswer, CheckJob } from "./check.js";
import { checkDecider, type CheckTools } from "./check-decider.js";

const job: CheckJob = { criteria: ["linearizability", "sequential"], witnesses: true };
const stats = { algorithm: "fake", states: 1, milliseconds: 1 };

const builder = createHistoryBuilder({ type: "register", name: "first" });
builder.add({ session: "p", method: "write", args: [1], call: 0, return: 1 }, 7);
builder.add({ session: "q", method: "read", result: 2, call: 2, return: 3 }, 8);
const history = builder.finish();

const satisfied: typeof checkWithin = (_, options): Result => ({
  criterion: options?.criterion ?? "",
  verdict: "satisfied",
  witness: { linearization: [0, 1] },
  stats,
});
const violation = { kind: "core", operations: [1, 0], reason: "words", prefix: [1, 0] } as const;
const violated: typeof checkWithin = (_, options) => ({
  criterion: options?.criterion ?? "",
  verdict: "violated",
  violation,
  stats,
});

/** The answers to all questions about the history, from one on. */
async function answers(
  given: Partial<CheckJob> = {},
  tools: Partial<CheckTools> = {},
  from = 0,
): Promise<readonly CheckAnswer[]> {
  const decider = checkDecider(
    { ...job, ...given },
    {
      check: satisfied,
      explain: () => violation,
      checkParallel: async (_, asked) => ({
        ...satisfied(history, { criterion: asked?.criterion ?? "" }),
        stats: { ...stats, states: asked?.workers ?? 0 },
      }),
      decide: (_, asked) => ({ result: satisfied(history, asked) }),
      explainOpen: () => Promise.reject(new Error("nothing is open")),
      conquer: () => Promise.reject(new Error("nothing is hard")),
      type: undefined,
      meter: undefined,
      searchers: 1,
      proved: new Set(),
      now: () => 0,
      ...tools,
    },
  );
  const found: CheckAnswer[] = [];
  for (let question = from; question < decider.questions(history); question++)
    found.push(await decider.decide({ index: 0, history }, question, {}));
  return found;
}

describe("checking a history", () => {
  test("carries the whole history where it is asked for and not too long", async () => {
    expect((await answers())[0].history).toBeUndefined();
    expect((await answers({ wholeHistories: 1 }))[0].history).toBeUndefined();
    expect((await answers({ wholeHistories: 2 }))[0].history).toBe(history);
  });

  test("answers for every criterion", async () => {
    const found = await answers();
    expect(found.map(({ name, size, result }) => [name, size, result.criterion])).toEqual([
      ["first", 2, "linearizability"],
      ["first", 2, "sequential"],
    ]);
  });

  test("picks the criterion that suits the history where none is asked for", async () => {
    expect((await answers({ criteria: [] }))[0].result.criterion).toBe("linearizability");
  });

  test("shares a long search of levels among as many threads as may", async () => {
    const check: typeof checkWithin = (_, asked) => ({
      criterion: asked?.criterion ?? "",
      verdict: "unknown",
      reason: "deadline",
      established: "nothing",
      stats: { ...stats, states: 0 },
    });
    const shared = { algorithm: "visearch", criteria: ["causal"] } as const;
    const [both] = await answers(shared, { check, searchers: 3 });
    expect(both.result).toMatchObject({ verdict: "satisfied", stats: { states: 3 } });
    const [alone] = await answers(shared, { check });
    expect(alone.result).toMatchObject({ verdict: "unknown" });
    const [other] = await answers({ ...shared, algorithm: "visibility" }, { check, searchers: 3 });
    expect(other.result).toMatchObject({ verdict: "unknown" });
  });

  test("drops witnesses that nobody wants, and shows the operations of a violation", async () => {
    const [good] = await answers({ witnesses: false });
    expect(good).toMatchObject({ result: { witness: { linearization: [] } }, operations: [] });
    const [bad] = await answers({}, { check: violated });
    expect(bad.operations).toEqual([
      { id: 0, line: 7, session: "p", text: "write(1)", call: 0, ret: 1 },
      { id: 1, line: 8, session: "q", text: "read() => 2", call: 2, ret: 3 },
    ]);
  });

  test("shows how a witness begins and how a prefix ends, where asked to", async () => {
    const [good] = await answers({ witnesses: false, orderViews: 1 });
    expect(good.order).toMatchObject({ length: 2, from: 0, operations: [{ id: 0, text: "write(1)" }] });
    const [bad] = await answers({ orderViews: 1 }, { check: violated });
    expect(bad.order).toMatchObject({ length: 2, from: 1, operations: [{ id: 0 }] });
    expect((await answers({}, { check: violated }))[0]).not.toHaveProperty("order");
  });

  test("takes a model of memory for violated where a weaker one is, but only of the same history", async () => {
    const asked: string[] = [];
    const check: typeof checkWithin = (given, options) => {
      asked.push(options?.criterion ?? "");
      return violated(given, options);
    };
    const [, second] = await answers({ criteria: ["cc", "sc"], gradual: true }, { check });
    expect(asked).toEqual(["cc"]);
    expect(second.result).toMatchObject({ criterion: "sc", violation: { impliedBy: "cc" } });
  });

  test("a thread that takes over amid gradual criteria answers as one that began with them", async () => {
    const gradual = { criteria: ["cc", "sc"], gradual: true, provenKinds: 1 };
    const check: CheckTools["check"] = (given, options, telling) => {
      telling?.wantsProof?.({ ...violation, cause: "a" });
      return violated(given, options);
    };
    const [, second] = await answers(gradual, { check });
    expect(await answers(gradual, { check }, 1)).toEqual([second]);
    expect(second.result).toMatchObject({ violation: { impliedBy: "cc" } });
  });

  test("wants a proof of the first of each kind, of so many kinds, and wherever it may be the reason", async () => {
    const wanted = (provenKinds: number | undefined) => {
      const proofs: string[] = [];
      const proved = new Set<string>();
      const violations = ["a", "a", "b", "exhausted", undefined, "c", "b", "exhausted"] as const;
      let next = 0;
      const check: CheckTools["check"] = (given, options, telling) => {
        const cause = violations[next++];
        const kind = cause === "exhausted" ? "exhausted" : "core";
        const one = { ...violation, kind, ...(cause !== undefined && { cause }) } as const;
        if (telling?.wantsProof?.(one) !== false) proofs.push(cause ?? "none");
        return violated(given, options);
      };
      const given = { criteria: ["sequential"], ...(provenKinds !== undefined && { provenKinds }) };
      // A decider for each chunk, of one thread.
      return violations
        .reduce(
          (before) => before.then(async () => void (await answers(given, { check, proved }))),
          Promise.resolve(),
        )
        .then(() => proofs);
    };
    expect(await wanted(2)).toEqual(["a", "b", "exhausted", "none", "exhausted"]);
    const check: CheckTools["check"] = (given, options, telling) => {
      telling?.wantsProof?.({ ...violation, cause: "a", reason: "before", operations: [0] });
      return violated(given, options);
    };
    const [first, second] = await answers({ provenKinds: 1 }, { check });
    expect(first.unproved).toMatchObject({ violation: { reason: "before" }, operations: [{ id: 0 }] });
    expect(second).not.toHaveProperty("unproved");
    expect(await wanted(undefined)).toHaveLength(8);
  });

  test("collects what is left where memory ran out", async () => {
    let tidied = 0;
    const meter = { usedBytes: () => 0, tidy: () => void tidied++ };
    const check: typeof checkWithin = () => ({
      criterion: "c",
      verdict: "unknown",
      reason: "memory",
      established: "",
      stats,
    });
    await answers({}, { check, meter });
    expect(tidied).toBe(2);
  });
});
