import type { Meter } from "../../meter.js";
import type { ListOrder } from "./list-order.js";
import type { ListTask } from "./list-task.js";
import type { Sights } from "./sights.js";

/** Whether an operation sees another, as it is left open. */
export interface Choice {
  readonly operation: number;
  readonly other: number;
  readonly isSeen: boolean;
}

/** Draws conclusions from results and from where elements were put. */
export interface Conclusions {
  /** Draws all; false where they contradict each other. */
  conclude(): boolean;
  /** Something that results leave open, were nobody to see more than it must; the likelier way. */
  open(): Choice | undefined;
  /** The elements that are there to an operation, were nobody to see more than it must. */
  thereTo(operation: number): readonly number[];
}

/**
 * An element is there to an operation if and only if it sees the insert and no delete of it (the strong list
 * specification, Attiya et al., PODC 2016; who deletes it saw it). So one that is there is seen inserted, and none of
 * its deletes is seen; one that is gone and was seen inserted is seen deleted, by the last one left that may be seen;
 * and is not seen inserted if no delete can be seen. A new element stands right after the one after which it was put,
 * so what stands between them, in the one order of all elements, is gone to the insertion; and what is surely there
 * to it and stands behind the one stands behind the other, and what stands before the other before the one.
 */
export function createConclusions(
  { problem, values, insertedBy, deletedBy, there, gone, place, elementsOf }: ListTask,
  sights: Sights,
  list: ListOrder,
  moments: Float64Array,
  isOrder: boolean,
  meter: Meter,
): Conclusions {
  const { sees, maySee, see, hide } = sights;
  const seesInsert = (operation: number, element: number): boolean =>
    insertedBy[element] < 0 || sees(operation, insertedBy[element]);
  const isGone = (operation: number, element: number): boolean =>
    deletedBy[element].some((one) => one !== operation && sees(operation, one));
  const mayBeGone = (operation: number, element: number): boolean =>
    deletedBy[element].some((one) => one !== operation && maySee(operation, one));
  const isThere = (operation: number, element: number): boolean =>
    insertedBy[element] !== operation && seesInsert(operation, element) && !isGone(operation, element);
  const surelyThere = (operation: number, element: number): boolean =>
    insertedBy[element] !== operation && seesInsert(operation, element) && !mayBeGone(operation, element);

  const mustBeThere = (operation: number, element: number): boolean => {
    const by = insertedBy[element];
    if (by === operation || (by >= 0 && !see(operation, by))) return false;
    for (const one of deletedBy[element]) if (one !== operation && !hide(operation, one)) return false;
    return true;
  };
  const mustBeGone = (operation: number, element: number): boolean => {
    const by = insertedBy[element];
    if (by === operation || (by >= 0 && !maySee(operation, by))) return true;
    let [count, last] = [0, -1];
    for (const one of deletedBy[element]) {
      if (one === operation || !maySee(operation, one)) continue;
      if (sees(operation, one)) return true;
      count++;
      last = one;
    }
    if (count === 0) return by >= 0 && hide(operation, by);
    return count > 1 || !seesInsert(operation, element) || see(operation, last);
  };
  const isBetween = (element: number, after: number, other: number): boolean =>
    list.isBefore(other, element) && (after < 0 || list.isBefore(after, other));
  const near = (operation: number): readonly number[] => elementsOf[values.on[problem.label[operation]]];

  const judge = (operation: number): boolean => {
    meter.work((there[operation].length + gone[operation].length) >> 3);
    for (const element of there[operation]) if (!mustBeThere(operation, element)) return false;
    for (const element of gone[operation]) if (!mustBeGone(operation, element)) return false;
    return true;
  };
  const judgePlace = (operation: number): boolean => {
    const own = place[operation];
    if (own === undefined) return true;
    const { element, after } = own;
    if (after >= 0 && !list.put(after, element)) return false;
    const others = near(operation);
    meter.work(others.length >> 3);
    for (const other of others) {
      if (other === after || other === element) continue;
      if (isBetween(element, after, other) && !mustBeGone(operation, other)) return false;
      if (!surelyThere(operation, other)) continue;
      if (after < 0 || list.isBefore(after, other)) {
        if (!list.put(element, other)) return false;
      } else if (list.isBefore(other, element) && !list.put(other, after)) return false;
    }
    return true;
  };
  /** A choice by which an element may be gone to an operation to which it may be there. */
  const wayToLose = (operation: number, element: number): Choice | undefined => {
    const by = insertedBy[element];
    if (by === operation || isGone(operation, element) || !mayBeGone(operation, element)) return undefined;
    if (isOrder ? by >= 0 && !maySee(operation, by) : !seesInsert(operation, element)) return undefined;
    let other = -1;
    for (const one of deletedBy[element])
      if (one !== operation && maySee(operation, one) && (other < 0 || moments[one] < moments[other]))
        other = one;
    return { operation, other, isSeen: !isOrder || moments[other] < moments[operation] };
  };
  const openTo = (operation: number): Choice | undefined => {
    for (const element of gone[operation]) {
      const found = wayToLose(operation, element);
      if (found !== undefined) return found;
    }
    const own = place[operation];
    if (own === undefined) return undefined;
    const { element, after } = own;
    for (const other of near(operation)) {
      if (other === after || other === element) continue;
      const isWrong = isOrder
        ? !list.isBefore(element, other) && (after < 0 || !list.isBefore(other, after))
        : isBetween(element, after, other);
      const found = isWrong ? wayToLose(operation, other) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const inserts = place.flatMap((one, operation) => (one === undefined ? [] : [operation]));
  let judgedAt = -1;
  let looked = 0;
  return {
    conclude() {
      for (;;) {
        if (!sights.close()) return false;
        const operation = sights.nextChanged();
        if (operation >= 0) {
          if (!judge(operation) || !judgePlace(operation)) return false;
          continue;
        }
        if (judgedAt === list.changes()) return true;
        judgedAt = list.changes();
        for (const one of inserts) if (!judgePlace(one)) return false;
      }
    },
    open() {
      // Round and round: what was looked at last is looked at first.
      for (let left = problem.size; left > 0; left--) {
        const found = openTo(looked);
        if (found !== undefined) return found;
        looked = looked + 1 === problem.size ? 0 : looked + 1;
      }
      return undefined;
    },
    thereTo: (operation) => near(operation).filter((element) => isThere(operation, element)),
  };
}
