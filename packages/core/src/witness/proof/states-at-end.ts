import type { At, Quiet, States } from "./facts.js";
import type { Scene } from "./scene.js";

/** What is known of the operations in and around a span. */
export interface Surroundings {
  /** Those that take effect in it. */
  readonly between: readonly number[];
  before(a: number, b: number): boolean;
  /** Whether the operation does not take effect in it. */
  isOutside(operation: number): boolean;
  /** In which states some take effect, in this line and view. */
  readonly at: readonly At[];
}

/**
 * The states that the end of a span may be reached in, where the state stays in a set through it: all of
 * `between` take effect in it, in an order that fits, and of the others that are not outside each may, at
 * most once. `undefined` beyond `most` situations.
 */
export function statesAtEnd(
  scene: Scene,
  span: Quiet,
  { between, before, isOutside, at }: Surroundings,
  most: number,
): States | undefined {
  const { line, from, until, states } = span;
  const space = scene.space(span.view, line);
  if (between.length > 30) return undefined; // they are the bits of a number
  const confined = new Set(at.map(({ op }) => op));
  /** The states that the operation leads to within the span. */
  const into = (id: number, state: number): readonly number[] => {
    if (confined.has(id) && at.some((fact) => fact.op === id && !fact.states.has(state))) return [];
    return space.to(id, state).filter((next) => states.has(next));
  };
  /** One that may not have taken effect leaves the state; one that is seen has taken effect. */
  const surely = (id: number, state: number): readonly number[] =>
    line === "all" && scene.maybe(id) ? [...into(id, state), state] : into(id, state);

  scene.work.done += (states.size * (between.length + space.live.length)) / 10;
  // The plain way: one of those between leads out of the set from everywhere in it.
  if (between.some((id) => [...states].every((state) => surely(id, state).length === 0))) return new Set();

  const bits = (holds: (id: number) => boolean): number =>
    between.reduce((mask, id, index) => (holds(id) ? mask | (1 << index) : mask), 0);
  // Operations that do the same, before and after the same of those between, are interchangeable.
  const others = new Map<string, { id: number; count: number; after: number; before: number }>();
  for (const id of space.live) {
    if (id === from || id === until || id === line || between.includes(id) || isOutside(id)) continue;
    if ([...states].every((state) => into(id, state).every((next) => next === state))) continue;
    const mine = {
      id,
      count: 1,
      after: bits((one) => before(one, id)),
      before: bits((one) => before(id, one)),
    };
    const key = confined.has(id) ? `op ${id}` : `${space.classOf(id)} ${mine.after} ${mine.before}`;
    const same = others.get(key);
    if (same === undefined) others.set(key, mine);
    else same.count++;
  }
  const free = [...others.values()];
  const all = bits(() => true);
  const needs = between.map((id) => bits((other) => before(other, id)));

  const found = new Set<number>();
  const seen = new Set<string>();
  const todo: { readonly placed: number; readonly used: readonly number[]; readonly state: number }[] = [];
  const meet = (placed: number, used: readonly number[], state: number): void => {
    const key = `${placed} ${used.join()} ${state}`;
    scene.work.done += 0.5;
    if (seen.has(key)) return;
    seen.add(key);
    todo.push({ placed, used, state });
  };
  const unused = free.map(() => 0);
  if (from >= 0) {
    for (let state = 0; state < space.count; state++)
      if (!states.has(state)) for (const next of into(from, state)) meet(0, unused, next);
  } else if (states.has(space.start)) meet(0, unused, space.start);
  for (let here = todo.pop(); here !== undefined; here = todo.pop()) {
    if (seen.size > most) return undefined;
    const { placed, used, state } = here;
    if (placed === all) found.add(state);
    between.forEach((id, index) => {
      const bit = 1 << index;
      if ((placed & bit) === 0 && (placed & needs[index]) === needs[index])
        for (const next of surely(id, state)) meet(placed | bit, used, next);
    });
    free.forEach((other, index) => {
      const isFree = (placed & other.after) === other.after && (placed & other.before) === 0;
      if (isFree && used[index] < other.count)
        for (const next of into(other.id, state))
          if (next !== state) meet(placed, used.with(index, used[index] + 1), next);
    });
  }
  return found;
}
