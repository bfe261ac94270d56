import type { Found, Pattern } from "../../linearize/engine.js";
import type { Part } from "../../linearize/part.js";
import { list, violation, words } from "../monitor.js";
import type { Circle } from "./find-circle.js";

/**
 * That there is a circle, as a verdict.
 *
 * @param sourcesOf whom a row read from
 */
export function circleFound(
  part: Part,
  { rows, edges }: Circle,
  sourcesOf: (row: number) => readonly number[],
): Found {
  const [first, second] = [edges[0].from, edges[0].to];
  const found = violation(
    part,
    [...rows],
    `${words(part, first)} would have to come before ${words(part, second)}, and after it`,
  );
  return withPattern(found, { circle: edges, besides: besides(rows, sourcesOf) });
}

/**
 * That every way to order some writes leads into a circle, as a verdict.
 *
 * @param sourcesOf whom a row read from
 */
export function pairFound(
  part: Part,
  { rows }: Circle,
  sourcesOf: (row: number) => readonly number[],
): Found {
  const few = [...rows].sort((a, b) => a - b).slice(0, 4);
  const found = violation(
    part,
    [...rows],
    `whichever way some writes of ${list(few.map((row) => words(part, row)))} are ordered, one would have to come before another, and after it`,
  );
  return withPattern(found, { besides: besides(rows, sourcesOf) });
}

/** A violation of which more is known. */
export const withPattern = (found: Found, more: Partial<Pattern>): Found =>
  found.verdict === "violated" && found.pattern !== undefined
    ? { ...found, pattern: { ...found.pattern, ...more } }
    : found;

/** Whom rows read from, but for themselves. */
const besides = (
  rows: ReadonlySet<number>,
  sourcesOf: (row: number) => readonly number[],
): readonly number[] => [...new Set([...rows].flatMap(sourcesOf).filter((row) => !rows.has(row)))];
