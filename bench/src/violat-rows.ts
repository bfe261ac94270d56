import { readFileSync } from "node:fs";
import { printValue, type Value } from "@sightline/core";
import { type Outcome, parseProgram, type Program, stepsOf } from "@sightline/lab";

/** A row of POPL'19 Table 2, or one of its figures, or one found since. */
export interface ViolatRow {
  /** `T2.01`, `F2`, `X1`. */
  readonly id: string;
  readonly className: string;
  /** The method that the violation is put down to. */
  readonly method: string;
  readonly program: Program;
  /** The outcome as the table writes it. */
  readonly outcome: string;
  /** The weakest level that it violates, or `-`. */
  readonly violates: string;
  /** How often the paper saw it, in how many executions. */
  readonly frequency: string;
}

/** The table, from core's test data, and what `derive` has found since. */
export function violatRows(): readonly ViolatRow[] {
  return [
    ...rowsIn(new URL("../../packages/core/test-data/violat/table2-programs.txt", import.meta.url)),
    ...rowsIn(new URL("../data/violat-found.txt", import.meta.url)),
  ];
}

/** Whether the paper does not have the row. */
export const isNew = ({ frequency }: ViolatRow): boolean => frequency === "new";

function rowsIn(file: URL): readonly ViolatRow[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const [id, className, method, program, outcome, violates, frequency] = line.split("|");
      return { id, className, method, program: parseProgram(program), outcome, violates, frequency };
    });
}

/** An outcome as the table writes it: `N,F,[0],E`. */
export function printAsTable(program: Program, outcome: Outcome): string {
  return stepsOf(program)
    .map(({ method }, i) => printResult(outcome[i], method))
    .join(",");
}

function printResult(value: Value, method: string): string {
  if (value === null) return "N";
  if (typeof value === "boolean") return value ? "T" : "F";
  if (typeof value === "string") return value.replaceAll(" ", "");
  if (Array.isArray(value)) return printList(value as Value[], method);
  return typeof value === "object" ? "E" : String(value);
}

function printList(values: readonly Value[], method: string): string {
  if (method.endsWith("Entry")) return printPair(values);
  const elements = values.map((value) =>
    Array.isArray(value) ? printPair(value as Value[]) : printValue(value),
  );
  return method.endsWith("Map") ? `{${elements.join(",")}}` : `[${elements.join(",")}]`;
}

const printPair = (pair: readonly Value[]): string => pair.map((value) => printValue(value)).join("=");
