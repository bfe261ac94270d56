import type { At, States } from "./facts.js";
import type { Line } from "./proof.js";
import type { Scene } from "./scene.js";

/** Which states let an operation take effect as it did, and who can have led there. */
export interface Entries {
  readonly states: States;
  /** Whether the state at the start is one of them. */
  readonly start: boolean;
  /** Each operation that can lead into them, and the states outside from which it does. */
  readonly by: ReadonlyMap<number, States>;
}

/**
 * Operation `op` took effect in one of these states. So it was in them from the start on, or some operation
 * entered them last: one of these, all others are ruled out by what they do or by the history.
 */
export function entriesOf(
  scene: Scene,
  { line, view, op }: { readonly line: Line; readonly view: number; readonly op: number },
  facts: readonly At[],
): Entries {
  const space = scene.space(view, line);
  const own = line === "all" || op === line;
  const states = new Set<number>();
  for (let state = 0; state < space.count; state++)
    if (
      (own ? space.returns(op, state) : space.to(op, state).length > 0) &&
      facts.every((fact) => fact.states.has(state))
    )
      states.add(state);
  const by = new Map<number, States>();
  const known = new Map<number, States>();
  for (const id of space.live) {
    if (id === op || id === line) continue;
    let outside = known.get(space.classOf(id));
    if (outside === undefined) {
      scene.work.done += space.count / 10;
      const from = new Set<number>();
      for (let state = 0; state < space.count; state++)
        if (!states.has(state) && space.to(id, state).some((next) => states.has(next))) from.add(state);
      known.set(space.classOf(id), (outside = from));
    }
    const isLater = (one: number): boolean => scene.ordered && scene.before(one, id);
    if (outside.size > 0 && !isLater(op) && (line === "all" || !isLater(line))) by.set(id, outside);
  }
  return { states, start: states.has(space.start), by };
}
