import type { Value } from "@sightline/core";

/** An argument as JavaScript text: JSON, in which `{"fn": "x => x + 1"}` stands for that function. */
export function argumentCode(value: Value): string {
  if (Array.isArray(value)) return `[${(value as readonly Value[]).map(argumentCode).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value as { readonly [key: string]: Value });
  const [[name, text] = [], ...others] = fields;
  if (name === "fn" && typeof text === "string" && others.length === 0) return `(${text})`;
  return `({ ${fields.map(([key, field]) => `${JSON.stringify(key)}: ${argumentCode(field)}`).join(", ")} })`;
}

/** The arguments of a call: fresh ones. */
export function argumentsOf(args: readonly Value[]): readonly unknown[] {
  if (!args.some(holdsObject)) return args;
  // oxlint-disable-next-line typescript/no-implied-eval -- the functions that people give are text
  const make = new Function(`"use strict"; return ${argumentCode(args)};`) as () => readonly unknown[];
  return make();
}

const holdsObject = (value: Value): boolean => value !== null && typeof value === "object";
