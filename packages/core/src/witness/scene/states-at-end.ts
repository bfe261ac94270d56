import type { At, Quiet, States } from "../proof/facts.js";
import { type Mover, runs } from "./reach.js";
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
 * The states that the end of a span may be reached in, where the state stays in a set through it: all of `between` take
 * effect in it, in an order that fits, and of the others that are not outside each may, at most once.
 */
export function statesAtEnd(
  scene: Scene,
  { line, view, from, until, states }: Quiet,
  { between, before, isOutside, at }: Surroundings,
  most: number,
): States {
  const space = scene.space(view, line);
  const confined = new Set(at.map(({ op }) => op));
  /** The states that the operation leads to within the span; who may not have taken effect may leave the state, unless it is seen. */
  const into = (id: number, state: number): readonly number[] => {
    const isPossible = !confined.has(id) || at.every((fact) => fact.op !== id || fact.states.has(state));
    return isPossible ? space.to(id, state).filter((next) => states.has(next)) : [];
  };
  const surely = (id: number, state: number): readonly number[] =>
    line === "all" && scene.maybe(id) ? [...into(id, state), state] : into(id, state);

  scene.work.done += (states.size * (between.length + space.live.length)) / 10;
  // The plain way: one of those between leads out of the set from everywhere in it.
  if (between.some((id) => [...states].every((state) => surely(id, state).length === 0))) return new Set();

  const others = space.live.filter((id) => {
    if (id === from || id === until || id === line || between.includes(id) || isOutside(id)) return false;
    return [...states].some((state) => into(id, state).some((next) => next !== state));
  });
  const movers = new Map<string, Mover<number> & { count: number }>();
  for (const id of [...between, ...others]) {
    const isNeeded = between.includes(id);
    const after = [...between.keys()].filter((one) => before(between[one], id));
    const later = [...between.keys()].filter((one) => before(id, between[one]));
    // Others that do the same, before and after the same of those between, are interchangeable.
    const isAlone = isNeeded || confined.has(id);
    const key = isAlone ? `op ${id}` : `${space.classOf(id)} ${after.join()} / ${later.join()}`;
    const same = movers.get(key);
    if (same !== undefined) same.count++;
    else
      movers.set(key, {
        count: 1,
        isNeeded,
        after,
        before: later,
        to: (state) => (isNeeded ? surely(id, state) : into(id, state).filter((next) => next !== state)),
      });
  }
  const outside = [...space.all].filter((state) => !states.has(state));
  const starts = from < 0 ? [space.start] : outside.flatMap((state) => into(from, state));
  const inside = starts.filter((state) => states.has(state));
  return new Set(runs(inside, [...movers.values()], String, most, scene.work));
}
