import { checkWithin, explainViolation, type History, measureWithin, parseHistory } from "@sightline/core";
import { expect, test } from "vitest";
import { checkDecider } from "./jobs/check-decider.js";
import type { CheckJob } from "./jobs/check.js";
import { measureDecider } from "./jobs/measure-decider.js";
import type { Batch, Item } from "./messages.js";
import { packBatch, unpackBatch } from "./wire.js";
import type { Assignment, Decider } from "./work.js";

const histories = [
  "set { add(1) => true } || { contains(1) => true; contains(1) => false }",
  "set { add(1) => true; add(2) => true; contains(1) => true; contains(2) => true }",
  "set { contains(1) => true }",
  "register { write(1); read() => 1 } || { write(2); read() => 2 }",
  "register { write(1); write(2); read() => 1 }",
  "memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }",
  "register { }",
].map((text): History => parseHistory(text));
histories.push({ ...histories[1], name: "thrice", seen: { count: 3, of: 10 } });

/** What a thread may send: answers about these histories, and whatever else there is. */
async function batchOf(decider: Decider<unknown>, given: readonly History[]): Promise<Batch<unknown>> {
  const items: Item<unknown>[] = [];
  for (const [item, history] of given.entries()) {
    const answer = await decider.decide({ index: item, history }, 0, {});
    items.push({ kind: "answer", piece: 1, item, answer });
  }
  items.push({ kind: "answer", piece: 1, item: 20, answer: decider.ended(given[0], 0, "deadline", 7) });
  items.push({ kind: "invalid", piece: 1, item: 21, error: { file: "a", reason: "b", code: "SL1002" } });
  items.push({ kind: "bug", piece: 1, item: 22, error: { message: "m", stack: "s" } });
  items.push({ kind: "unreached", piece: 1, item: 23 }, { kind: "end", piece: 1, item: 23 });
  return { kind: "batch", items, next: { piece: 2, item: 0, question: 0 }, bytes: 100, weight: 14 };
}

/** Whether each item is sent in short; and that all are the same when they arrive. */
async function sentInShort(
  assignment: Assignment,
  decider: Decider<unknown>,
  given: readonly History[] = histories,
): Promise<readonly number[]> {
  const batch = await batchOf(decider, given);
  const packed = packBatch(assignment, batch);
  expect(unpackBatch(assignment, structuredClone(packed))).toEqual(batch);
  return packed.items.flatMap((item, i) => (Array.isArray(item) ? [i] : []));
}

const tools = {
  check: checkWithin,
  explain: explainViolation,
  checkParallel: () => Promise.reject(new Error("not here")),
  decide: () => {
    throw new Error("not here");
  },
  explainOpen: () => Promise.reject(new Error("not here")),
  conquer: () => Promise.reject(new Error("not here")),
  measure: measureWithin,
  type: undefined,
  meter: undefined,
  searchers: 1,
  proved: new Set<string>(),
  now: () => 0,
};

test("checks arrive as they were sent; satisfied ones are sent in short", async () => {
  const job: CheckJob = { criteria: [], witnesses: false };
  const kind = "check";
  expect(await sentInShort({ kind, job }, checkDecider(job, tools))).toEqual([1, 3]);
  const told = { ...job, witnesses: true };
  expect(await sentInShort({ kind, job: told }, checkDecider(told, tools))).toEqual([]);
  const shown = { ...job, orderViews: 3 };
  expect(await sentInShort({ kind, job: shown }, checkDecider(shown, tools))).toEqual([]);
  const gradual = { ...job, criteria: ["ccv"], gradual: true };
  const given = [parseHistory("memory { write(x,1); read(x) => 2 } || { write(x,2) }")];
  expect(await sentInShort({ kind, job: gradual }, checkDecider(gradual, tools), given)).toEqual([]);
});

test("measurements arrive as they were sent; known levels are sent in short", async () => {
  const job = {};
  expect(await sentInShort({ kind: "measure", job }, measureDecider(job, tools))).toEqual([0, 1, 2, 3, 4, 5]);
});
