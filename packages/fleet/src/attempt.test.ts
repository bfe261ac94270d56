import type { Result } from "@sightline/core";
import { describe, expect, test, vi } from "vitest";
import { attempt, type Attempt } from "./attempt.js";
import type { Input, Job, Place } from "./job.js";
import { createLane } from "./lane.js";
import type { Load } from "./memory-watch.js";
import type { Message } from "./messages.js";
import type { Event, Report } from "./report.js";
import type { Ending, Thread } from "./thread.js";

const input: Input = { name: "a.json", source: { path: "a.json" } };
const job: Job = { criteria: ["linearizability", "sequential"], witnesses: true };
const at = (index: number, criterion = 0): Place => ({ index, criterion });
const result: Result = {
  criterion: "linearizability",
  verdict: "satisfied",
  witness: { linearization: [] },
  stats: { algorithm: "fake", states: 1, milliseconds: 1 },
};
const start = (place: Place, allowed?: number): Message => ({
  kind: "start",
  place,
  name: "n",
  size: 3,
  criterion: job.criteria[place.criterion],
  allowed,
  bytes: 0,
});
const report = (place: Place): Message => {
  const about: Report = { file: "a.json", index: place.index, name: "n", size: 3, result, operations: [] };
  return { kind: "report", place, report: about, weight: 2 };
};

/** A thread that posts some messages, and then ends or, without an ending, works on until it is killed. */
function fakeThread(messages: readonly Message[], ending?: Ending): Thread & { credits: number[] } {
  let die: (ending: Ending) => void;
  const credits: number[] = [];
  return {
    credits,
    run(_input, _from, _searchers, onMessage) {
      return new Promise((resolve) => {
        die = resolve;
        messages.forEach(onMessage);
        if (ending !== undefined) resolve(ending);
      });
    },
    credit: (weight) => credits.push(weight),
    async kill() {
      die({ kind: "died", error: undefined });
    },
  };
}

async function run(
  thread: Thread,
  signal?: AbortSignal,
  { loads = new Set<Load>(), asked = job } = {},
): Promise<{ readonly ended: Attempt; readonly events: Event[] }> {
  const lane = createLane(() => {});
  const watch = { signal, searchers: 1, loads, onStart() {} };
  const ended = await attempt(thread, input, at(0), asked, lane, watch);
  expect(loads.size).toBe(0);
  lane.close();
  const events: Event[] = [];
  for (let event = await lane.take(); event !== undefined; event = await lane.take()) events.push(event);
  return { ended, events };
}

const outOfHeap = Object.assign(new Error("heap"), { code: "ERR_WORKER_OUT_OF_MEMORY" });
const verdicts = (events: readonly Event[]): unknown[] =>
  events.map((event) => {
    if (event.kind !== "report") return event.kind;
    const { verdict, criterion } = event.report.result;
    return [
      event.report.index,
      criterion,
      verdict,
      "reason" in event.report.result && event.report.result.reason,
    ];
  });

describe("an attempt", () => {
  test("passes reports on and gives credit once they are read", async () => {
    const thread = fakeThread([start(at(0)), report(at(0))], { kind: "end", bytes: 9 });
    const { ended, events } = await run(thread);
    expect(ended).toEqual({ kind: "end", bytes: 9 });
    expect(events).toHaveLength(1);
    expect(thread.credits).toEqual([2]);
  });

  test("ends a search that outlives its deadline, and goes on behind it", async () => {
    vi.useFakeTimers();
    try {
      const thread = fakeThread([start(at(0)), report(at(0)), start(at(0, 1), 1000)]);
      const running = run(thread);
      await vi.advanceTimersByTimeAsync(1600);
      const kill = vi.spyOn(thread, "kill");
      expect(kill).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(200);
      expect(kill).toHaveBeenCalledOnce();
      const { ended, events } = await running;
      expect(ended).toEqual({ kind: "again", next: at(1) });
      expect(verdicts(events)).toEqual([
        [0, "linearizability", "satisfied", false],
        [0, "sequential", "unknown", "deadline"],
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("says unknown for a search that ran out of heap, and goes on behind it", async () => {
    const { ended, events } = await run(fakeThread([start(at(0))], { kind: "died", error: outOfHeap }));
    expect(ended).toEqual({ kind: "again", next: at(0, 1) });
    expect(verdicts(events)).toEqual([[0, "linearizability", "unknown", "memory"]]);
  });

  test("is ended where memory runs short, and goes on behind what was searched then", async () => {
    const loads = new Set<Load>();
    const running = run(fakeThread([start(at(0)), report(at(0)), start(at(0, 1))]), undefined, { loads });
    for (const load of loads) await load.end();
    const { ended, events } = await running;
    expect(ended).toEqual({ kind: "again", next: at(1) });
    expect(verdicts(events).at(-1)).toEqual([0, "sequential", "unknown", "memory"]);
    const reading = run(fakeThread([]), undefined, { loads });
    for (const load of loads) await load.end();
    expect(await reading).toMatchObject({ ended: { kind: "stop", next: at(1) }, events: [{}, {}] });
  });

  test("blames a user's type for a thread that ends without a word, or by an error of the type", async () => {
    const asked = { ...job, type: "./mine.ts", typeLoader: "file:///load-type.js" };
    const stack = "Error: oops\n  at Timeout.<anonymous> (/home/me/mine.ts:3:7)";
    const error = Object.assign(new Error("oops"), { stack });
    const blame = async (death: Ending) =>
      (await run(fakeThread([start(at(0))], death), undefined, { asked })).events;
    expect(await blame({ kind: "died", error: undefined })).toEqual([
      {
        kind: "invalid",
        index: 0,
        error: { file: "a.json", reason: "the type ./mine.ts ended the thread that ran it" },
      },
    ]);
    expect(await blame({ kind: "died", error })).toMatchObject([
      { kind: "invalid", error: { reason: "the type ./mine.ts failed: oops" } },
    ]);
    expect(await blame({ kind: "died", error: new Error("ours") })).toMatchObject([{ kind: "bug" }]);
  });

  test("stops at a history that does not fit into memory", async () => {
    for (const thread of [
      fakeThread([start(at(0)), report(at(0, 1))], { kind: "died", error: outOfHeap }),
      fakeThread([{ kind: "full", place: at(1) }], { kind: "end", bytes: 9 }),
    ]) {
      const { ended, events } = await run(thread);
      expect(ended).toEqual({ kind: "stop", next: at(2) });
      expect(verdicts(events).slice(-2)).toEqual([
        [1, "linearizability", "unknown", "memory"],
        [1, "sequential", "unknown", "memory"],
      ]);
    }
  });

  test("takes any other death for a bug", async () => {
    const oops: Ending = { kind: "died", error: new Error("oops") };
    const during = await run(fakeThread([start(at(0))], oops));
    expect(during.ended).toEqual({ kind: "again", next: at(0, 1) });
    expect(during.events).toMatchObject([{ kind: "bug", index: 0, error: { message: "oops" } }]);
    const between = await run(fakeThread([], oops));
    expect(between.ended).toEqual({ kind: "stop", next: at(1) });
    expect(between.events).toMatchObject([{ kind: "bug", index: 0 }]);
  });

  test("stops when the user gives up, and says what was under way", async () => {
    const controller = new AbortController();
    const running = run(fakeThread([start(at(0)), report(at(0)), start(at(0, 1))]), controller.signal);
    controller.abort();
    const { ended, events } = await running;
    expect(ended).toEqual({ kind: "stop", next: at(1) });
    expect(verdicts(events).at(-1)).toEqual([0, "sequential", "unknown", "cancelled"]);
  });
});
