import { describe, expect, test } from "vitest";
import { startHere } from "./start-here.js";
import type { CheckAnswer, CheckJob } from "./jobs/check.js";
import type { MeasureAnswer } from "./jobs/measure.js";
import type { Item } from "./messages.js";
import type { Ending } from "./thread.js";
import type { Assignment } from "./work.js";

const job: CheckJob = { criteria: [], witnesses: false };

const orderOf = (...histories: string[]) => {
  const source = { bytes: new TextEncoder().encode(histories.join("\n")) };
  const pieces = [{ input: 0, name: "given", source, last: true }];
  const from = { piece: 0, item: 0, question: 0 };
  return { kind: "chunk", chunk: { number: 0, pieces, bytes: 0 }, from, doomed: [], searchers: 1 } as const;
};
const history = (...operations: string[]): string =>
  `{"type":"register","operations":[${operations.join(",")}]}`;
const write = (value: number): string =>
  `{"session":0,"method":"write","args":[${value}],"result":null,"call":${2 * value},"return":${2 * value + 1}}`;
const read = (value: number, at: number): string =>
  `{"session":0,"method":"read","result":${value},"call":${2 * at},"return":${2 * at + 1}}`;
const writes = (count: number): string[] => Array.from({ length: count }, (_, value) => write(value));

async function run<Answer>(
  assignment: Assignment,
  patience: number,
  histories: readonly string[],
): Promise<{ items: Item<Answer>[]; ending: Ending; next: object | undefined }> {
  const items: Item<Answer>[] = [];
  let next: object | undefined;
  const ending = await startHere<Answer>(assignment, patience).run(orderOf(...histories), (batch) => {
    items.push(...batch.items);
    next = batch.next;
  });
  return { items, ending, next };
}

const checked = (histories: readonly string[], patience: number, asked = job) =>
  run<CheckAnswer>({ kind: "check", job: asked }, patience, histories);

const verdicts = (items: readonly Item<CheckAnswer>[]): string[] =>
  items.flatMap((item) => (item.kind === "answer" ? [item.answer.result.verdict] : []));

describe("the main thread in the place of a worker", () => {
  test("decides, explains and reports what is small", async () => {
    const histories = [history(write(1)), history(write(1), read(7, 2))];
    const { items, ending } = await checked(histories, Infinity);
    expect(ending).toEqual({ kind: "done" });
    expect(verdicts(items)).toEqual(["satisfied", "violated"]);
    expect(items[1]).toMatchObject({ answer: { result: { violation: { kind: "core" } } } });
  });

  test("measures as well", async () => {
    const asked = { kind: "measure", job: {} } as const;
    const { items, ending } = await run<MeasureAnswer>(asked, Infinity, [history(write(1))]);
    expect(ending).toEqual({ kind: "done" });
    expect(items[0]).toMatchObject({ answer: { size: 1, measured: { level: "complete" } } });
  });

  test("tells of inputs that are not valid as a worker does", async () => {
    const { items, ending } = await checked(["{"], Infinity);
    expect(ending.kind).toBe("done");
    expect(items[0]).toMatchObject({ kind: "invalid", error: { file: "given", line: 1 } });
  });

  test("leaves all to a worker once its patience is over", async () => {
    const { items, ending } = await checked([history(write(1))], -1);
    expect([items, ending]).toEqual([[], { kind: "long" }]);
  });

  test("leaves the explanation of a long history to a worker, from that history on", async () => {
    const long = history(...writes(80), read(777, 80));
    const { items, ending, next } = await checked([history(write(1)), long], Infinity);
    expect(ending).toEqual({ kind: "long" });
    expect(verdicts(items)).toEqual(["satisfied"]);
    expect(next).toEqual({ piece: 0, item: 1, question: 0 });
    const unexplained = await checked([long], Infinity, { ...job, explain: false });
    expect(verdicts(unexplained.items)).toEqual(["violated"]);
  });

  test("stops when it is told to go", async () => {
    const thread = startHere<CheckAnswer>({ kind: "check", job }, Infinity);
    await thread.kill();
    expect(await thread.run(orderOf(history(write(1))), () => {})).toMatchObject({
      kind: "died",
      cause: "told",
    });
  });
});
