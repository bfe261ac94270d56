// @module-tag slow
import { describe, expect, test } from "vitest";
import { type Budget, createBudget, type Bounds } from "../../budget.js";
import { createHistoryBuilder } from "../../history/builder.js";
import type { History } from "../../history/history.js";
import type { MemoryHistory } from "../../memory/memory-history.js";
import { type MemoryModel, memoryModels } from "../../criteria/memory-models.js";
import { restrict } from "../../memory/restrict.js";
import type { Violation } from "../../result.js";
import { memoryOf, randomMemory, withGivenEdges } from "@sightline/testing/memory/generate-memory.js";
import type { Access } from "@sightline/testing/memory/threads-of.js";
import { satisfiesModel } from "@sightline/testing/memory/memory-oracle.js";
import { memoryToHistory } from "@sightline/testing/memory/memory-to-history.js";
import { explanationEffort } from "../effort.js";
import { explainMemory } from "./explain-memory.js";

/** Accesses in short: `wx1` writes 1 to x, `rx0` reads 0. */
const short = (...threads: string[]): Access[][] =>
  threads.map((thread) => thread.split(" ").map(([kind, x, value]) => [kind as "w" | "r", x, Number(value)]));

const recordOf = (
  threads: readonly (readonly Access[])[],
  line: (id: number) => number = () => 0,
): History => {
  const builder = createHistoryBuilder({ type: "memory" });
  let id = 0;
  threads.forEach((accesses, session) => {
    for (const [kind, x, value] of accesses)
      builder.add(
        kind === "w"
          ? { session, method: "write", args: [x, value] }
          : { session, method: "read", args: [x], result: value },
        line(id++),
      );
  });
  return builder.finish();
};

const oracle = (model: MemoryModel) => (memory: MemoryHistory) =>
  ({ verdict: satisfiesModel(memory, model) ? "satisfied" : "violated", states: 1 }) as const;

const explain = (
  memory: MemoryHistory,
  model: MemoryModel,
  history: History,
  limits: Bounds = {},
): Violation =>
  explainMemory(memory, model, { decide: oracle(model) }, history, explanationEffort(createBudget(limits)));

/** The violation of a history in short, by the oracle. */
const violationOf = (model: MemoryModel, ...threads: string[]): Violation =>
  explain(memoryOf(short(...threads)), model, recordOf(short(...threads)));

/** The pattern and the cycle in short: `WriteCORead 1 wr 2 po 3 rw`. */
const inShort = ({ pattern, cycle, kind }: Violation): string =>
  [
    ...(pattern === undefined ? [] : [pattern]),
    ...(cycle === undefined ? [kind] : cycle.map((edge) => `${edge.from} ${edge.kind}`)),
  ].join(" ");

const figures: readonly (readonly [string, readonly string[], Partial<Record<MemoryModel, string>>])[] = [
  [
    "Fig. 1a",
    ["wx2 rx1", "wx1 rx2"],
    { ccv: "CyclicCF 0 cf 2 cf", ccm: "0 cf 2 cf", wccm: "0 cf 2 cf", tso: "0 ww 2 ww", sc: "0 ww 2 ww" },
  ],
  [
    "Fig. 1b",
    ["wz1 wx1 wy1", "wx2 rz0 ry1 rx2"],
    { cm: "WriteHBInitRead 0 po 1 hb 3 po 4 rw", ccm: "0 po 1 cf 3 po 4 rw", sc: "0 po 1 ww 3 po 4 rw" },
  ],
  ["Fig. 1c", ["wx1 wx2 ry1", "wy1 wy2 rx1"], { ccm: "1 po 2 rw 4 po 5 rw", sc: "1 po 2 rw 4 po 5 rw" }],
  ["Fig. 1d", ["wx1 ry0 wy1 rx1", "wx2 ry0 wy2 rx2"], { sc: "0 ww 4 ww" }],
  [
    "Fig. 3, IRIW",
    ["wx1", "wy1", "rx1 ry0", "ry1 rx0"],
    {
      ccm: "0 wr 2 po 3 rw 1 wr 4 po 5 rw",
      wccm: "0 wr 2 po 3 rw 1 wr 4 po 5 rw",
      tso: "0 wr 2 po 3 rw 1 wr 4 po 5 rw",
      sc: "0 wr 2 po 3 rw 1 wr 4 po 5 rw",
    },
  ],
  ["SB", ["wx1 ry0", "wy1 rx0"], { ccm: "0 po 1 rw 2 po 3 rw", sc: "0 po 1 rw 2 po 3 rw" }],
  ["SB+rfi", ["wx1 rx1 ry0", "wy1 ry1 rx0"], { ccm: "0 po 2 rw 3 po 5 rw", sc: "0 po 2 rw 3 po 5 rw" }],
  [
    "MP",
    ["wx1 wy1", "ry1 rx0"],
    {
      cc: "WriteCOInitRead 0 po 1 wr 2 po 3 rw",
      ccv: "WriteCOInitRead 0 po 1 wr 2 po 3 rw",
      cm: "WriteCOInitRead 0 po 1 wr 2 po 3 rw",
      ccm: "0 po 1 wr 2 po 3 rw",
      wccm: "0 po 1 wr 2 po 3 rw",
      tso: "0 po 1 wr 2 po 3 rw",
      sc: "0 po 1 wr 2 po 3 rw",
    },
  ],
  [
    "LB",
    ["rx1 wy1", "ry1 wx1"],
    {
      cc: "CyclicCO 0 po 1 wr 2 po 3 wr",
      ccv: "CyclicCO 0 po 1 wr 2 po 3 wr",
      cm: "CyclicCO 0 po 1 wr 2 po 3 wr",
      ccm: "0 po 1 wr 2 po 3 wr",
      wccm: "0 po 1 wr 2 po 3 wr",
      tso: "0 po 1 wr 2 po 3 wr",
      sc: "0 po 1 wr 2 po 3 wr",
    },
  ],
  [
    "2+2W",
    ["wx1 wy2 ry1", "wy1 wx2 rx1"],
    {
      ccv: "CyclicCF 0 po 1 cf 3 po 4 cf",
      ccm: "0 po 1 cf 3 po 4 cf",
      wccm: "0 po 1 cf 3 po 4 cf",
      tso: "0 po 1 ww 3 po 4 ww",
      sc: "0 po 1 ww 3 po 4 ww",
    },
  ],
  [
    "CoRR",
    ["wx1 wx2", "rx2 rx1"],
    {
      cc: "WriteCORead 1 wr 2 po 3 rw",
      ccv: "WriteCORead 1 wr 2 po 3 rw",
      cm: "WriteCORead 1 wr 2 po 3 rw",
      ccm: "1 wr 2 po 3 rw",
      wccm: "1 wr 2 po 3 rw",
      tso: "0 po 1 ww",
      sc: "1 wr 2 po 3 rw",
    },
  ],
  [
    "POPL'17, CC only",
    ["wx1", "wx2 rx1 rx2"],
    {
      ccv: "CyclicCF 0 cf 1 cf",
      cm: "CyclicHB 0 hb 1 hb",
      ccm: "0 cf 1 cf",
      wccm: "0 cf 1 cf",
      tso: "0 ww 1 ww",
      sc: "0 ww 1 ww",
    },
  ],
  ["a run", ["wx1 rx1", "rx1 wy1"], {}],
  [
    "Fig. 3 with initial writes, repaired",
    ["wx1 wy1", "wx2 wy2", "rx1 ry0 ry1 rx1", "rx2 ry0 ry2 rx2"],
    { tso: "0 ww 2 ww", sc: "0 ww 2 ww" },
  ],
  [
    "the same on five threads",
    ["wx1", "rx2 ry0", "wy1 wy2", "wx2 ry2 rx2", "rx1 ry1 rx1"],
    { tso: "0 ww 5 ww", sc: "0 ww 5 ww" },
  ],
  [
    "a read of the own future",
    ["rx1 wx1"],
    {
      cc: "CyclicCO 0 po 1 wr",
      ccv: "CyclicCO 0 po 1 wr",
      cm: "CyclicCO 0 po 1 wr",
      ccm: "0 po 1 wr",
      wccm: "0 po 1 wr",
      tso: "0 po 1 wr",
      sc: "0 po 1 wr",
    },
  ],
  [
    "the misprint of Algorithm 2",
    ["wx1 wy2 ry1", "wy1 rx0"],
    { ccm: "0 po 1 cf 3 po 4 rw", sc: "0 po 1 ww 3 po 4 rw" },
  ],
  [
    "orders forbidden two by two",
    [
      "wx1",
      "wx2",
      "wy1",
      "wy2",
      "rx2 ry1",
      "ry2 rx1",
      "rx2 ry2",
      "ry1 rx1",
      "rx1 ry1",
      "ry2 rx2",
      "rx1 ry2",
      "ry1 rx2",
    ],
    { tso: "core", sc: "core" },
  ],
];

describe("the classic histories", () => {
  test.each(figures)("%s", (_name, threads, expected) => {
    const memory = memoryOf(short(...threads));
    const found: Partial<Record<MemoryModel, string>> = {};
    for (const model of memoryModels)
      if (!satisfiesModel(memory, model)) found[model] = inShort(violationOf(model, ...threads));
    expect(found).toEqual(expected);
  });
});

describe.each(memoryModels)("the explanation of a violation of %s", (model) => {
  test("is a core of which nothing can be given up, with a cycle that closes", () => {
    let violated = 0;
    for (let seed = 0; seed < 400; seed++) {
      const plain = randomMemory(seed);
      const memory =
        seed % 3 === 0 && model !== "tso" && model !== "wccm" ? withGivenEdges(plain, seed) : plain;
      if (satisfiesModel(memory, model)) continue;
      violated++;
      const history = memoryToHistory(memory);
      const { kind, operations, cycle, reason, pattern } = explain(memory, model, history);
      const where = `seed ${seed}`;
      const satisfies = (kept: readonly number[]): boolean =>
        satisfiesModel(
          restrict(
            memory,
            new Uint8Array(memory.size).map((_, o) => (kept.includes(o) ? 1 : 0)),
          ).memory,
          model,
        );
      expect(satisfies(operations), where).toBe(false);
      for (const one of operations) expect(satisfies(operations.filter((o) => o !== one)), where).toBe(true);
      for (const id of operations) expect(reason, where).toContain(`#${id} `);
      expect(pattern !== undefined, where).toBe(model === "cc" || model === "ccv" || model === "cm");
      expect(kind, where).toBe(cycle === undefined ? "core" : "cycle");
      cycle?.forEach((edge, i) => {
        expect(edge.from, where).toBe(cycle.at(i - 1)?.to);
        expect(operations, where).toContain(edge.from);
        expect(edge.because, where).toContain(`#${edge.from} `);
        expect(edge.because, where).toContain(`#${edge.to} `);
        if (edge.kind === "po") expect(memory.thread[edge.from], where).toBe(memory.thread[edge.to]);
        if (edge.kind === "po") expect(edge.from, where).toBeLessThan(edge.to);
        if (edge.kind === "wr") expect(memory.source[edge.to], where).toBe(edge.from);
      });
    }
    expect(violated).toBeGreaterThan(80);
  });
});

describe("the words", () => {
  test("of a bad pattern", () => {
    const { reason } = violationOf("cc", "wx1 wy1", "rz0 ry1 rx0");
    expect(reason).toBe(
      "WriteCOInitRead: #4 read(x) => 0 returns the initial value, although #0 write(x,1) comes before it: #0 comes before #1 write(y,1) in its thread, #3 read(y) => 1 reads from #1, #3 comes before #4 in its thread. The other operation cannot help",
    );
    expect(violationOf("cc", "wx1 wx2", "rx2 rx1").reason).toBe(
      "WriteCORead: #3 read(x) => 1 returns the value of #0 write(x,1), which had been overwritten by #1 write(x,2): #0 comes before #1 in its thread, and #2 read(x) => 2 reads from #1, #2 comes before #3 in its thread",
    );
    expect(violationOf("cc", "rx1 wx1").reason).toBe(
      "CyclicCO: #0 read(x) => 1 comes before #1 write(x,1) in its thread, #0 reads from #1: a circle of causes",
    );
  });

  test("of what one thread has seen", () => {
    expect(violationOf("cm", "wx1", "wx2 rx1 rx2").reason).toBe(
      "CyclicHB: in the eyes of the thread of #3 read(x) => 2, #0 write(x,1) must come before #1 write(x,2): #2 read(x) => 1 reads from #0, #2 comes before #3 read(x) => 2 in its thread, yet #3 returns the value of #1. #1 write(x,2) must come before #0 write(x,1): #1 comes before #2 read(x) => 1 in its thread, yet #2 returns the value of #0. That is a circle: #0 write(x,1) → #1 write(x,2) → #0",
    );
  });

  test("of a cycle, and of each of its edges", () => {
    const { reason, cycle } = violationOf("sc", "wx1 wx2 ry1", "wy1 wy2 rx1");
    expect(reason).toBe(
      "#2 read(y) => 1 must come before #4 write(y,2): it returns the value of #3 write(y,1), and #3 comes before #4 in its thread. #5 read(x) => 1 must come before #1 write(x,2): it returns the value of #0 write(x,1), and #0 comes before #1 in its thread. But #1 write(x,2) comes before #2 read(y) => 1 in its thread, #4 write(y,2) comes before #5 read(x) => 1 in its thread: a circle, #1 → #2 → #4 → #5 → #1",
    );
    expect(cycle?.map(({ because }) => because)).toEqual([
      "#1 write(x,2) comes before #2 read(y) => 1 in its thread",
      "#2 read(y) => 1 must come before #4 write(y,2): it returns the value of #3 write(y,1), and #3 comes before #4 in its thread",
      "#4 write(y,2) comes before #5 read(x) => 1 in its thread",
      "#5 read(x) => 1 must come before #1 write(x,2): it returns the value of #0 write(x,1), and #0 comes before #1 in its thread",
    ]);
  });

  test("of an edge that rests on another prove that one first", () => {
    const { cycle } = violationOf("sc", "wx1 ry0 wy1 rx1", "wx2 ry0 wy2 rx2");
    expect(cycle?.[0].because).toBe(
      "#1 read(y) => 0 must come before #6 write(y,2): it returns the initial value of y. #0 write(x,1) must come before #4 write(x,2): #0 comes before #1 read(y) => 0 in its thread, #1 is before #6 write(y,2), #6 comes before #7 read(x) => 2 in its thread, yet #7 returns the value of #4",
    );
  });

  test("of coherence under store buffers", () => {
    expect(violationOf("tso", "wx1 wx2", "rx2 rx1").reason).toBe(
      "#1 write(x,2) must come before #0 write(x,1): #2 read(x) => 2 returns the value of #1, #2 comes before #3 read(x) => 1 in its thread, yet #3 returns the value of #0. But #0 write(x,1) comes before #1 write(x,2) in its thread: a circle, #0 → #1 → #0",
    );
    expect(violationOf("tso", "wx1 rx0").reason).toBe(
      "#1 read(x) => 0 must come before #0 write(x,1): it returns the initial value of x. But #0 write(x,1) comes before #1 read(x) => 0 in its thread: a circle, #0 → #1 → #0",
    );
  });

  test("of cases", () => {
    const [, threads] = figures[figures.length - 1];
    const { reason, operations } = violationOf("sc", ...threads);
    expect(operations.length).toBe(20);
    expect(reason).toMatch(/^#0 write\(x,1\) and #1 write\(x,2\) may be stored in either order\. Case 1, /);
    expect(reason).toContain(". Case 2, #1 write(x,2) is stored before #0 write(x,1): ");
    expect(reason.match(/That is a circle/g)?.length).toBe(2);
  });

  test("name lines where the operations stand on several", () => {
    const threads = short("wx1 wy1", "ry1 rx0");
    const { reason, cycle } = explain(
      memoryOf(threads),
      "cc",
      recordOf(threads, (id) => 10 + id),
    );
    expect(reason).toBe(
      "WriteCOInitRead: #3 read(x) => 0 (line 13) returns the initial value, although #0 write(x,1) (line 10) comes before it: #0 comes before #1 write(y,1) (line 11) in its thread, #2 read(y) => 1 (line 12) reads from #1, #2 comes before #3 in its thread",
    );
    expect(cycle?.[0].because).toBe("#0 write(x,1) comes before #1 write(y,1) in its thread");
    const inOneLine = recordOf(threads, () => 1);
    expect(explain(memoryOf(threads), "cc", inOneLine).reason).not.toContain("line");
  });

  test("of declared happens-before, also through what is left out", () => {
    const threads = short("wx1 wz1", "wz2", "rx0");
    const memory = { ...memoryOf(threads), given: Int32Array.of(1, 2, 2, 3) };
    const { reason, cycle } = explain(memory, "cc", memoryToHistory(memory));
    expect(reason).toContain("comes before it: #0 happens before #3, as declared");
    expect(cycle?.map(({ kind }) => kind)).toEqual(["given", "rw"]);
  });
});

describe("an explanation without the means", () => {
  const [, threads] = figures[figures.length - 1];
  const memory = memoryOf(short(...threads));
  const history = recordOf(short(...threads));

  test("tells what is left when time is up", () => {
    const cut = explain(memory, "sc", history, { cancelled: () => true });
    expect(cut.kind).toBe("exhausted");
    expect(cut.operations.length).toBe(20);
    expect(cut.reason).toBe(
      "20 operations violate sc by themselves. It would take too long to find a shorter reason",
    );
  });

  test("still has the cycle where that takes no search", () => {
    const simple = short("wx1 wy1 wz1", "ry1 rx0");
    const cut = explain(memoryOf(simple), "cc", recordOf(simple), { cancelled: () => true });
    expect(inShort(cut)).toBe("WriteCOInitRead 0 po 1 wr 3 po 4 rw");
    expect(cut.operations).toEqual([0, 1, 3, 4]);
  });

  test("keeps what no trial could decide", () => {
    const asked: number[] = [];
    const decide = (part: MemoryHistory, budget: Budget) => {
      asked.push(part.size);
      expect(budget.limits.states).toBeLessThan(Infinity);
      expect(budget.limits.deadline).toBeUndefined();
      return { verdict: "unknown", states: 1 } as const;
    };
    const simple = short("wx1 wy1 wz1", "ry1 rx0");
    const found = explainMemory(
      memoryOf(simple),
      "cc",
      { decide },
      recordOf(simple),
      explanationEffort(createBudget()),
    );
    expect(found.operations).toEqual([0, 1, 3, 4]);
    expect(asked.length).toBeGreaterThan(0);
  });

  test("names the clue of a history too long to work out", () => {
    const lines = Array.from({ length: 150 }, (_, i): Access => ["w", "x", i + 1]);
    const many = memoryOf([lines, [["r", "y", 0]]]);
    const tools = { decide: () => ({ verdict: "unknown", states: 1 }) as const, clue: [5, 2] };
    const { operations, reason } = explainMemory(
      many,
      "cc",
      tools,
      memoryToHistory(many),
      explanationEffort(createBudget()),
    );
    expect(operations).toEqual([2, 5]);
    expect(reason).toBe(
      "151 operations violate cc by themselves. It would take too long to find a shorter reason",
    );
  });
});
