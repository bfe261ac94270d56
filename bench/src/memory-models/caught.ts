import { check, type History } from "@sightline/core";
import { type Column, renderTable } from "../table.js";
import { type Fault, faults } from "./faults.js";
import { invalid } from "./figures.js";
import { makeHistory } from "./histories.js";

/** What may refute a history first, cheapest first: the models below SC, saturation, the search. */
export const stages = ["cc", "ccv", "cm", "ccm", "saturation", "search"] as const;

export type Stage = (typeof stages)[number];

/** How many histories with that fault each stage was the first to refute. */
export interface CaughtReport {
  readonly fault: Fault;
  readonly histories: number;
  readonly first: Readonly<Record<Stage, number>>;
}

/** Where violations of SC are first caught: the histories of Fig. 5, so many for each number of threads. */
export function benchCaught(countPerThreads: number): CaughtReport[] {
  const recipes = [2, 3, 4, 5, 6, 7, 8].flatMap((threads) => invalid(threads, countPerThreads));
  return faults.map((fault) => {
    const own = recipes.filter((recipe) => recipe.kind === "faulty" && recipe.fault === fault);
    const found = own.map((recipe) => firstToRefute(makeHistory(recipe)));
    const count = (stage: Stage): number => found.filter((by) => by === stage).length;
    return {
      fault,
      histories: own.length,
      first: Object.fromEntries(stages.map((stage) => [stage, count(stage)])) as Record<Stage, number>,
    };
  });
}

/** The first stage that refutes a history that is not sequentially consistent. */
export function firstToRefute(history: History): Stage {
  const refutes = (stage: Stage): boolean => {
    const options =
      stage === "saturation"
        ? ({ criterion: "sc", algorithm: "saturation" } as const)
        : { criterion: stage === "search" ? "sc" : stage };
    return check(history, { ...options, verify: false, explain: false }).verdict === "violated";
  };
  const found = stages.find(refutes);
  if (found === undefined) throw new Error("nothing refutes this history: it is sequentially consistent");
  return found;
}

/** The table of this part. */
export function renderCaught(reports: readonly CaughtReport[]): string {
  const columns: Column[] = [
    { heading: "fault" },
    { heading: "histories", numeric: true },
    ...stages.map((heading) => ({ heading, numeric: true })),
  ];
  const row = (name: string, of: readonly CaughtReport[]): string[] => {
    const all = of.reduce((sum, { histories }) => sum + histories, 0);
    const share = (stage: Stage): string =>
      `${((100 * of.reduce((sum, { first }) => sum + first[stage], 0)) / all).toFixed(1)}%`;
    return [name, String(all), ...stages.map(share)];
  };
  const rows = [...reports.map((report) => row(report.fault, [report])), row("all", reports)];
  return [
    "### Where violations of SC are first caught: 100 to 400 operations, 2 to 8 threads",
    "The paper, on faults of its own: 50% by CC or CCv, all others by CCM.",
    renderTable(columns, rows),
  ].join("\n\n");
}
