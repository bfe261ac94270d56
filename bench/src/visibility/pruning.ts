import type { History } from "@sightline/core";
import { type Column, renderTable } from "../table.js";
import { storeTrace } from "../workloads/mixture.js";
import type { UsedObjectName } from "@sightline/testing/visibility/used-objects.js";
import type { Contender, Outcome } from "./contender.js";
import { race } from "./race.js";
import { quantile } from "./summary.js";

/** ViSearch's grades of traces by the states explored without pruning (§4.3.2). */
export const grades = [
  { name: "small (1–30)", most: 30 },
  { name: "moderate (31–300)", most: 300 },
  { name: "large (301–3,000)", most: 3000 },
  { name: "huge (over 3,000)", most: Infinity },
] as const;

/** The states with pruning over those without, of the traces of one grade. */
export interface GradeReport {
  readonly grade: string;
  readonly traces: number;
  /** The median of the traces' ratios; NaN where there is no trace. */
  readonly ratio: number;
  /** The same of the times, which hold the extraction of the predicates. */
  readonly timeRatio: number;
}

/** One type at one level. */
export interface PruningReport {
  readonly type: string;
  readonly level: string;
  readonly grades: readonly GradeReport[];
  /** Traces that neither, or only one of the two, decided within the limit: they have no ratio. */
  readonly undecided: number;
}

const objects: readonly UsedObjectName[] = ["set", "map", "rpq"];
const levels = ["weak", "causal"] as const;

/** ViSearch Fig. 7: how many states pruning leaves, by how many there are without it. */
export async function benchPruning(traces: number, limit: number): Promise<PruningReport[]> {
  const reports: PruningReport[] = [];
  for (const type of objects) {
    const histories: History[] = Array.from({ length: traces }, (_, seed) =>
      storeTrace(type, 2_000_000 + seed, seed % 8),
    );
    const contenders: Contender[] = levels.flatMap((criterion) =>
      [false, true].map((pruning) => ({
        name: `visearch ${pruning}`,
        options: { criterion, order: "session", algorithm: "visearch", pruning },
        limit,
      })),
    );
    const { outcomes } = await race(`pruning-${type}`, histories, contenders);
    levels.forEach((level, l) =>
      reports.push({ type, level, ...gradeTraces(outcomes[2 * l], outcomes[2 * l + 1]) }),
    );
  }
  return reports;
}

/** Sorts traces into grades. */
export function gradeTraces(
  without: readonly Outcome[],
  pruned: readonly Outcome[],
): Pick<PruningReport, "grades" | "undecided"> {
  const ratios = grades.map(() => ({ states: [] as number[], time: [] as number[] }));
  let undecided = 0;
  without.forEach((plain, trace) => {
    const other = pruned[trace];
    if (plain.verdict === "unknown" || other.verdict === "unknown") {
      undecided++;
      return;
    }
    const grade = ratios[grades.findIndex(({ most }) => plain.states <= most)];
    grade.states.push(other.states / Math.max(1, plain.states));
    grade.time.push(other.milliseconds / plain.milliseconds);
  });
  const middle = (values: readonly number[]): number =>
    quantile(
      values.toSorted((a, b) => a - b),
      0.5,
    );
  return {
    undecided,
    grades: grades.map(({ name }, g) => ({
      grade: name,
      traces: ratios[g].states.length,
      ratio: middle(ratios[g].states),
      timeRatio: middle(ratios[g].time),
    })),
  };
}

/** The table of this part: states that are left, and in brackets the time, of so many traces. */
export function renderPruning(reports: readonly PruningReport[]): string {
  const columns: Column[] = [
    { heading: "type" },
    { heading: "level" },
    ...grades.map(({ name }) => ({ heading: name })),
    { heading: "undecided", numeric: true },
  ];
  const percent = (ratio: number): string => `${Math.round(100 * ratio)}%`;
  const rows = reports.map(({ type, level, grades: found, undecided }) => [
    type,
    level,
    ...found.map(({ traces, ratio, timeRatio }) =>
      traces === 0 ? "–" : `${percent(ratio)} (time ${percent(timeRatio)}, ${traces})`,
    ),
    String(undecided),
  ]);
  return [
    "### ViSearch Fig. 7: states left by pruning, by states without it",
    renderTable(columns, rows),
    "Medians of the ratios; in brackets that of the times, and the number of traces.",
  ].join("\n\n");
}
