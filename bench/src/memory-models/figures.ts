import { availableParallelism } from "node:os";
import { type Algorithm, check, createRandom } from "@sightline/core";
import type { Contender } from "../visibility/contender.js";
import { type CellOutcomes, runCell, runPooled } from "./cell.js";
import { faults } from "./faults.js";
import { makeHistory, type Recipe, VARIABLES, WRITES } from "./histories.js";
import { contradictionsIn, type FigureReport, summarizeCell } from "./figure-report.js";

/** How much each figure takes. */
export interface FigureEffort {
  /** Histories for each point of a figure. */
  readonly histories: number;
  /** Milliseconds of processor time for one history. */
  readonly limit: number;
  /** Milliseconds of processor time on histories left undecided, after which a contender is asked no more at one point. */
  readonly patience: number;
}

/** Ours, and the four that CAV'19 compares: X-SAT, X-CCM+Enum, X-CCM+SAT, and enumeration by itself. */
const algorithms: readonly Algorithm[] = ["auto", "ccm+sat", "ccm+enumerate", "sat", "enumerate"];

/** A figure of the paper: its name, what grows, and the histories at each place. */
interface Figure {
  readonly name: string;
  readonly title: string;
  readonly criterion: "sc" | "tso";
  readonly x: string;
  readonly places: readonly number[];
  recipes(place: number, count: number): Recipe[];
}

const valid = (operations: number, threads: number, count: number): Recipe[] =>
  Array.from({ length: count }, (_, i) => ({
    kind: "valid",
    shape: {
      operations,
      threads,
      variables: VARIABLES,
      writes: WRITES,
      seed: 10_000 * operations + 1000 * threads + i,
    },
  }));

const byOperations = {
  x: "operations, on 4 threads",
  places: [100, 200, 300, 400, 500],
  recipes: (operations: number, count: number) => valid(operations, 4, count),
};
const byThreads = {
  x: "threads, 50 operations for each",
  places: [2, 3, 4, 5, 6],
  recipes: (threads: number, count: number) => valid(50 * threads, threads, count),
};

/** CAV'19 Fig. 4 (SC, valid histories), Fig. 5 (SC, invalid ones) and Fig. 6 (TSO, valid ones). */
export const figures = {
  fig4: [
    { name: "fig4a", title: "SC, valid histories (CAV'19 Fig. 4a)", criterion: "sc", ...byOperations },
    { name: "fig4b", title: "SC, valid histories (CAV'19 Fig. 4b)", criterion: "sc", ...byThreads },
  ],
  fig5: [
    {
      name: "fig5",
      title: "SC, invalid histories (CAV'19 Fig. 5)",
      criterion: "sc",
      x: "threads, 100 to 400 operations in all",
      places: [2, 3, 4, 5, 6, 7, 8],
      recipes: invalid,
    },
  ],
  fig6: [
    { name: "fig6a", title: "TSO, valid histories (CAV'19 Fig. 6a)", criterion: "tso", ...byOperations },
    { name: "fig6b", title: "TSO, valid histories (CAV'19 Fig. 6b)", criterion: "tso", ...byThreads },
  ],
} as const satisfies Record<string, readonly Figure[]>;

/** Runs on faulty memories that are not sequentially consistent, each fault as often as the others. */
export function invalid(threads: number, count: number): Recipe[] {
  const found: Recipe[] = [];
  for (let seed = 100_000 * threads; found.length < count; seed++) {
    const operations = 100 + createRandom(seed).int(301);
    const fault = faults[found.length % faults.length];
    const recipe: Recipe = {
      kind: "faulty",
      fault,
      shape: { operations, threads, variables: VARIABLES, writes: WRITES, seed },
    };
    if (check(makeHistory(recipe), { criterion: "sc", explain: false }).verdict === "violated")
      found.push(recipe);
  }
  return found;
}

/** Every contender at every place of a figure, two places at a time where there are two cores. */
export async function benchFigure(
  figure: Figure,
  { histories, limit, patience }: FigureEffort,
): Promise<FigureReport> {
  const { name, title, criterion, x, places } = figure;
  const contenders: readonly Contender[] = algorithms.map((algorithm) => ({
    name: algorithm === "auto" ? "ours" : algorithm,
    options: { criterion, algorithm },
    limit,
  }));
  const cells: CellOutcomes[] = await runPooled(
    places.map((place) => () => runCell({ recipes: figure.recipes(place, histories), contenders, patience })),
    Math.min(2, availableParallelism()),
  );
  return {
    name,
    title,
    x,
    places,
    histories,
    limit,
    contenders: contenders.map((contender) => contender.name),
    cells: cells.map((outcomes) => outcomes.map(summarizeCell)),
    contradictions: cells.flatMap((outcomes, i) =>
      contradictionsIn(contenders, outcomes).map((word) => `${name} at ${places[i]}, ${word}`),
    ),
  };
}
