import type { Entries } from "../../../witness/proof/entries.js";
import type { Pair } from "../../../witness/proof/facts.js";
import type { Since } from "../../../witness/proof/proof.js";
import type { Scene } from "../../../witness/scene/scene.js";
import type { ClashTeller } from "./tell-clash.js";
import type { Names, Told } from "./told.js";

/** Of what comes too late so much is named. */
const MOST_NAMED = 3;

/** That nothing makes something so, or nothing in time. */
interface TooLate {
  readonly words: string;
  /** What makes it so and comes later. */
  readonly because: readonly string[];
  /** The orders that this rests on. */
  readonly orders: readonly Told[];
}

/**
 * Words for states that nothing leads to before an operation that needed them. Who would, had it not come after that
 * operation or after the one that sees both, is left out by the verifier, by happens-before alone; readers look for it.
 */
export function createLateTeller(
  scene: Scene,
  { full }: Names,
  { order }: Pick<ClashTeller, "order">,
): (since: Since, entries: Entries) => TooLate {
  return ({ line, view, op }, { states, by }) => {
    const space = scene.space(view, line);
    const outside = [...space.all].filter((state) => !states.has(state));
    const known = new Map<number, boolean>(); // of operations that do the same
    const enters = (id: number): boolean => {
      const kind = space.classOf(id);
      const found =
        known.get(kind) ?? outside.some((state) => space.to(id, state).some((next) => states.has(next)));
      known.set(kind, found);
      return found;
    };
    const late = space.live.flatMap((id): Pair[] => {
      if (id === op || id === line || by.has(id) || !enters(id)) return [];
      const after = line !== "all" && !scene.before(op, id) ? line : op;
      return [{ kind: "<", a: after, b: id, given: true }];
    });
    if (late.length === 0) return { words: "nothing makes it so", because: [], orders: [] };
    const named = late.slice(0, MOST_NAMED);
    const because = named.map(
      (fact) => `${full(fact.b)} makes it so, but ${order([{ fact }], fact.a, fact.b)}`,
    );
    const more = late.length - named.length;
    return {
      words: "nothing can have made it so in time",
      because: more > 0 ? [...because, `${more} more make it so, and come later too`] : because,
      orders: named.map((fact) => ({ fact })),
    };
  };
}
