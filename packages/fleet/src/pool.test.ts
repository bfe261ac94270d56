import { describe, expect, test } from "vitest";
import type { Batch } from "./messages.js";
import { createPool } from "./pool.js";
import type { Ending, WorkerThread } from "./thread.js";
import type { Assignment, Work } from "./work.js";

const workOf = (format: string): Work<string, string> => ({
  assignment: { kind: "measure", job: { format } },
  tell: (answer, file, index) => `${file}${index} ${answer}`,
});
const input = { name: "a", source: { bytes: new Uint8Array(1) } };

/** Threads that say what they were assigned, until told otherwise, and a word on what became of each. */
function fakeThreads(script: (format: string) => "answer" | "hang" = () => "answer") {
  const said: string[] = [];
  let started = 0;
  const start = (first: Assignment): WorkerThread<string> => {
    const number = ++started;
    let { format = "" } = first.job;
    let end: (ending: Ending) => void = () => {};
    const gone = (cause: "told" | "full"): Ending => ({
      kind: "died",
      beat: { phase: "deciding", place: { piece: 0, item: 0, question: 0 }, since: number, allowed: 0 },
      cause,
      error: undefined,
    });
    said.push(`start ${number}`);
    return {
      assign: ({ job }) => void (format = job.format ?? ""),
      run({ from, doomed }, onBatch) {
        if (script(format) === "hang" && doomed.length === 0)
          return new Promise((resolve) => (end = resolve));
        const next = { piece: 1, item: 0, question: 0 };
        const answer = `${format} by ${number}${doomed.map(({ reason }) => ` ${reason}`).join("")}`;
        onBatch({
          kind: "batch",
          items: [
            { kind: "answer", piece: 0, item: from.item, answer },
            { kind: "end", piece: 0, item: 1 },
          ],
          next,
          bytes: 1,
          weight: 1,
        } satisfies Batch<string>);
        return Promise.resolve({ kind: "done" });
      },
      credit() {},
      load: {
        since: number,
        async end() {
          said.push(`full ${number}`);
          end(gone("full"));
        },
      },
      async kill() {
        said.push(`kill ${number}`);
        end(gone("told"));
      },
    };
  };
  return { start: start as never, said };
}

/** What is told of the input by a thread of the pool. */
async function told(
  pool: ReturnType<typeof createPool>,
  format: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const lease = await pool.lease(signal);
  try {
    const all: string[] = [];
    for await (const events of lease
      .fleet(workOf(format), signal === undefined ? {} : { signal })
      .run([input]))
      for (const event of events) all.push(typeof event === "string" ? event : event.kind);
    return all;
  } finally {
    lease.release();
  }
}

describe("a pool", () => {
  test("gives the same threads one work after another", async () => {
    const { start, said } = fakeThreads();
    const pool = createPool(1, 1e9, start);
    const both = await Promise.all([told(pool, "x"), told(pool, "y"), told(pool, "z")]);
    expect(both).toEqual([
      ["a0 x by 1", "end"],
      ["a0 y by 1", "end"],
      ["a0 z by 1", "end"],
    ]);
    expect([pool.busy, pool.waiting, said]).toEqual([0, 0, ["start 1"]]);
    await pool.close();
    expect(said).toEqual(["start 1", "kill 1"]);
  });

  test("ends a thread in the middle of what nobody waits for, and has another for the next", async () => {
    const { start, said } = fakeThreads((format) => (format === "x" ? "hang" : "answer"));
    const pool = createPool(1, 1e9, start);
    const over = new AbortController();
    const first = told(pool, "x", over.signal);
    const second = told(pool, "y");
    await new Promise((resolve) => setImmediate(resolve));
    expect([pool.busy, pool.waiting]).toEqual([1, 1]);
    over.abort();
    expect(await first).toEqual(["unreached", "end"]);
    expect(await second).toEqual(["a0 y by 2", "end"]);
    expect(said).toEqual(["start 1", "kill 1", "start 2"]);
  });

  test("a lease that nobody waits for any more is not given", async () => {
    const { start } = fakeThreads();
    const pool = createPool(1, 1e9, start);
    const held = await pool.lease();
    const over = new AbortController();
    const left = pool.lease(over.signal);
    const next = pool.lease();
    over.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    await expect(pool.lease(over.signal)).rejects.toThrow("gone");
    held.release();
    held.release();
    (await next).release();
    expect([pool.busy, pool.waiting]).toEqual([0, 0]);
  });
});
