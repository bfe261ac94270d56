import type { Found } from "../linearize/engine.js";
import type { Part } from "../linearize/part.js";
import type { Contents } from "./contents.js";
import { sortedBy } from "./sorted-by.js";
import { list, violation, words } from "./monitor.js";
import { shrink } from "./shrink.js";
import { eliminate, type StackValues } from "./stack-elimination.js";

/** How many values the search for a small core may look at, beyond a fixed multiple of those that are left. */
const EFFORT = 1_000_000;

/**
 * The violation that is behind values none of which can go. A linearizable stack stays linearizable
 * when all operations of some values are left out, so a few values that fail by themselves are
 * reason enough.
 */
export function stackViolation(part: Part, contents: Contents, values: StackValues, left: number[]): Found {
  const fails = (some: readonly number[]): boolean => stuck(values, some) !== undefined;
  const core = shrink(oneStretch(values, left), fails, EFFORT + 50 * left.length);
  return explain(part, contents, values, oneStretch(values, stuck(values, core) ?? core));
}

/** Of the given values alone, those that are left when none can go, or `undefined` where all can. */
function stuck(values: StackValues, some: readonly number[]): number[] | undefined {
  const { pushFrom, pushTo, popFrom, popTo } = values;
  const times = Int32Array.from(
    [pushFrom, pushTo, popFrom, popTo].flatMap((column) => some.map((v) => column[v])),
  );
  const rank = new Int32Array(times.length);
  let ranks = 0;
  let previous = -1;
  for (const index of sortedBy(times)) {
    if (times[index] !== previous) ranks++;
    previous = times[index];
    rank[index] = ranks;
  }
  const k = some.length;
  const plan = eliminate(
    {
      pushFrom: rank.subarray(0, k),
      pushTo: rank.subarray(k, 2 * k),
      popFrom: rank.subarray(2 * k, 3 * k),
      popTo: rank.subarray(3 * k),
    },
    ranks + 1,
  );
  return "left" in plan ? plan.left.map((index) => some[index]) : undefined;
}

/** The values of the shortest stretch of time during which one of them is always certainly inside. */
function oneStretch({ pushTo, popFrom }: StackValues, left: readonly number[]): readonly number[] {
  const byStart = [...left].sort((a, b) => pushTo[a] - pushTo[b]);
  let best: readonly number[] = byStart;
  let stretch: number[] = [];
  let reach = -1;
  for (const value of byStart) {
    if (pushTo[value] >= reach && stretch.length > 0) {
      if (stretch.length < best.length) best = stretch;
      stretch = [];
    }
    stretch.push(value);
    reach = Math.max(reach, popFrom[value]);
  }
  return stretch.length < best.length ? stretch : best;
}

/** Says of each value of one stretch why it is not the one at the bottom. */
function explain(part: Part, contents: Contents, values: StackValues, core: readonly number[]): Found {
  const { pushFrom, pushTo, popFrom } = values;
  const { insert, remove } = contents;
  const first = core.reduce((a, b) => (pushTo[b] < pushTo[a] ? b : a));
  const last = core.reduce((a, b) => (popFrom[b] > popFrom[a] ? b : a));
  const say = (rows: readonly number[]): string => list(rows.map((row) => words(part, row)));
  const late = core.filter((value) => pushFrom[value] > pushTo[first]);
  const early = core.filter((value) => pushFrom[value] < pushTo[first]);
  const end =
    remove[last] < 0
      ? `the end, for nothing pops what ${words(part, insert[last])} put in,`
      : `the call of ${words(part, remove[last])}`;
  return violation(
    part,
    core.flatMap((value) => [insert[value], remove[value]]),
    `from the return of ${words(part, insert[first])} to ${end} the stack is never empty, so one value ` +
      `stays at the bottom; but ${say(late.map((value) => insert[value]))} came after that time began, ` +
      `and ${say(early.map((value) => remove[value]))} before it ended: last in must be first out`,
  );
}
