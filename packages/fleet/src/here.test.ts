import { describe, expect, test } from "vitest";
import { startHere } from "./here.js";
import type { Input, Job } from "./job.js";
import type { Message } from "./messages.js";
import type { Ending } from "./thread.js";

const job: Job = { criteria: [], witnesses: false };
const from = { index: 0, criterion: 0 };

const input = (...histories: string[]): Input => ({
  name: "given",
  source: { bytes: new TextEncoder().encode(histories.join("\n")) },
});
const history = (...operations: string[]): string =>
  `{"type":"register","operations":[${operations.join(",")}]}`;
const write = (value: number): string =>
  `{"session":0,"method":"write","args":[${value}],"result":null,"call":${2 * value},"return":${2 * value + 1}}`;
const read = (value: number, at: number): string =>
  `{"session":0,"method":"read","result":${value},"call":${2 * at},"return":${2 * at + 1}}`;
const writes = (count: number): string[] => Array.from({ length: count }, (_, value) => write(value));

async function run(given: Input, patience: number, asked = job): Promise<[Message[], Ending]> {
  const heard: Message[] = [];
  const ending = await startHere(asked, patience).run(given, from, 1, (message) => heard.push(message));
  return [heard, ending];
}

const verdicts = (heard: readonly Message[]): string[] =>
  heard.flatMap((message) => (message.kind === "report" ? [message.report.result.verdict] : []));

describe("the main thread in the place of a worker", () => {
  test("decides, explains and reports what is small", async () => {
    const [heard, ending] = await run(input(history(write(1)), history(write(1), read(7, 2))), Infinity);
    expect(ending.kind).toBe("end");
    expect(verdicts(heard)).toEqual(["satisfied", "violated"]);
    const violated = heard.findLast((message) => message.kind === "report");
    expect(violated).toMatchObject({ report: { result: { violation: { kind: "core" } } } });
  });

  test("tells of inputs that are not valid as a worker does", async () => {
    const [heard, ending] = await run(input("{"), Infinity);
    expect(ending.kind).toBe("end");
    expect(heard).toMatchObject([{ kind: "invalid", error: { file: "given", line: 1 } }]);
  });

  test("leaves all to a worker once its patience is over", async () => {
    const [heard, ending] = await run(input(history(write(1))), -1);
    expect([heard, ending]).toEqual([[], { kind: "long" }]);
  });

  test("leaves the explanation of a long history to a worker, from that history on", async () => {
    const [heard, ending] = await run(
      input(history(write(1)), history(...writes(80), read(777, 80))),
      Infinity,
    );
    expect(ending).toEqual({ kind: "long" });
    expect(verdicts(heard)).toEqual(["satisfied"]);
    expect(heard.at(-1)).toMatchObject({ kind: "start", place: { index: 1 } });
    const [all] = await run(input(history(...writes(80), read(777, 80))), Infinity, {
      ...job,
      explain: false,
    });
    expect(verdicts(all)).toEqual(["violated"]);
  });

  test("stops when it is told to go", async () => {
    const thread = startHere(job, Infinity);
    await thread.kill();
    expect(await thread.run(input(history(write(1))), from, 1, () => {})).toEqual({
      kind: "died",
      error: undefined,
    });
  });
});
