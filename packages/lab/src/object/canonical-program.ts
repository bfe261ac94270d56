import { canonical, type Value } from "@sightline/core";
import type { Program } from "./program.js";

/**
 * A text that two programs share exactly when they are the same up to the order of their threads and,
 * where asked for, the names of the integers in their arguments.
 */
export function canonicalProgram(program: Program, renameValues: boolean): string {
  const values = [
    ...new Set(program.threads.flatMap((steps) => steps.flatMap(({ args }) => args.flatMap(integersIn)))),
  ];
  const renamings = renameValues ? permutations([...values.keys()]) : [values.map((_, i) => i)];
  const sorted = renameValues ? values : [];
  let least: string | undefined;
  for (const renaming of renamings) {
    const names = new Map(sorted.map((value, i) => [value, renaming[i]]));
    const threads = program.threads
      .map((steps) =>
        canonical(
          steps.map(({ on, method, args }) => [on ?? null, method, args.map((arg) => rename(arg, names))]),
        ),
      )
      .sort();
    const text = threads.join("\n");
    if (least === undefined || text < least) least = text;
  }
  return least ?? "";
}

function integersIn(value: Value): number[] {
  if (typeof value === "number") return [value];
  if (value === null || typeof value !== "object") return [];
  return (Array.isArray(value) ? (value as Value[]) : Object.values(value)).flatMap(integersIn);
}

function rename(value: Value, names: ReadonlyMap<number, number>): Value {
  if (typeof value === "number") return names.get(value) ?? value;
  return Array.isArray(value) ? (value as Value[]).map((part) => rename(part, names)) : value;
}

function permutations(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((first, i) => permutations(items.toSpliced(i, 1)).map((rest) => [first, ...rest]));
}
