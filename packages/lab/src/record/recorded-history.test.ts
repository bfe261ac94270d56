import { check, createRandom, type History, PENDING, type Random } from "@sightline/core";
import { describe, expect, it } from "vitest";
import { parseProgram } from "../object/notation.js";
import { BLOCKED, NOT_REACHED, type Program } from "../object/program.js";
import { recordedHistory } from "./recorded-history.js";

/** An event of a run: thread `t` begins its next call, or ends the one that it makes. */
type Event = readonly [kind: "call" | "return", call: number, thread: number];

/** A random run of a program: its events in the order in which they happen. */
function randomRun({ threads }: Program, random: Random): Event[] {
  const left = threads.map((steps) => steps.length * 2);
  const events: Event[] = [];
  while (left.some((count) => count > 0)) {
    const t = random.int(threads.length);
    if (left[t] === 0) continue;
    const done = threads[t].length * 2 - left[t]--;
    const first = threads.slice(0, t).reduce((sum, steps) => sum + steps.length, 0);
    events.push([done % 2 === 0 ? "call" : "return", first + Math.floor(done / 2), t]);
  }
  return events;
}

/** Which call ended before which began, literally. */
function precedenceOf(events: readonly Event[]): Set<string> {
  return new Set(
    events.flatMap(([kind, a], i) =>
      kind === "call"
        ? []
        : events.slice(i).flatMap(([later, b]) => (later === "call" ? [`${a} < ${b}`] : [])),
    ),
  );
}

/** What each call sees of the counters of the other threads. */
function countersOf(events: readonly Event[], threads: number): number[][] {
  const counters = Array.from({ length: threads }, () => 0);
  const seen: number[][] = [];
  for (const [kind, call, thread] of events)
    if (kind === "return") counters[thread]++;
    else seen[call] = counters.filter((_, other) => other !== thread);
  return seen;
}

/** The happens-before order of a history: program order, declared edges and real time, closed. */
function happensBefore(history: History): Set<string> {
  const n = history.size;
  const before = Array.from({ length: n }, (_, a) =>
    Array.from(
      { length: n },
      (__, b) =>
        (history.session[a] === history.session[b] && a < b) ||
        (history.timed && history.ret[a] !== PENDING && history.ret[a] < history.call[b]),
    ),
  );
  for (let e = 0; e < history.happensBefore.length; e += 2)
    before[history.happensBefore[e]][history.happensBefore[e + 1]] = true;
  for (let k = 0; k < n; k++)
    for (let a = 0; a < n; a++) for (let b = 0; b < n; b++) before[a][b] ||= before[a][k] && before[k][b];
  return new Set(before.flatMap((row, a) => row.flatMap((is, b) => (is ? [`${a} < ${b}`] : []))));
}

describe("the history of what was recorded", () => {
  const programs = ["{ a(); b(); c() } || { d(); e() }", "{ a(); b() } || { c(); d() } || { e() }"].map(
    parseProgram,
  );

  it.each(programs)("has by counters the order in which calls ended and began: %j", (program) => {
    const random = createRandom(1);
    for (let round = 0; round < 300; round++) {
      const events = randomRun(program, random);
      const order = countersOf(events, program.threads.length);
      const history = recordedHistory(program, { results: [1, 2, 3, 4, 5], order }, "counters");
      expect(history.timed).toBe(false);
      expect(happensBefore(history)).toEqual(precedenceOf(events));
    }
  });

  it.each(programs)("has by clocks the same: %j", (program) => {
    const random = createRandom(2);
    for (let round = 0; round < 300; round++) {
      const events = randomRun(program, random);
      const order: number[][] = [];
      events.forEach(([, call], instant) => (order[call] ??= []).push(instant));
      const history = recordedHistory(program, { results: [1, 2, 3, 4, 5], order }, "clocks");
      expect(history.happensBefore).toHaveLength(0);
      expect(happensBefore(history)).toEqual(precedenceOf(events));
    }
  });

  it("has the results, the name and the type", () => {
    const program = parseProgram("{ put(1,0) } || { get(1) }");
    const header = { name: "seen once", type: "map" };
    const history = recordedHistory(program, { results: [null, 0] }, undefined, header);
    expect(history).toMatchObject({ ...header, timed: false, size: 2 });
    expect(history.labels).toMatchObject([
      { method: "put", args: [1, 0], result: null },
      { method: "get", args: [1], result: 0 },
    ]);
    expect(history.happensBefore).toHaveLength(0);
  });

  it("has what the program's synchronisation shows, once, and no flag or lock", () => {
    const program = parseProgram("{ put(1,0); v.set() } || { v.get(); get(1) }");
    const results = [null, null, true, null];
    const alone = recordedHistory(program, { results }, undefined);
    expect([...alone.happensBefore]).toEqual([0, 1]);
    const order = [[0], [1]];
    const counted = recordedHistory(program, { results, order }, "counters");
    expect([...counted.happensBefore]).toEqual([0, 1]);
    expect(counted.size).toBe(2);
    // The second call came after the first, and yet it did not see it.
    expect(check(counted, { type: "map", levels: { "*": "complete" } }).verdict).toBe("violated");
    expect(check(counted, { type: "map", levels: { "*": "weak" } }).verdict).toBe("satisfied");
  });
});

describe("calls that block", () => {
  const program = parseProgram("{ take(); size() } || { put(1); take(); take() }");
  const results = [BLOCKED, NOT_REACHED, null, 1, BLOCKED];

  it("are pending where there are clocks", () => {
    const order = [
      [0, 3],
      [3, 3],
      [0, 0],
      [1, 1],
      [2, 3],
    ];
    const history = recordedHistory(program, { results, order }, "clocks");
    expect(history.size).toBe(4);
    expect([...history.ret].map((end) => end === PENDING)).toEqual([true, false, false, true]);
  });

  it("are left out where there are none, and edges go by what is left", () => {
    const order = [[0], [0], [0], [0], [0]];
    expect(recordedHistory(program, { results, order }, "counters").size).toBe(2);
    const both = parseProgram("{ put(1); take() } || { take(); put(2) }");
    const seen = { results: [null, BLOCKED, 1, null], order: [[0], [2], [1], [1]] };
    // take() of the second thread began when put(1) had returned.
    const { size, happensBefore } = recordedHistory(both, seen, "counters");
    expect([size, [...happensBefore]]).toEqual([3, [0, 1]]);
  });
});
