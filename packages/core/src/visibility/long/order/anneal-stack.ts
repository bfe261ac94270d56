import type { Random } from "../../../random.js";
import type { Meter } from "../../meter.js";
import type { LongProblem } from "../long-problem.js";
import type { ElementMachine } from "./element-machine.js";
import { createStackCells } from "./stack-cells.js";

/** What a wrong size counts, and each by which it is off; a wrong element on top counts 1. */
const [WRONG, OFF] = [1.5, 0.5];
/** How much worse a change may be that is kept by a fair chance, more or less, at first and at last. */
const [HOT, COLD] = [0.3, 0.15];
/** How often it is near an operation that nothing explains; how far before it, and after. */
const [NEAR, BEFORE, AFTER] = [0.9, 30, 9];
/** How far an operation goes at most. */
const FAR = 30;
/** How many stacks are known at a time: so few that they are at hand. */
const BITS = 15;
/** Chances are counted in so many parts. */
const PARTS = 1 << 20;

/**
 * Moves operations of one order earlier or later, one after another, never past others of their sessions: what leaves
 * less unexplained is kept, and what leaves more by a chance that falls to next to none (simulated annealing). A change
 * is run only up to where the stack is the same as before, so that it takes little. Where there are few different
 * elements, what one operation asks for is there in many orders, and most of what goes wrong is put right near it.
 * That it finds none means nothing.
 */
export function* annealStack(
  { session, size }: LongProblem,
  { does, valueOf, finds, told }: ElementMachine,
  moments: Float64Array,
  steps: number,
  random: Random,
  meter: Meter,
): Generator<void, readonly number[] | undefined> {
  const cells = createStackCells(size < 1 << (BITS - 3) ? BITS : 4 + Math.ceil(Math.log2(size)));
  const line = Int32Array.from({ length: size }, (_, operation) => operation).sort(
    (a, b) => moments[a] - moments[b],
  );
  const place = new Int32Array(size);
  /** Place → the stack before it, and by how much its operation is not explained; the same as it would be. */
  const stacks = new Int32Array(size + 1);
  const wrong = new Float64Array(size);
  const newStacks = new Int32Array(size + 1);
  const newWrong = new Float64Array(size);
  /** Operations that are not explained, and where each stands among them, or -1. */
  const unexplained: number[] = [];
  const listed = new Int32Array(size).fill(-1);
  const list = (operation: number, isWrong: boolean): void => {
    const at = listed[operation];
    if (at >= 0 === isWrong) return;
    if (isWrong) {
      listed[operation] = unexplained.push(operation) - 1;
      return;
    }
    const last = unexplained.pop() as number;
    if (last !== operation) {
      unexplained[at] = last;
      listed[last] = at;
    }
    listed[operation] = -1;
  };
  const wrongIn = (operation: number, stack: number): number => {
    const found = finds[operation];
    if (found >= 0) return cells.top[stack] === found ? 0 : 1;
    const asked = told[operation];
    if (asked === -1) return 0;
    const there = cells.size[stack];
    if (asked === -2) return there > 0 ? 0 : WRONG;
    return there === asked ? 0 : WRONG + OFF * Math.abs(there - asked);
  };
  const after = (operation: number, stack: number): number => {
    const effect = does[operation];
    return effect === 0 ? stack : effect === 1 ? cells.push(stack, valueOf[operation]) : cells.below[stack];
  };
  const runAll = (): void => {
    cells.forget();
    let stack = 0;
    total = 0;
    for (let at = 0; at < size; at++) {
      const operation = line[at];
      place[operation] = at;
      stacks[at] = stack;
      wrong[at] = wrongIn(operation, stack);
      total += wrong[at];
      list(operation, wrong[at] > 0);
      stack = after(operation, stack);
    }
    stacks[size] = stack;
  };
  /** The place that an operation comes to that goes so far. */
  const reach = (from: number, far: number): number => {
    const own = session[line[from]];
    const [step, end] = far < 0 ? [-1, Math.max(0, from + far)] : [1, Math.min(size - 1, from + far)];
    let to = from;
    while (to !== end && session[line[to + step]] !== own) to += step;
    return to;
  };
  /** By how much operations are not explained, all together; and by how much more if the one goes elsewhere. */
  let [total, more] = [0, 0];
  /** How many operations were looked at for it. */
  let looked = 0;
  /** Where the stack is the same again if one operation goes elsewhere; -1 where more than so much more is unexplained. */
  const runMoved = (from: number, to: number, limit: number): number => {
    const [first, last] = from < to ? [from, to] : [to, from];
    const ahead = from < to ? 1 : -1;
    let stack = stacks[first];
    let at = first;
    let sum = 0;
    more = looked = 0;
    for (; at < size && (at <= last || stack !== stacks[at]); at++) {
      const operation = at > last ? line[at] : at === to ? line[from] : line[at + ahead];
      newStacks[at] = stack;
      newWrong[at] = wrongIn(operation, stack);
      more += newWrong[at] - wrong[at];
      sum += newWrong[at];
      looked++;
      if (sum > total + limit) return -1;
      stack = after(operation, stack);
    }
    if (at === size) newStacks[size] = stack;
    return more > limit ? -1 : at;
  };
  const keep = (from: number, to: number, end: number): void => {
    const moved = line[from];
    if (from < to) line.copyWithin(from, from + 1, to + 1);
    else line.copyWithin(to + 1, to, from);
    line[to] = moved;
    for (let at = Math.min(from, to); at < end; at++) {
      stacks[at] = newStacks[at];
      wrong[at] = newWrong[at];
      place[line[at]] = at;
      list(line[at], wrong[at] > 0);
    }
    if (end === size) stacks[size] = newStacks[size];
    total += more;
  };
  runAll();
  for (let step = 0; step < steps && unexplained.length > 0; step++) {
    if (meter.isTurnOver()) yield;
    if (cells.room() < 2 * size) runAll();
    const from = random.chance(NEAR)
      ? place[unexplained[random.int(unexplained.length)]] +
        AFTER -
        random.int(1 + random.int(BEFORE + AFTER))
      : random.int(size);
    if (from < 0 || from >= size) continue;
    const far = 1 + Math.floor(FAR * (random.int(PARTS) / PARTS) ** 3);
    const to = reach(from, random.chance(0.5) ? far : -far);
    if (to === from) continue;
    const heat = HOT * (COLD / HOT) ** (step / steps);
    const end = runMoved(from, to, -heat * Math.log((1 + random.int(PARTS)) / PARTS));
    meter.work(4 + (looked >> 1));
    if (end >= 0) keep(from, to, end);
  }
  return unexplained.length === 0 ? Array.from(line) : undefined;
}
