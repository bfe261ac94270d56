import type { At, States } from "./facts.js";
import type { Line } from "./proof.js";
import type { Scene } from "../scene/scene.js";

/** Which states let an operation take effect as it did, and who can have led there. */
export interface Entries {
  readonly states: States;
  /** Whether the state at the start is one of them. */
  readonly start: boolean;
  /** Each operation that can lead into them, and the states outside from which it does. */
  readonly by: ReadonlyMap<number, States>;
}

/**
 * Operation `op` took effect in one of these states. So it was in them from the start on, or some operation entered
 * them last: one of these, all others are ruled out by what they do or by the history.
 */
export function entriesOf(
  scene: Scene,
  { line, view, op }: { readonly line: Line; readonly view: number; readonly op: number },
  facts: readonly At[],
): Entries {
  const space = scene.space(view, line);
  const isPossible = (state: number): boolean =>
    space.lets(line, op, state) && facts.every((fact) => fact.states.has(state));
  const states = new Set([...space.all].filter(isPossible));
  const isLater = (one: Line, id: number): boolean => one !== "all" && scene.ordered && scene.before(one, id);
  const known = new Map<number, States>(); // of operations that do the same
  const by = new Map<number, States>();
  for (const id of space.live) {
    if (id === op || id === line) continue;
    let outside = known.get(space.classOf(id));
    if (outside === undefined) {
      scene.work.done += space.all.size / 10;
      const enters = (state: number): boolean => space.to(id, state).some((next) => states.has(next));
      outside = new Set([...space.all].filter((state) => !states.has(state) && enters(state)));
      known.set(space.classOf(id), outside);
    }
    if (outside.size > 0 && !isLater(op, id) && !isLater(line, id)) by.set(id, outside);
  }
  return { states, start: states.has(space.start), by };
}
