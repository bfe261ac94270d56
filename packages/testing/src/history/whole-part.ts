import { type History, type Label, isPending, labelOf, PENDING } from "@sightline/core/history/history.js";
import type { Value } from "@sightline/core/history/value.js";
import type { Part } from "@sightline/core/linearize/part.js";
import { outcomes, type SequentialType, stateKey } from "@sightline/core/types/type.js";
import type { OrderCriterion } from "../order/order-oracle.js";

/**
 * A whole history as one part, made the plainest way, to test engines with: `order` lists all of
 * happens-before that real time does not give. For sequential consistency, and for histories
 * without time, all operations overlap. Several objects become one whose state is a list.
 */
export function wholePart(
  history: History,
  type: SequentialType,
  criterion: OrderCriterion,
  initial: Value | undefined = history.initial,
): Part {
  const { size } = history;
  const timed = history.timed && criterion === "linearizability";
  const call = (id: number): number => (timed ? history.call[id] : id);
  const ret = (id: number): number =>
    isPending(history, id) ? PENDING : timed ? history.ret[id] : size + id;
  const ids = Int32Array.from({ length: size }, (_, id) => id).sort((a, b) => call(a) - call(b));
  const happensBefore = closure(history, timed);
  const first = new Int32Array(size + 1);
  const before: number[] = [];
  ids.forEach((id, row) => {
    ids.forEach((other, otherRow) => {
      if (happensBefore[other][id] && ret(other) >= call(id)) before.push(otherRow);
    });
    first[row + 1] = before.length;
  });
  return {
    type: history.objects.length > 1 ? manyObjects(type, history.objects.length) : type,
    initial,
    size,
    ids,
    ...labelsOnObjects(history, ids),
    call: ids.map(call),
    ret: ids.map(ret),
    order: before.length === 0 ? undefined : { first, before: Int32Array.from(before) },
  };
}

/** Session order, declared edges and, where it counts, real time, closed transitively. */
function closure(history: History, timed: boolean): boolean[][] {
  const { size, session, happensBefore, call, ret } = history;
  const reaches = Array.from({ length: size }, (_, a) =>
    Array.from(
      { length: size },
      (_unused, b) => (a < b && session[a] === session[b]) || (timed && ret[a] < call[b]),
    ),
  );
  for (let i = 0; i < happensBefore.length; i += 2) reaches[happensBefore[i]][happensBefore[i + 1]] = true;
  for (let via = 0; via < size; via++)
    for (let a = 0; a < size; a++)
      if (reaches[a][via]) for (let b = 0; b < size; b++) if (reaches[via][b]) reaches[a][b] = true;
  return reaches;
}

/** The distinct labels of the part; with several objects, the object is the first argument. */
function labelsOnObjects(history: History, ids: Int32Array): Pick<Part, "label" | "labels"> {
  const many = history.objects.length > 1;
  const labels: Label[] = [];
  const numbers = new Map<string, number>();
  const label = ids.map((id) => {
    const key = `${history.object[id]} ${history.label[id]}`;
    const number = numbers.get(key) ?? labels.length;
    if (number === labels.length) {
      const own = labelOf(history, id);
      labels.push(many ? { ...own, args: [history.object[id], ...own.args] } : own);
      numbers.set(key, number);
    }
    return number;
  });
  return { labels, label };
}

/** Several objects of a type as one. */
function manyObjects(type: SequentialType, count: number): SequentialType<readonly unknown[]> {
  return {
    name: `${count} of ${type.name}`,
    init: (initial) => Array.from({ length: count }, () => type.init(initial) as unknown),
    step: (states, { method, args: [object, ...args] }) =>
      outcomes(type, states[object as number], { method, args }).map(({ state, result }) => ({
        state: states.with(object as number, state),
        result,
      })),
    key: (states) => JSON.stringify(states.map((state) => stateKey(type, state))),
  };
}
