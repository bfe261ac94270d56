import { describe, expect, test } from "vitest";
import { JobRefused } from "./deliver.js";
import { createFleet, type Progress, type StartThread } from "./fleet.js";
import type { Input, Job } from "./job.js";
import type { Batch, ChunkCommand } from "./messages.js";
import type { Death, Ending, Thread } from "./thread.js";
import type { Work } from "./work.js";

const inputs: Input[] = ["a", "b", "c", "d"].map((name) => ({ name, source: { path: `/no/such/${name}` } }));
const workFor = (job: Job): Work<string, string> => ({
  assignment: { kind: "measure", job },
  tell: (answer, file, index) => `${file}${index} ${answer}`,
  cancelled: (answer) => answer,
});

/** What a thread does with a command: gives batches, then ends. */
type Script = (command: ChunkCommand, give: (batch: Partial<Batch<string>>) => void) => Promise<Ending>;

/** A thread that follows a script until it is killed, or ended by who watches memory. */
function fakeThread(script: Script, credits: number[] = []): Thread<string> {
  let end: (cause: Death["cause"]) => void = () => {};
  return {
    run(command, onBatch) {
      const ended = new Promise<Ending>((resolve) => {
        end = (cause) => resolve({ ...death(command, "deciding", cause) });
      });
      const next = { ...command.from, item: command.from.item + 1 };
      const give = (batch: Partial<Batch<string>>): void =>
        onBatch({ kind: "batch", items: [], next, bytes: 0, weight: 1, ...batch });
      return Promise.race([ended, script(command, give)]);
    },
    credit: (weight) => credits.push(weight),
    load: { since: 0, end: async () => end("full") },
    kill: async () => end("told"),
  };
}

const death = (
  command: ChunkCommand,
  phase: "idle" | "deciding",
  cause: Death["cause"],
  error?: Error,
): Death => ({
  kind: "died",
  beat: { phase, place: command.from, since: 0, allowed: Infinity },
  cause,
  error,
});

/** Answers for every input that is one, with the doomed told. */
const answer: Script = async ({ chunk, from, doomed }, give) => {
  const told = doomed.map(({ reason }) => reason).join();
  const { name } = chunk.pieces[0];
  give({
    items: [{ kind: "answer", piece: 0, item: from.item, answer: told === "" ? `yes ${name}` : told }],
  });
  give({ items: [{ kind: "end", piece: 0, item: 1 }], next: { piece: 1, item: 0, question: 0 }, bytes: 9 });
  return { kind: "done" };
};

interface Run {
  readonly start: () => Thread<string>;
  readonly workers?: number;
  readonly signal?: AbortSignal;
  readonly job?: Job;
  onProgress?(progress: Progress): void;
}

async function run({ start, workers = 1, job = {}, ...options }: Run): Promise<string[]> {
  const fleet = createFleet(workFor(job), { workers, ...options }, start as StartThread);
  const told: string[] = [];
  for await (const events of fleet.run(inputs))
    for (const event of events) told.push(typeof event === "string" ? event : Object.values(event).join(" "));
  await fleet.close();
  return told;
}

const all = ["a", "b", "c", "d"].flatMap((name) => [`${name}0 yes ${name}`, `end ${name}`]);

describe("a fleet", () => {
  test("tells in the order of the inputs, whichever thread is first, and gives credit", async () => {
    const credits: number[] = [];
    const hurry: Script = async (command, give) => {
      // The first input is the last to be done.
      const turns = 4 - command.chunk.pieces[0].input;
      for (let turn = 0; turn < 50 * turns; turn++) await Promise.resolve();
      return answer(command, give);
    };
    const seen: Progress[] = [];
    const onProgress = (progress: Progress): void => void seen.push({ ...progress });
    expect(await run({ start: () => fakeThread(hurry, credits), workers: 3, onProgress })).toEqual(all);
    expect(credits).toHaveLength(8);
    expect(seen.at(-1)).toMatchObject({ checks: 8, bytes: 36 });
  });

  test("replaces a thread that is lost, and tells the next what ended it", async () => {
    let started = 0;
    const start = () => {
      const isFirst = started++ === 0;
      return fakeThread(async (command, give) =>
        isFirst && command.chunk.pieces[0].name === "b"
          ? death(command, "deciding", "late")
          : answer(command, give),
      );
    };
    expect(await run({ start })).toEqual(all.with(2, "b0 deadline"));
    expect(started).toBe(2);
  });

  test("goes on behind what a lost thread has sent", async () => {
    let started = 0;
    const places: number[] = [];
    const start = () => {
      const isFirst = started++ === 0;
      return fakeThread(async (command, give) => {
        if (!isFirst || command.chunk.pieces[0].name !== "a") {
          places.push(command.from.item);
          return answer(command, give);
        }
        give({ items: [{ kind: "answer", piece: 0, item: 0, answer: "first" }] });
        return death(command, "deciding", "told");
      });
    };
    expect((await run({ start })).slice(0, 3)).toEqual(["a0 first", "a1 yes a", "end a"]);
    expect(places).toEqual([1, 0, 0, 0]);
  });

  test("lets a thread that leaves what proves long be followed by another", async () => {
    let started = 0;
    const start = () =>
      fakeThread(
        started++ === 0 ? async () => ({ kind: "long" }) as const : (command, give) => answer(command, give),
      );
    expect(await run({ start })).toEqual(all);
  });

  test("is refused where the type cannot be loaded, or ends every thread", async () => {
    const refusing = () => fakeThread(async () => ({ kind: "refused", reason: "no such type" }));
    await expect(run({ start: refusing })).rejects.toThrow(new JobRefused("no such type"));
    const job = { type: "./mine.ts", typeLoader: "file:///load-type.js" };
    const vanishing = () => fakeThread(async (command) => death(command, "idle", "itself"));
    await expect(run({ start: vanishing, job })).rejects.toThrow(JobRefused);
  });

  test("fails where its own threads cannot be started", async () => {
    const failing = () =>
      fakeThread(async (command) => death(command, "idle", "itself", new Error("no module")));
    const failure = run({ start: failing });
    await expect(failure).rejects.toThrow("no module");
    await expect(failure).rejects.not.toBeInstanceOf(JobRefused);
  });

  test("ends what takes all memory, and goes on", async () => {
    let started = 0;
    const start = () =>
      fakeThread(
        started++ === 0 ? () => new Promise<Ending>(() => {}) : (command, give) => answer(command, give),
      );
    expect(await run({ start, job: { memory: 1 } })).toEqual(all.with(0, "a0 memory"));
  });

  test("tells what is known when the user gives up, and what was under way", async () => {
    const controller = new AbortController();
    const start = () =>
      fakeThread(async (command, give) => {
        const { name } = command.chunk.pieces[0];
        if (name === "a" || name === "c") return answer(command, give);
        give({ underWay: { piece: 0, item: 0, since: 0, answer: `slow ${name}` } });
        if (name === "d") controller.abort();
        return new Promise<Ending>(() => {});
      });
    expect(await run({ start, workers: 2, signal: controller.signal })).toEqual([
      "a0 yes a",
      "end a",
      "b0 slow b",
      "unreached b 1",
      "end b",
      "c0 yes c",
      "end c",
      "d0 slow d",
      "unreached d 1",
      "end d",
    ]);
  });

  test("ends its threads when nobody listens any more", async () => {
    const threads: Thread<string>[] = [];
    const killed = new Set<number>();
    const start = () => {
      const number = threads.length;
      const thread = fakeThread(answer);
      threads.push({ ...thread, kill: async () => (killed.add(number), thread.kill()) });
      return threads[number];
    };
    const fleet = createFleet(workFor({}), { workers: 1 }, start as StartThread);
    for await (const _ of fleet.run(inputs)) break;
    expect(killed.size).toBe(threads.length);
  });
});
