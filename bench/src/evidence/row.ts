import { median } from "../time-runs.js";
import { formatTime, renderTable } from "../table.js";

/** What came of one violated history. */
export interface Row {
  readonly criterion: string;
  readonly type: string;
  /** The steps of its proof; none where none was found. */
  readonly steps: number | undefined;
  /** Processor time of the explanation alone: the core, other results, the proof and the words. */
  readonly milliseconds: number;
  /** Which one it is: `axioms, seed 1000017`, or a file. */
  readonly where: string;
  /** The operations of the part that fails, where that is of interest. */
  readonly operations?: number;
}

/** `97.3%`. */
export const percent = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)}%`;

const columns = [
  { heading: "" },
  { heading: "violated", numeric: true },
  { heading: "proved", numeric: true },
  { heading: "in ≤ 12 steps", numeric: true },
  { heading: "steps median / most", numeric: true },
  { heading: "explained in, median / most", numeric: true },
];

/** A table of violations and proofs, by criterion or by type. */
export function tableBy(rows: readonly Row[], key: "criterion" | "type"): string {
  const names = [...new Set(rows.map((row) => row[key]))];
  return renderTable(
    columns,
    names.map((name) =>
      line(
        name,
        rows.filter((row) => row[key] === name),
      ),
    ),
  );
}

function line(name: string, rows: readonly Row[]): string[] {
  const steps = rows.flatMap((row) => (row.steps === undefined ? [] : [row.steps]));
  const times = rows.map(({ milliseconds }) => milliseconds);
  const most = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), 0);
  return [
    name,
    String(rows.length),
    percent(steps.length, rows.length),
    percent(steps.filter((count) => count <= 12).length, rows.length),
    steps.length === 0 ? "–" : `${median(steps)} / ${most(steps)}`,
    `${formatTime(median(times))} / ${formatTime(most(times))}`,
  ];
}
