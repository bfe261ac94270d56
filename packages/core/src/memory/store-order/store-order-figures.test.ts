import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { type Access, memoryOf } from "@sightline/testing/memory/generate-memory.js";
import { createPlainSat } from "@sightline/testing/memory/plain-sat.js";
import { decideSc, decideTso, type StoreOrderAlgorithm } from "./decide-store-order.js";

type Threads = readonly (readonly Access[])[];

/** CAV'19's examples and the classic litmus tests: name, threads, SC, TSO. */
const figures: readonly [string, Threads, boolean, boolean][] = [
  [
    "Fig. 1a",
    [
      [
        ["w", "x", 2],
        ["r", "x", 1],
      ],
      [
        ["w", "x", 1],
        ["r", "x", 2],
      ],
    ],
    false,
    false,
  ],
  [
    "Fig. 1b",
    [
      [
        ["w", "z", 1],
        ["w", "x", 1],
        ["w", "y", 1],
      ],
      [
        ["w", "x", 2],
        ["r", "z", 0],
        ["r", "y", 1],
        ["r", "x", 2],
      ],
    ],
    false,
    true,
  ],
  [
    "Fig. 1d",
    [
      [
        ["w", "x", 1],
        ["r", "y", 0],
        ["w", "y", 1],
        ["r", "x", 1],
      ],
      [
        ["w", "x", 2],
        ["r", "y", 0],
        ["w", "y", 2],
        ["r", "x", 2],
      ],
    ],
    false,
    true,
  ],
  [
    "IRIW",
    [
      [["w", "x", 1]],
      [["w", "y", 1]],
      [
        ["r", "x", 1],
        ["r", "y", 0],
      ],
      [
        ["r", "y", 1],
        ["r", "x", 0],
      ],
    ],
    false,
    false,
  ],
  [
    "SB",
    [
      [
        ["w", "x", 1],
        ["r", "y", 0],
      ],
      [
        ["w", "y", 1],
        ["r", "x", 0],
      ],
    ],
    false,
    true,
  ],
  [
    "SB+rfi",
    [
      [
        ["w", "x", 1],
        ["r", "x", 1],
        ["r", "y", 0],
      ],
      [
        ["w", "y", 1],
        ["r", "y", 1],
        ["r", "x", 0],
      ],
    ],
    false,
    true,
  ],
  [
    "MP",
    [
      [
        ["w", "x", 1],
        ["w", "y", 1],
      ],
      [
        ["r", "y", 1],
        ["r", "x", 0],
      ],
    ],
    false,
    false,
  ],
  [
    "LB",
    [
      [
        ["r", "x", 1],
        ["w", "y", 1],
      ],
      [
        ["r", "y", 1],
        ["w", "x", 1],
      ],
    ],
    false,
    false,
  ],
  [
    "CoRR",
    [
      [
        ["w", "x", 1],
        ["w", "x", 2],
      ],
      [
        ["r", "x", 2],
        ["r", "x", 1],
      ],
    ],
    false,
    false,
  ],
  [
    "in sequence",
    [
      [
        ["w", "x", 1],
        ["r", "x", 1],
      ],
      [
        ["r", "x", 1],
        ["w", "y", 1],
      ],
    ],
    true,
    true,
  ],
  [
    "CCM and wCCM, but not TSO",
    [
      [
        ["w", "x", 1],
        ["w", "y", 1],
      ],
      [
        ["w", "x", 2],
        ["w", "y", 2],
      ],
      [
        ["r", "x", 1],
        ["r", "y", 0],
        ["r", "y", 1],
        ["r", "x", 1],
      ],
      [
        ["r", "x", 2],
        ["r", "y", 0],
        ["r", "y", 2],
        ["r", "x", 2],
      ],
    ],
    false,
    false,
  ],
  [
    "the own future",
    [
      [
        ["r", "x", 1],
        ["w", "x", 1],
      ],
    ],
    false,
    false,
  ],
  [
    "TSO, rejected by Algorithm 2 as printed",
    [
      [
        ["w", "x", 1],
        ["w", "y", 2],
        ["r", "y", 1],
      ],
      [
        ["w", "y", 1],
        ["r", "x", 0],
      ],
    ],
    false,
    true,
  ],
];

/** All four combinations of the orders of x and y are forbidden, each by two readers; no rule sees that. */
const saturatedNotSc = memoryOf([
  [["w", "x", 1]],
  [["w", "x", 2]],
  [["w", "y", 1]],
  [["w", "y", 2]],
  [
    ["r", "x", 2],
    ["r", "y", 1],
  ],
  [
    ["r", "y", 2],
    ["r", "x", 1],
  ],
  [
    ["r", "x", 2],
    ["r", "y", 2],
  ],
  [
    ["r", "y", 1],
    ["r", "x", 1],
  ],
  [
    ["r", "x", 1],
    ["r", "y", 1],
  ],
  [
    ["r", "y", 2],
    ["r", "x", 2],
  ],
  [
    ["r", "x", 1],
    ["r", "y", 2],
  ],
  [
    ["r", "y", 1],
    ["r", "x", 2],
  ],
]);

const complete: readonly StoreOrderAlgorithm[] = ["auto", "branch", "lazy-sat"];
const sat = createPlainSat;

describe("the examples", () => {
  test.each(figures)("%s", (_, threads, sc, tso) => {
    const memory = memoryOf(threads);
    for (const algorithm of complete) {
      const budget = createBudget();
      expect(decideSc(memory, { budget, algorithm, sat }).verdict).toBe(sc ? "satisfied" : "violated");
      expect(decideTso(memory, { budget, algorithm, sat }).verdict).toBe(tso ? "satisfied" : "violated");
    }
  });

  test("one that saturation does not refute", () => {
    for (const decide of [decideSc, decideTso]) {
      for (const algorithm of complete)
        expect(decide(saturatedNotSc, { budget: createBudget(), algorithm, sat }).verdict).toBe("violated");
      const alone = decide(saturatedNotSc, { budget: createBudget(), algorithm: "saturation" });
      expect(alone).toMatchObject({ verdict: "unknown", reason: "states" });
    }
  });

  test("nothing at all, and threads with nothing on them", () => {
    for (const decide of [decideSc, decideTso])
      for (const threads of [[], [[], []]] as const) {
        const found = decide(memoryOf(threads), { budget: createBudget(), algorithm: "auto", sat });
        expect(found).toMatchObject({ verdict: "satisfied", orders: [new Int32Array(0)] });
      }
  });
});
