import { canonical, type Value } from "@sightline/core";
import { stepsOf } from "./notation.js";
import type { Program, Step } from "./program.js";
import { canonicalProgram } from "./canonical-program.js";

/**
 * The smallest program that can be reached from the given one by leaving out threads and steps, or by lowering
 * values, while it still `fails`: where the trials were enough, one from which nothing more can be taken. Each
 * trial may be slow (a stress run), so at most `trials` are made, and none of the same program twice.
 */
export async function shrinkProgram(
  program: Program,
  fails: (program: Program) => Promise<boolean>,
  trials: number,
): Promise<Program> {
  const tried = new Set([canonicalProgram(program, false)]);
  let best = program;
  let left = trials;
  for (let improved = true; improved; ) {
    improved = false;
    for (const smaller of simplifications(best)) {
      const key = canonicalProgram(smaller, false);
      if (tried.has(key)) continue;
      if (left-- <= 0) return best;
      tried.add(key);
      if (!(await fails(smaller))) continue;
      best = smaller;
      improved = true;
      break;
    }
  }
  return best;
}

/** Orders programs by their steps, then by their threads, then by the size of their arguments. */
export function compareSize(a: Program, b: Program): number {
  const weight = (program: Program): number =>
    stepsOf(program).reduce((sum, { args }) => sum + canonical([...args]).length, 0);
  return (
    stepsOf(a).length - stepsOf(b).length || a.threads.length - b.threads.length || weight(a) - weight(b)
  );
}

/** All programs that are simpler by one change, the boldest first; in the end those without two of the steps. */
export function* simplifications(program: Program): Generator<Program> {
  const { threads } = program;
  if (threads.length > 2)
    for (const t of threads.keys()) yield { threads: threads.filter((_, other) => other !== t) };
  yield* shorter(program);
  yield* withLowerNames(program);
  yield* withLowerArguments(program);
  for (const less of shorter(program)) yield* shorter(less);
}

/** Without one of the steps; two threads stay. */
function* shorter({ threads }: Program): Generator<Program> {
  for (const [t, steps] of threads.entries())
    for (const i of steps.keys()) {
      const left = withoutStep(steps, i);
      if (left.length === 0 && threads.length <= 2) continue;
      yield {
        threads: threads.flatMap((own, other) => (other !== t ? [own] : left.length === 0 ? [] : [left])),
      };
    }
}

/** A lock is left out together with its unlock. */
function withoutStep(steps: readonly Step[], at: number): readonly Step[] {
  const { on, method } = steps[at];
  if (on === undefined || (method !== "lock" && method !== "unlock")) return steps.toSpliced(at, 1);
  const other =
    method === "lock"
      ? steps.findIndex((step, i) => i > at && step.on === on && step.method === "unlock")
      : steps.findLastIndex((step, i) => i < at && step.on === on && step.method === "lock");
  return steps.filter((_, i) => i !== at && i !== other);
}

/**
 * With 0, or the least number that is not used, for one that is, wherever that stands: calls may be about the
 * same key.
 */
function* withLowerNames(program: Program): Generator<Program> {
  const used = new Set(stepsOf(program).flatMap(({ args }) => args.flatMap(numbersIn)));
  let free = 0;
  while (used.has(free)) free++;
  for (const number of [...used].sort((a, b) => b - a))
    for (const lower of new Set([0, free]))
      if (number > lower) yield mapArguments(program, (argument) => replaced(argument, number, lower));
}

/** With one argument lowered, at one place. */
function* withLowerArguments({ threads }: Program): Generator<Program> {
  for (const [t, steps] of threads.entries())
    for (const [i, step] of steps.entries())
      for (const [a, argument] of step.args.entries())
        for (const lower of lowered(argument)) {
          const args = step.args.with(a, lower);
          yield { threads: threads.with(t, steps.with(i, { ...step, args })) };
        }
}

/**
 * Lower numbers: none, half, one less. The first letter for another. Of a list: one of its elements left out,
 * or lowered; of an object, as `{"long": 1}`, one of its values.
 */
function* lowered(value: Value): Generator<Value> {
  if (typeof value === "string" && /^[b-z]$/.test(value)) yield "a";
  if (typeof value === "number" && value > 0)
    yield* new Set([0, Math.floor(value / 2), Math.ceil(value) - 1].filter((lower) => lower < value));
  if (value === null || typeof value !== "object") return;
  if (!Array.isArray(value)) {
    const object = value as { readonly [key: string]: Value };
    for (const [key, part] of Object.entries(object))
      for (const lower of lowered(part)) yield { ...object, [key]: lower };
    return;
  }
  const list = value as readonly Value[];
  for (const at of list.keys()) yield list.toSpliced(at, 1);
  for (const [at, element] of list.entries())
    for (const lower of lowered(element)) if (!isShorter(lower, element)) yield list.with(at, lower);
}

/** Elements of a list may be pairs: those keep their length. */
const isShorter = (a: Value, b: Value): boolean =>
  Array.isArray(a) && Array.isArray(b) && a.length < b.length;

function numbersIn(value: Value): number[] {
  if (typeof value === "number") return [value];
  return Array.isArray(value) ? (value as readonly Value[]).flatMap(numbersIn) : [];
}

function replaced(value: Value, number: number, by: number): Value {
  if (Array.isArray(value)) return (value as readonly Value[]).map((part) => replaced(part, number, by));
  return value === number ? by : value;
}

function mapArguments({ threads }: Program, change: (argument: Value) => Value): Program {
  return { threads: threads.map((steps) => steps.map((step) => ({ ...step, args: step.args.map(change) }))) };
}
