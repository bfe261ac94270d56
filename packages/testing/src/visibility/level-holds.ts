import type { LevelName } from "@sightline/core/criteria/levels.js";
import { bitsOf, elementsOf, within } from "./bits.js";

/** What the level of an operation is about, as sets of operations. */
export interface Seen {
  /** Operation → what it sees, itself included; of the operation and of all before it this is given. */
  readonly vis: ArrayLike<number>;
  /** hb(j) of each operation j: what happens before j, and j. */
  readonly upTo: ArrayLike<number>;
  /** What stands before the operation in the linearization. */
  readonly before: number;
}

/** POPL'19 Fig. 6, word for word. */
export function levelHoldsIn(level: LevelName, id: number, seen: Seen): boolean {
  const { vis, upTo, before } = seen;
  const own = vis[id];
  switch (level) {
    case "weak":
      return true;
    case "basic":
      return within(upTo[id], own);
    case "monotonic":
      return elementsOf(upTo[id]).every((j) => within(vis[j], own));
    case "peer":
      return elementsOf(own).every((j) => within(upTo[j], own)) && levelHoldsIn("monotonic", id, seen);
    case "causal":
      return elementsOf(own).every((j) => within(vis[j], own)) && levelHoldsIn("basic", id, seen);
    case "complete":
      return within(before, own);
  }
}

/** The same of a linearization and of what each operation sees, as lists. */
export function levelHolds(
  level: LevelName,
  id: number,
  lin: readonly number[],
  vis: readonly (readonly number[])[],
  hb: readonly (readonly boolean[])[],
): boolean {
  return levelHoldsIn(level, id, {
    vis: vis.map(bitsOf),
    upTo: hb.map((_, j) => bitsOf(lin.filter((k) => k === j || hb[k][j]))),
    before: bitsOf(lin.slice(0, lin.indexOf(id))),
  });
}
