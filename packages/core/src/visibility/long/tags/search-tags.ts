import { LEVEL } from "../../../criteria/levels.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import type { Choice } from "../lists/conclude.js";
import type { Sights } from "../lists/sights.js";
import type { LongProblem } from "../long-problem.js";
import { topologicalOrder } from "../session-order.js";
import { createBitReader } from "./conclude-bits.js";
import { createTagConclusions } from "./conclude-tags.js";
import { createVectorReader } from "./conclude-vectors.js";
import type { TagTask } from "./tag-task.js";

/** What was found: a witness; that there is none; or neither, each with the operation at which it failed most, or -1. */
export type TagsFound = { readonly witness: Witness } | { readonly isNone: boolean; readonly stuck: number };

/** After how many choices that led nowhere it begins anew, first; and by how much more each time. */
const [FIRST_ROUND, GROWTH] = [32, 1.3];
/** How far beyond a choice that is taken back results are judged. */
const BEYOND = 64;

/** Goes on until so many choices more have led nowhere; with -1, draws the conclusions that need no choice. */
export type TagSearch = (most: number) => Generator<void, TagsFound>;

/**
 * Decides a history of registers that keep concurrent values, or says nothing. A read tells which writes are there to
 * it. What is open once all conclusions are drawn is chosen along a guess of when operations took effect, and the other
 * way where that leads nowhere; if both ways do, there is no solution. Where nothing is open, everybody sees what it
 * must. After many failures it begins anew, with the operations that failed.
 *
 * @param sights of which nothing is known but what the orders say
 * @param heard what is taken for granted of sights; then that there is no solution means nothing
 */
export function createTagSearch(
  task: TagTask,
  sights: Sights,
  level: number,
  moments: Float64Array,
  heard: Heard | undefined,
  meter: Meter,
): TagSearch {
  const { problem } = task;
  const { size } = problem;
  const weight = new Float64Array(size);
  const line = { order: new Int32Array(0), place: new Int32Array(size), end: size };
  const begin = (): void => {
    line.order = Int32Array.from({ length: size }, (_, one) => one).sort(
      (a, b) => weight[b] - weight[a] || moments[a] - moments[b],
    );
    line.order.forEach((operation, at) => (line.place[operation] = at));
    line.end = 0;
  };
  const reader =
    level >= LEVEL.peer
      ? createVectorReader(task, sights, level, moments, meter)
      : createBitReader(task, sights, moments, meter);
  const conclusions = createTagConclusions(task, sights, reader, line);
  const none = (): TagsFound => ({ isNone: heard === undefined, stuck: conclusions.failed() });
  const take = ({ operation, other, isSeen }: Choice): boolean =>
    other >= 0 && (isSeen ? sights.see : sights.hide)(operation, other) && conclusions.conclude();
  const tried: { readonly choice: Choice; readonly sights: number; readonly at: number }[] = [];
  let [conflicts, round, at, start] = [0, FIRST_ROUND, 0, -1];
  let holds = true;
  return function* (most) {
    if (start < 0) {
      if (heard !== undefined && !assume(problem, sights, moments, heard)) return none();
      if (!conclusions.conclude()) return none();
      start = sights.mark();
      begin();
    }
    if (most < 0) return { isNone: false, stuck: -1 };
    for (let left = most; ; ) {
      meter.visit();
      if (meter.isTurnOver()) yield;
      if (!holds) {
        if (left-- <= 0) return { isNone: false, stuck: weight.indexOf(Math.max(...weight)) };
        const last = tried.pop();
        if (last === undefined) return none();
        sights.undo(last.sights);
        if (last.choice.other < 0) continue;
        weight[Math.max(0, conclusions.failed())]++;
        if (++conflicts <= round) {
          at = last.at;
          line.end = Math.min(line.end, at + BEYOND);
          holds = take({ ...last.choice, isSeen: !last.choice.isSeen });
          continue;
        }
        sights.undo(start);
        tried.length = 0;
        begin();
        [conflicts, round, at] = [0, round * GROWTH, 0];
        holds = true;
      }
      const next = conclusions.open(at);
      if (next === undefined)
        return witnessOf(problem, sights, moments, meter) ?? { isNone: false, stuck: -1 };
      at = next.at;
      if (next.choice === undefined) holds = conclusions.conclude();
      else {
        tried.push({ choice: next.choice, sights: sights.mark(), at });
        holds = take(next.choice);
      }
    }
  };
}

/** A guess, for each operation: after how long it has heard of others; and how much earlier than these it may be. */
export interface Heard {
  readonly after: Float64Array;
  readonly slack: Float64Array;
}

/** Everybody sees what happened long enough before it, by the guessed moments, and nothing that happened after it. */
function assume(
  { size, sessions, session }: LongProblem,
  { see, hide }: Sights,
  moments: Float64Array,
  { after, slack }: Heard,
): boolean {
  for (let operation = 0; operation < size; operation++)
    for (const [s, members] of sessions.entries()) {
      if (s === session[operation]) continue;
      const least = countTo(members, moments, moments[operation] - after[operation]);
      if (least > 0 && !see(operation, members[least - 1])) return false;
      const end = countTo(members, moments, moments[operation] + slack[operation]);
      if (end < members.length && !hide(operation, members[end])) return false;
    }
  return true;
}

/** How many of a session happened until then. */
function countTo(members: ArrayLike<number>, moments: Float64Array, latest: number): number {
  let [low, high] = [0, members.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moments[members[middle]] <= latest) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Everybody sees what it must, along a line that agrees with what is known of it. */
function witnessOf(
  { size, sessions, ids }: LongProblem,
  { before, sees }: Sights,
  moments: Float64Array,
  meter: Meter,
): TagsFound | undefined {
  const direct = Array.from({ length: size }, (_, operation) =>
    sessions.flatMap((members, s) => {
      const count = before(operation, s);
      return count > 0 ? [members[count - 1]] : [];
    }),
  );
  const line = topologicalOrder(size, direct, moments);
  if (line === undefined) return undefined;
  const visibility: Record<string, readonly number[]> = {};
  line.forEach((operation, place) => {
    meter.work(place >> 4);
    const seen = line.subarray(0, place).filter((other) => sees(operation, other));
    if (seen.length < place) visibility[ids[operation]] = Array.from(seen.sort(), (other) => ids[other]);
  });
  return { witness: { linearization: Array.from(line, (operation) => ids[operation]), visibility } };
}
