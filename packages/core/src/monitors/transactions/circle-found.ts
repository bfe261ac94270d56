import type { Found } from "../../linearize/engine.js";
import type { Part } from "../../linearize/part.js";
import { list, violation, words } from "../monitor.js";
import type { Circle } from "./tell-circle.js";

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
  if (found.verdict !== "violated" || found.pattern === undefined) return found;
  const besides = new Set([...rows].flatMap(sourcesOf).filter((row) => !rows.has(row)));
  return { ...found, pattern: { ...found.pattern, circle: edges, besides: [...besides] } };
}

/** That every way to order some writes leads into a circle, as a verdict. */
export function pairFound(part: Part, { rows }: Circle): Found {
  const few = [...rows].sort((a, b) => a - b).slice(0, 4);
  return violation(
    part,
    [...rows],
    `whichever way some writes of ${list(few.map((row) => words(part, row)))} are ordered, one would have to come before another, and after it`,
  );
}
