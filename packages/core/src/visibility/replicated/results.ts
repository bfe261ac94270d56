import type { Meter } from "../meter.js";
import type { Problem } from "../problem.js";
import type { ListOrder } from "./list-order.js";
import type { Place, ReplicatedTask, Tag, Wanted } from "./replicated-task.js";
import type { Sights } from "./sights.js";

/** Something that may be chosen one way or the other. */
export type Choice =
  /** Whether `one` sees `other`. */
  | { readonly kind: "sees"; readonly one: number; readonly other: number; readonly holds: boolean }
  /** Of two operations, the one that stands first in the line. */
  | { readonly kind: "line"; readonly one: number; readonly other: number }
  /** Of two values, the one that stands first in the list. */
  | { readonly kind: "list"; readonly one: number; readonly other: number };

/** Draws conclusions from results, and finds what is still to be chosen. */
export interface Results<Bits> {
  /** Adds what the results leave no choice about. "contradiction", or whether anything was added. */
  conclude(sights: Sights<Bits>): "contradiction" | boolean;
  /** What to choose next, were nobody to see more than it must: `undefined` where that explains all results. */
  choose(sights: Sights<Bits>): Choice | undefined;
}

/** How many of those who put or take a value are looked at in an elementary step. */
const LOOKS_IN_STEP = 4;

/** The results of the operations that are asked about. */
export function createResults<Bits>(
  { sets }: Problem<Bits>,
  { tags, wanted, places }: ReplicatedTask,
  asked: readonly number[],
  meter: Meter,
): Results<Bits> {
  /** What it takes to tell whether each value is there to an operation. */
  const looks = tags.map(
    (own) => own.reduce((sum, { takers }) => sum + 1 + takers.length, 0) / LOOKS_IN_STEP,
  );
  const sees = ({ must }: Sights<Bits>, one: number, other: number): boolean =>
    other < 0 || sets.has(must[one], other);
  const maySee = (sights: Sights<Bits>, one: number, other: number): boolean =>
    other < 0 ||
    (one !== other && !sets.has(sights.cannot[one], other) && !sets.has(sights.earlier[other], one));

  /** The takers that may keep the operation from what was put. */
  const mayTake = (sights: Sights<Bits>, operation: number, { by, takers }: Tag): number[] =>
    takers.filter((taker) => maySee(sights, operation, taker) && maySee(sights, taker, by));
  const isTaken = (sights: Sights<Bits>, operation: number, { by, takers }: Tag): boolean =>
    takers.some((taker) => sees(sights, operation, taker) && sees(sights, taker, by));
  const isPossible = (sights: Sights<Bits>, operation: number, tag: Tag): boolean =>
    maySee(sights, operation, tag.by) && !isTaken(sights, operation, tag);
  const isSure = (sights: Sights<Bits>, operation: number, tag: Tag): boolean =>
    sees(sights, operation, tag.by) && mayTake(sights, operation, tag).length === 0;
  /** Whether it is there if nobody sees more than it must. */
  const isThere = (sights: Sights<Bits>, operation: number, value: number): boolean => {
    meter.work(looks[value]);
    return tags[value].some((tag) => sees(sights, operation, tag.by) && !isTaken(sights, operation, tag));
  };

  const conclude = (sights: Sights<Bits>): "contradiction" | boolean => {
    let changed = false;
    let contradiction = false;
    const see = (one: number, other: number, holds: boolean): void => {
      if (holds === sees(sights, one, other) && (holds || !maySee(sights, one, other))) return;
      if (holds ? !maySee(sights, one, other) : sees(sights, one, other)) contradiction = true;
      else {
        const rows = holds ? sights.must : sights.cannot;
        rows[one] = sets.union(rows[one], sets.single(other));
        changed = true;
      }
    };
    const before = (one: number, other: number): void => {
      const list = sights.list as ListOrder;
      if (list.isBefore(one, other)) return;
      if (list.put(one, other)) changed = true;
      else contradiction = true;
    };
    const mustBeThere = (operation: number, value: number): void => {
      const possible = tags[value].filter((tag) => isPossible(sights, operation, tag));
      if (possible.length === 0) contradiction = true;
      if (possible.length !== 1) return;
      const [{ by, takers }] = possible;
      see(operation, by, true);
      for (const taker of takers)
        if (sees(sights, operation, taker)) see(taker, by, false);
        else if (sees(sights, taker, by)) see(operation, taker, false);
    };
    const mustBeGone = (operation: number, value: number): void => {
      for (const tag of tags[value]) {
        if (!isPossible(sights, operation, tag)) continue;
        const taking = mayTake(sights, operation, tag);
        if (taking.length === 0) see(operation, tag.by, false);
        else if (taking.length === 1 && sees(sights, operation, tag.by)) {
          see(operation, taking[0], true);
          see(taking[0], tag.by, true);
        }
      }
    };
    const judge = (operation: number, { values, about, least, most }: Wanted): void => {
      let [sure, possible] = [0, 0];
      const counts = least > 0 || most < Infinity;
      for (const value of about) {
        meter.work(looks[value]);
        if (values[value] === 1) mustBeThere(operation, value);
        if (values[value] === -1) mustBeGone(operation, value);
        if (!counts) continue;
        if (tags[value].some((tag) => isSure(sights, operation, tag))) sure++;
        if (tags[value].some((tag) => isPossible(sights, operation, tag))) possible++;
      }
      if (sure > most || possible < least) contradiction = true;
      if (!counts || contradiction || (sure < most && possible > least)) return;
      for (const value of about)
        if (possible === least) {
          if (tags[value].some((tag) => isPossible(sights, operation, tag))) mustBeThere(operation, value);
        } else if (sure === most && !tags[value].some((tag) => isSure(sights, operation, tag)))
          mustBeGone(operation, value);
    };
    const judgePlace = (operation: number, place: Place): void => {
      const list = sights.list as ListOrder;
      const { value, near } = place;
      const surely = (one: number): boolean => {
        meter.work(looks[one]);
        return tags[one].some((tag) => isSure(sights, operation, tag));
      };
      if ("after" in place) {
        const { after } = place;
        if (after >= 0) before(after, value);
        for (const other of near) {
          if (other === after) continue;
          const isBetween = list.isBefore(other, value) && (after < 0 || list.isBefore(after, other));
          if (isBetween) mustBeGone(operation, other);
          if (!surely(other)) continue;
          if (after < 0 || list.isBefore(after, other)) before(value, other);
          else if (list.isBefore(other, value)) before(other, after);
        }
        return;
      }
      const sure = near.filter(surely);
      const first = sure.filter((other) => list.isBefore(other, value)).length;
      const most = near.filter(
        (other) =>
          !list.isBefore(value, other) && tags[other].some((tag) => isPossible(sights, operation, tag)),
      ).length;
      if (first > place.index) contradiction = true;
      // Not so many can stand before it: then it was put at the end.
      if (most < place.index) for (const other of sure) before(other, value);
      else if (first === place.index)
        for (const other of sure) if (!list.isBefore(other, value)) before(value, other);
    };
    for (const operation of asked) {
      const [demands, place] = [wanted[operation], places[operation]];
      if (demands !== undefined) judge(operation, demands);
      if (place !== undefined && !contradiction) judgePlace(operation, place);
      if (contradiction) return "contradiction";
    }
    return changed;
  };

  /** A choice that may make the value be there. */
  const wayToHave = (sights: Sights<Bits>, operation: number, value: number): Choice | undefined => {
    for (const tag of tags[value])
      if (isPossible(sights, operation, tag) && !sees(sights, operation, tag.by))
        return { kind: "sees", one: operation, other: tag.by, holds: true };
    return undefined;
  };
  /** A choice that may make the value be gone. */
  const wayToLose = (sights: Sights<Bits>, operation: number, value: number): Choice | undefined => {
    for (const tag of tags[value]) {
      if (!sees(sights, operation, tag.by) || isTaken(sights, operation, tag)) continue;
      for (const taker of mayTake(sights, operation, tag))
        return sees(sights, operation, taker)
          ? { kind: "sees", one: taker, other: tag.by, holds: true }
          : { kind: "sees", one: operation, other: taker, holds: true };
    }
    return undefined;
  };
  /** A choice that changes in some way what is there to an operation. */
  const anyWay = (sights: Sights<Bits>, operation: number, about: Iterable<number>): Choice | undefined => {
    for (const value of about) {
      const way = wayToHave(sights, operation, value) ?? wayToLose(sights, operation, value);
      if (way !== undefined) return way;
    }
    return undefined;
  };

  /** What to choose for the sake of what must be there to the operation. */
  const forDemands = (
    sights: Sights<Bits>,
    operation: number,
    { values, about, least, most }: Wanted,
  ): Choice | undefined => {
    const there = about.map((value) => isThere(sights, operation, value));
    for (const [at, value] of about.entries()) {
      const isWrong = values[value] !== 0 && (values[value] === 1) !== there[at];
      const way = isWrong && (there[at] ? wayToLose : wayToHave)(sights, operation, value);
      if (way) return way;
    }
    const count = there.filter(Boolean).length;
    if (count >= least && count <= most) return undefined;
    return anyWay(
      sights,
      operation,
      about.filter((_, at) => there[at] === count > most),
    );
  };
  /** What to choose for the sake of where the operation puts its value. */
  const forPlace = (sights: Sights<Bits>, operation: number, place: Place): Choice | undefined => {
    const list = sights.list as ListOrder;
    const { value, near } = place;
    const there = near.filter((other) => isThere(sights, operation, other));
    for (const other of there)
      if (!list.isBefore(other, value) && !list.isBefore(value, other))
        return { kind: "list", one: value, other };
    const first = there.filter((other) => list.isBefore(other, value));
    if ("index" in place)
      return first.length === Math.min(place.index, there.length)
        ? undefined
        : anyWay(sights, operation, near);
    const { after } = place;
    for (const other of first) {
      if (other === after || (after >= 0 && list.isBefore(other, after))) continue;
      if (after >= 0 && !list.isBefore(after, other)) return { kind: "list", one: other, other: after };
      const way = wayToLose(sights, operation, other);
      if (way !== undefined) return way;
    }
    return undefined;
  };

  return {
    conclude,
    choose(sights) {
      for (const operation of asked) {
        const [demands, place] = [wanted[operation], places[operation]];
        const choice =
          (demands && forDemands(sights, operation, demands)) ??
          (place && forPlace(sights, operation, place));
        if (choice !== undefined) return choice;
      }
      return undefined;
    },
  };
}
