import type { Value } from "../../history/value.js";
import type { Found } from "../../linearize/engine.js";
import type { Part } from "../../linearize/part.js";
import { violation } from "../monitor.js";
import { type Token, tokenOf, type TransactionAccess } from "./access.js";
import { withPattern } from "./circle-found.js";

/** That few transactions found what cannot be, whatever the others did, as a verdict. */
export function foundWrong(part: Part, rows: readonly number[], reason: string): Found {
  return withPattern(violation(part, rows, reason), { besides: writersOf(part, rows) });
}

/** The others that wrote or appended, if only in passing, what these rows found. */
function writersOf(part: Part, rows: readonly number[]): readonly number[] {
  const found = new Map<Token, Set<Token>>();
  for (const row of rows) {
    const { result } = part.labels[part.label[row]];
    for (const access of (Array.isArray(result) ? result : []) as readonly Value[]) {
      if (!Array.isArray(access) || access.length !== 3 || access[0] !== "read") continue;
      const [, key, value] = access as unknown as TransactionAccess;
      const tokens = found.get(tokenOf(key)) ?? new Set();
      found.set(tokenOf(key), tokens.add(tokenOf(value)));
      if (Array.isArray(value)) for (const element of value as readonly Value[]) tokens.add(tokenOf(element));
    }
  }
  const writers: number[] = [];
  for (let row = 0; row < part.size; row++) {
    const asked = part.labels[part.label[row]].args[0] as readonly TransactionAccess[];
    const wrote = asked.some(
      ([kind, key, value]) => kind !== "read" && found.get(tokenOf(key))?.has(tokenOf(value)) === true,
    );
    if (wrote && !rows.includes(row)) writers.push(row);
  }
  return writers;
}
