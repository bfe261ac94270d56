import { LEVEL } from "../../criteria/levels.js";
import type { Problem } from "../problem.js";
import type { Sets } from "../sets.js";

/** A prefix of a linearization: the operations placed so far, in order and as a set. */
export interface Placed<Bits> {
  readonly order: readonly number[];
  readonly set: Bits;
}

/**
 * A consistency model as the papers' searches need it: they append one operation after another and
 * choose, for each, what it sees among the operations placed before it. Sets never hold the
 * operation itself (in POPL'19 an operation sees itself).
 *
 * `visible` holds the visibilities of the operations placed so far; the others' are empty.
 *
 * The conditions on one operation must all be of the form "it sees a" or "if it sees b it also sees
 * a": so are the levels and the axioms `vis ⊇ rel` (CAV'18 Fig. 2). The allowed sets are then closed
 * under union and intersection, and more visibility of earlier operations only asks for more
 * (CAV'18 Lemma 1).
 */
export interface VisibilityModel<Bits> {
  /** The operations that must be linearized before each (`lin ⊇ hb`). */
  readonly predecessors: readonly Bits[];
  /** The least that the operation must see when it comes next. Where not all of it is placed, it cannot come next. */
  required(operation: number, placed: Placed<Bits>, visible: readonly Bits[]): Bits;
  /** The least set that holds the candidate and that the operation may see. */
  close(operation: number, candidate: Bits, placed: Placed<Bits>, visible: readonly Bits[]): Bits;
  /** Whether the operation may see exactly the candidate: the definition, word for word. */
  allowed(operation: number, candidate: Bits, placed: Placed<Bits>, visible: readonly Bits[]): boolean;
}

/** The model in which each operation has one of the six levels (a number of `LEVEL`) of POPL'19 Fig. 6. */
export function levelsModel<Bits>(problem: Problem<Bits>, levels: ArrayLike<number>): VisibilityModel<Bits> {
  const { sets, before } = problem;
  const close: VisibilityModel<Bits>["close"] = (operation, candidate, placed, visible) => {
    switch (levels[operation]) {
      case LEVEL.weak:
        return candidate;
      case LEVEL.basic:
        return sets.union(candidate, before[operation]);
      case LEVEL.monotonic:
        return sets.union(candidate, seenBy(sets, before[operation], visible));
      case LEVEL.peer: {
        const seen = sets.union(candidate, seenBy(sets, before[operation], visible));
        return sets.union(seen, unionOf(sets, seen, before)); // happens-before is transitive: once is enough
      }
      case LEVEL.causal: {
        let seen = sets.union(candidate, before[operation]);
        for (let fresh = seen; !sets.isEmpty(fresh); ) {
          fresh = sets.difference(unionOf(sets, fresh, visible), seen);
          seen = sets.union(seen, fresh);
        }
        return seen;
      }
      default:
        return sets.union(candidate, placed.set);
    }
  };
  return {
    predecessors: before,
    required: (operation, placed, visible) => close(operation, sets.empty, placed, visible),
    close,
    allowed(operation, candidate, placed, visible) {
      const itself = sets.single(operation);
      if (!sets.within(candidate, placed.set)) return false;
      const seen = sets.union(candidate, itself);
      /** vis(j) and hb(j) with j itself, as POPL'19 has them. */
      const vis = (j: number): Bits =>
        j === operation ? seen : sets.union(visible[j] ?? sets.empty, sets.single(j));
      const hb = (j: number): Bits => sets.union(before[j], sets.single(j));
      const all = (members: Bits, of: (j: number) => Bits): boolean => {
        for (let left = members; !sets.isEmpty(left); left = sets.rest(left))
          if (!sets.within(of(sets.first(left)), seen)) return false;
        return true;
      };
      switch (levels[operation]) {
        case LEVEL.weak:
          return true;
        case LEVEL.basic:
          return sets.within(hb(operation), seen);
        case LEVEL.monotonic:
          return all(hb(operation), vis);
        case LEVEL.peer:
          return all(seen, hb) && all(hb(operation), vis);
        case LEVEL.causal:
          return all(seen, vis) && sets.within(hb(operation), seen);
        default:
          return sets.within(placed.set, candidate);
      }
    },
  };
}

/**
 * The model for a sub-history: only operations of `members` are linearized. What the model asks for
 * outside of them is dropped (ViSearch §3.3.3: a projection keeps every visibility constraint).
 */
export function restrictModel<Bits>(
  sets: Sets<Bits>,
  model: VisibilityModel<Bits>,
  members: Bits,
): VisibilityModel<Bits> {
  return {
    predecessors: model.predecessors.map((before) => sets.intersection(before, members)),
    required: (...about) => sets.intersection(model.required(...about), members),
    close: (...about) => sets.intersection(model.close(...about), members),
    allowed(operation, candidate, placed, visible) {
      const closed = sets.intersection(model.close(operation, candidate, placed, visible), members);
      return sets.within(closed, candidate) && sets.within(candidate, placed.set);
    },
  };
}

/** The union of the sets of all members. */
function unionOf<Bits>(sets: Sets<Bits>, members: Bits, of: readonly Bits[]): Bits {
  let union = sets.empty;
  for (let left = members; !sets.isEmpty(left); left = sets.rest(left)) {
    const set = of[sets.first(left)];
    if (set !== undefined) union = sets.union(union, set);
  }
  return union;
}

/** The members and what they see. */
function seenBy<Bits>(sets: Sets<Bits>, members: Bits, visible: readonly Bits[]): Bits {
  return sets.union(members, unionOf(sets, members, visible));
}
