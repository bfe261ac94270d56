import type { Found } from "../linearize/engine.js";
import type { Part } from "../linearize/part.js";
import { momentsOf } from "./moments.js";
import { list, violation, words } from "./monitor.js";
import { elementsOf, type PriorityElement, type PriorityElements } from "./priority-elements.js";
import type { Misfit } from "./priority-fit.js";
import { place } from "./priority-place.js";
import { shrink } from "./shrink.js";

/** How many rows the search for a small core may look at, beyond a fixed multiple of the part's. */
const EFFORT = 200_000;

/**
 * The violation that is behind an operation without room. A linearizable priority queue stays
 * linearizable when all operations of some elements, or some observations, are left out, so what
 * fails without them is reason enough.
 */
export function priorityViolation(part: Part, sorted: PriorityElements, misfit: Misfit): Found {
  const { elements, empty } = sorted;
  const updates = ({ add, rem }: PriorityElement): number[] => (rem < 0 ? [add] : [add, rem]);
  const observations = ({ largest, found, missed }: PriorityElement): number[] => [
    ...largest,
    ...found,
    ...missed,
  ];
  const all = (index: number): number[] => [...updates(elements[index]), ...observations(elements[index])];
  const emptyRows = empty.includes(misfit.row) ? [misfit.row] : [];
  const effort = EFFORT + 20 * part.size;

  const rowsOf = (indices: readonly number[]): number[] => [...indices.flatMap(all), ...emptyRows];
  const kept = shrink(
    elements.map((_, index) => index),
    (indices) => misfitOf(part, rowsOf(indices)) !== undefined,
    effort,
  );
  const base = [...kept.flatMap((index) => updates(elements[index])), ...emptyRows];
  const seen = shrink(
    kept.flatMap((index) => observations(elements[index])),
    (rows) => misfitOf(part, [...base, ...rows]) !== undefined,
    effort,
  );
  const core = [...base, ...seen].sort((a, b) => a - b);
  return explain(part, core, misfitOf(part, core) ?? misfit);
}

/** The operation without room among the given rows alone, if there is one. */
function misfitOf(part: Part, rows: readonly number[]): Misfit | undefined {
  const chosen = Int32Array.from(rows).sort();
  const pick = (column: Int32Array): Int32Array => chosen.map((row) => column[row]);
  const alone: Part = {
    ...part,
    size: chosen.length,
    ids: pick(part.ids),
    label: pick(part.label),
    call: pick(part.call),
    ret: pick(part.ret),
  };
  const sorted = elementsOf(alone);
  if (sorted === undefined || "verdict" in sorted) return undefined;
  const placed = place(momentsOf(alone), sorted);
  return "problem" in placed ? { ...placed, row: chosen[placed.row] } : undefined;
}

const problems: Readonly<Record<Misfit["problem"], string>> = {
  hidden: "needs a moment without any larger element",
  early: "needs a moment after its element was added, and with no larger one",
  late: "needs a moment before its element was removed, and with no larger one",
  missed: "needs a moment without its element",
};

function explain(part: Part, core: readonly number[], { row, problem }: Misfit): Found {
  const others = core.filter((other) => other !== row).map((other) => words(part, other));
  return violation(
    part,
    core,
    `${words(part, row)} ${problems[problem]}, and between its call and its return ` +
      `${list(others)} ${others.length === 1 ? "leaves" : "leave"} none`,
  );
}
