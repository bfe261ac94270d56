import { printObjectProgram } from "@sightline/lab";
import { type Column, renderTable } from "./table.js";
import type { RowResult } from "./violat.js";
import { isNew } from "./violat-rows.js";
import { changeSince } from "./violat-changes.js";

const columns: readonly Column[] = [
  { heading: "row" },
  { heading: "method" },
  { heading: "program" },
  { heading: "outcome" },
  { heading: "violates" },
  { heading: "here" },
  { heading: "paper", numeric: true },
  { heading: "seen here", numeric: true },
  { heading: "note" },
];

/** The two tables: of the paper, and of what was found since. */
export function renderViolat(results: readonly RowResult[], seconds: number, machine: string): string {
  const ofPaper = results.filter(({ row }) => !isNew(row));
  const table2 = ofPaper.filter(({ row }) => row.id.startsWith("T2."));
  const seen = (some: readonly RowResult[]): number => some.filter((result) => result.seen > 0).length;
  const agreeing = ofPaper.filter(({ row, violates }) => violates === row.violates).length;
  const beyond = results.filter(({ row }) => isNew(row));
  return [
    "## Non-atomic outcomes of Java's collections (POPL'19 Table 2 and Figures 2–4, 10, 11)",
    `${machine}. Each program runs until its outcome is seen, at most ${seconds} s.`,
    renderTable(columns, ofPaper.map(cellsOf)),
    `${seen(table2)} of ${table2.length} rows of Table 2 seen; ${seen(ofPaper) - seen(table2)} of ${ofPaper.length - table2.length} figures; ` +
      `the violated level is the paper's on ${agreeing} of ${seen(ofPaper)} seen.`,
    ...(beyond.length === 0 ? [] : ["### Beyond the paper", renderTable(columns, beyond.map(cellsOf))]),
  ].join("\n\n");
}

function cellsOf(result: RowResult): string[] {
  const { row, violates = "", seen, executions } = result;
  const number = (value: number): string => value.toLocaleString("en-GB");
  return [
    row.id,
    `${row.className}.${row.method}`,
    `\`${printObjectProgram(row.program).replaceAll("|", "\\|")}\``,
    row.outcome,
    row.violates,
    violates,
    row.frequency.replace("/", " / "),
    seen === 0 ? `0 / ${number(executions)}` : `${number(seen)} / ${number(executions)}`,
    noteOn(result),
  ];
}

function noteOn({ row, seen, other, failure }: RowResult): string {
  if (failure !== undefined) return failure.split("\n")[0];
  if (seen > 0) return "";
  const change = changeSince(row.className, row.method);
  const notes = change === undefined ? ["not seen in this time"] : [change];
  if (other !== undefined)
    notes.push(`but ${other.outcome} was (${other.count}), which violates ${other.violates}`);
  return notes.join("; ");
}
