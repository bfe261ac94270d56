import type { Value } from "../../../history/value.js";
import type { Ordered, Replicated } from "../../../types/replicated.js";
import type { Meter } from "../../meter.js";
import type { LongProblem } from "../long-problem.js";
import type { ReplicatedValues } from "../models/replicated-values.js";

/** One order of all elements of a list, as far as results tell it: element → those that stand before it, as bits. */
type Earlier = readonly Uint32Array[];

const has = (row: Uint32Array, one: number): boolean => ((row[one >>> 5] >>> (one & 31)) & 1) === 1;

/** How often conclusions about where elements stand are drawn from each other. */
const ROUNDS = 8;

/** An update of a line: the element that it puts, or -1, and the elements that are there to it. */
export interface ListUpdate {
  readonly operation: number;
  readonly puts: number;
  there(): readonly number[];
}

/**
 * The order of all elements that a line of updates leads to, by their numbers: it agrees with all lists that operations returned,
 * and each element stands where it was put among those that its operation saw (the strong list specification, Attiya
 * et al., PODC 2016). `undefined` where none was found.
 */
export function listElements(
  problem: LongProblem,
  type: Replicated,
  numbered: ReplicatedValues,
  line: readonly ListUpdate[],
  meter?: Meter,
): readonly number[] | undefined {
  const { ordered } = type;
  if (ordered === undefined) return undefined;
  const { values, atFirst, numberOf } = numbered;
  const { labels, label } = problem;
  const all = [...atFirst, ...line.flatMap(({ puts }) => (puts >= 0 ? [puts] : []))];
  if (new Set(all).size < all.length) return undefined; // an element has one place
  const pairs = listedPairs(problem, ordered, numbered, () => true);
  const put = (before: number, after: number): boolean => {
    const had = pairs.size;
    pairs.add(before * values.length + after);
    return pairs.size > had;
  };
  const inserts = line.flatMap(({ operation, puts, there }) => {
    if (puts < 0) return [];
    const own = labels[label[operation]];
    const place = ordered.listed(own).length > 0 ? undefined : ordered.place(own);
    const seen = place === undefined ? [] : there();
    meter?.work(values.length >> 2);
    const isOwn = (value: number): boolean => type.about?.(own, values[value]) !== false;
    const after =
      place === undefined || "index" in place ? undefined : place.after === null ? -1 : numberOf(place.after);
    const index = place !== undefined && "index" in place ? place.index : undefined;
    return [{ element: puts, seen: seen.filter(isOwn), after, index }];
  });
  let earlier = closeOrder(values.length, pairs);
  for (let round = 0; round < ROUNDS && earlier !== undefined; round++) {
    let changed = false;
    const known: Earlier = earlier;
    for (const { element, seen, after } of inserts) {
      meter?.work(seen.length);
      if (after === undefined) continue;
      if (after >= 0 && put(after, element)) changed = true;
      for (const other of seen) {
        if (other === after) continue;
        const isBehind = after < 0 || has(known[other], after);
        if (isBehind && put(element, other)) changed = true;
        if (!isBehind && has(known[element], other) && put(other, after)) changed = true;
      }
    }
    if (!changed) break;
    earlier = closeOrder(values.length, pairs);
  }
  return earlier && insertAll(values, atFirst, inserts, earlier);
}

/** The elements of each object. */
export const listsOf = (
  { values, objectOf }: ReplicatedValues,
  elements: readonly number[],
  objects: number,
): readonly (readonly Value[])[] =>
  Array.from({ length: objects }, (_, object) =>
    elements
      .filter((element) => objectOf[element] === object)
      .map((element) => (objects === 1 ? values[element] : (values[element] as readonly [number, Value])[1])),
  );

/** Whether lists that were returned, of operations that took effect in any case, contradict each other. */
export function listsInCircle(problem: LongProblem, ordered: Ordered, numbered: ReplicatedValues): boolean {
  const isCertain = (operation: number): boolean => problem.absentable[operation] === 0;
  const pairs = listedPairs(problem, ordered, numbered, isCertain);
  return closeOrder(numbered.values.length, pairs) === undefined;
}

/** Elements of which one stands before the other, as they were there at first and as these operations list them. */
function listedPairs(
  { size, labels, label }: LongProblem,
  ordered: Ordered,
  { values, atFirst, numberOf, objectOf }: ReplicatedValues,
  isTold: (operation: number) => boolean,
): Set<number> {
  const pairs = new Set<number>();
  const chain = (elements: readonly number[]): void => {
    for (let at = 1; at < elements.length; at++) {
      const [before, after] = [elements[at - 1], elements[at]];
      if (objectOf[before] === objectOf[after]) pairs.add(before * values.length + after);
    }
  };
  chain(atFirst);
  const told = new Set<number>();
  for (let operation = 0; operation < size; operation++) if (isTold(operation)) told.add(label[operation]);
  for (const one of told)
    chain(
      ordered
        .listed(labels[one])
        .map(numberOf)
        .filter((element) => element >= 0),
    );
  return pairs;
}

interface Insert {
  readonly element: number;
  /** The elements that its operation sees. */
  readonly seen: readonly number[];
  /** The one right after which it was put, -1 for the front; or at which index of these. */
  readonly after: number | undefined;
  readonly index: number | undefined;
}

/** Puts one element after another where it may stand; `undefined` where one may stand nowhere. */
function insertAll(
  values: readonly Value[],
  atFirst: readonly number[],
  inserts: readonly Insert[],
  earlier: Earlier,
): readonly number[] | undefined {
  const list = [...atFirst];
  const isSeen = new Uint8Array(values.length);
  for (const { element, seen, after, index } of inserts) {
    for (const other of seen) isSeen[other] = 1;
    let [low, high] = [-1, list.length];
    let count = 0; // of those that are seen
    let isPast = after === -1;
    list.forEach((other, at) => {
      if (has(earlier[element], other)) low = at;
      if (high === list.length && has(earlier[other], element)) high = at;
      if (isSeen[other] === 0) return;
      if (after !== undefined) {
        if (isPast) high = Math.min(high, at);
        isPast ||= other === after;
        if (other === after) low = Math.max(low, at);
      } else if (index !== undefined) {
        if (count < index) low = Math.max(low, at);
        else high = Math.min(high, at);
      }
      count++;
    });
    for (const other of seen) isSeen[other] = 0;
    if (low >= high) return undefined;
    list.splice(low + 1, 0, element);
  }
  return list;
}

/** All that follows from pairs of elements of which one stands before the other; `undefined` where they lead in a circle. */
function closeOrder(size: number, pairs: ReadonlySet<number>): Earlier | undefined {
  const next: number[][] = Array.from({ length: size }, () => []);
  const waits = new Int32Array(size);
  for (const pair of pairs) {
    const after = pair % size;
    next[(pair - after) / size].push(after);
    waits[after]++;
  }
  const earlier = Array.from({ length: size }, () => new Uint32Array((size + 31) >>> 5));
  const ready: number[] = [];
  for (let element = 0; element < size; element++) if (waits[element] === 0) ready.push(element);
  let done = 0;
  for (let element = ready.pop(); element !== undefined; element = ready.pop()) {
    done++;
    const own = earlier[element];
    for (const after of next[element]) {
      const row = earlier[after];
      for (let word = 0; word < row.length; word++) row[word] |= own[word];
      row[element >>> 5] |= 1 << (element & 31);
      if (--waits[after] === 0) ready.push(after);
    }
  }
  return done < size ? undefined : earlier;
}
