import { LEVEL } from "../../../criteria/levels.js";
import { queue } from "../../../types/queue.js";
import { stack } from "../../../types/stack.js";
import type { Meter } from "../../meter.js";
import { type Bounds, isBefore, raise } from "./bounds.js";
import type { KeyModel } from "../models/key-model.js";
import { withoutObject } from "../models/key-model.js";
import type { LongProblem } from "../long-problem.js";
import { haveSameTakes, type Takes } from "./same-takes.js";
import { createQueueCounts } from "./queue-counts.js";

/** Who put an element there, and who found it in front of a queue or on top of a stack. */
export interface ToldElement {
  readonly put: number;
  readonly tellers: number[];
}

/** More pairs of elements than this are not compared in one round. */
const MOST_PAIRS = 300_000;

/**
 * What elements that were found in front of a queue, or on top of a stack, tell of the order, where each of these
 * operations sees all before it (`complete`): an operation that nothing explains, or -1. All of it holds in every
 * solution; what is known is raised, until the caller finds nothing new.
 */
export type ElementOrder = (bounds: Bounds, meter: Meter) => number;

/** The rule of a problem's type; `undefined` where there is none. */
export function createElementOrder(
  problem: LongProblem,
  keys: KeyModel | undefined,
  levels: Uint8Array,
): ElementOrder | undefined {
  const { single, label, labels } = problem;
  const isQueue = single.step === queue.step;
  if (keys === undefined || (!isQueue && single.step !== stack.step)) return undefined;
  const objectOf = labels.map((one) => withoutObject(problem, one).object);
  const tellers = tellersOf(problem, keys, levels);
  if (tellers.length === 0) return undefined;
  const counts = problem.history.objects.map((_, object) =>
    isQueue ? createQueueCounts(problem, object, levels) : undefined,
  );
  const rules = isQueue ? queueRules : stackRules;
  const takes = problem.history.objects.map((_, object) => takesOf(problem, object));
  /** Teller → who can have put what it found. */
  const candidates = new Map(tellers.map((teller) => [teller, putsOf(problem, keys, teller)]));
  return (bounds, meter) => {
    const byPut = new Map<number, ToldElement>();
    const unsure: number[] = [];
    for (const teller of tellers) {
      meter.work(bounds.width);
      const left = (candidates.get(teller) ?? []).filter((put) => canSee(bounds, teller, put));
      candidates.set(teller, left);
      if (left.length === 0) return teller;
      if (left.length > 1) {
        unsure.push(teller);
        continue;
      }
      raise(bounds, left[0], teller);
      bounds.putBy.set(teller, left[0]);
      const known = byPut.get(left[0]);
      if (known === undefined) byPut.set(left[0], { put: left[0], tellers: [teller] });
      else known.tellers.push(teller);
    }
    const byObject = new Map<number, ToldElement[]>();
    for (const element of byPut.values()) {
      const object = objectOf[label[element.put]];
      const known = byObject.get(object);
      if (known === undefined) byObject.set(object, [element]);
      else known.push(element);
    }
    for (const [object, elements] of byObject) {
      if (elements.length * elements.length > MOST_PAIRS) continue;
      meter.work(elements.length * elements.length);
      for (const a of elements) for (const b of elements) if (a !== b) rules.compare(bounds, a, b);
      if (isQueue) for (const element of elements) haveSameTakes(bounds, takes[object], element);
      if (bounds.changed) continue;
      for (const teller of unsure) {
        if (objectOf[label[teller]] !== object) continue;
        const all = candidates.get(teller) ?? [];
        meter.work(all.length * elements.length);
        const left = all.filter((put) =>
          elements.every((other) => other.put === put || rules.isPossible(bounds, put, teller, other)),
        );
        if (left.length === all.length) continue;
        if (left.length === 0) return teller;
        candidates.set(teller, left);
        bounds.changed = true;
      }
      if (bounds.changed) continue;
      const wrong = counts[object]?.(bounds, elements, meter) ?? -1;
      if (wrong >= 0) return wrong;
    }
    return -1;
  };
}

/** What follows for two elements, and whether an operation can have found what somebody put, beside another element. */
interface Rules {
  compare(bounds: Bounds, a: ToldElement, b: ToldElement): void;
  isPossible(bounds: Bounds, put: number, teller: number, other: ToldElement): boolean;
}

/** The operations that found an element in front or on top, which was not there from the start, and that see all before them. */
function tellersOf(problem: LongProblem, keys: KeyModel, levels: Uint8Array): number[] {
  const { size, label, labels, absentable } = problem;
  const tells = labels.map((one, at) => {
    const { method, result } = withoutObject(problem, one).label;
    return (
      (method === "peek" || method === "poll" || method === "pop") &&
      result !== undefined &&
      result !== null &&
      keys.asks[at].length === 1 &&
      !keys.asks[at][0].orNone
    );
  });
  const found: number[] = [];
  for (let operation = 0; operation < size; operation++)
    if (tells[label[operation]] && levels[operation] === LEVEL.complete && absentable[operation] === 0)
      found.push(operation);
  return found;
}

/** Those that take elements away from a queue. */
function takesOf(problem: LongProblem, object: number): Takes {
  const { sessions, label, labels, absentable } = problem;
  const isTake = labels.map((one) => {
    const alone = withoutObject(problem, one);
    return alone.object === object && (alone.label.method === "poll" || alone.label.method === "clear");
  });
  return sessions.map((members) =>
    Int32Array.from(
      [...members.keys()].filter((at) => isTake[label[members[at]]] && absentable[members[at]] === 0),
    ),
  );
}

/** The updates that may have put what the operation found. */
const putsOf = ({ sessions, label }: LongProblem, keys: KeyModel, teller: number): number[] =>
  keys.asks[label[teller]][0].fits.flatMap((positions, s) => Array.from(positions, (at) => sessions[s][at]));

const canSee = ({ problem, most, width }: Bounds, teller: number, put: number): boolean =>
  problem.position[put] < most[teller * width + problem.session[put]];

/**
 * Elements of a queue are in front one after another, each once, in the order in which they were put there. So where a
 * was put before b, or was found in front before b was, it was put first and found before b whenever they were.
 */
const queueRules: Rules = {
  compare: compareInQueue,
  isPossible: (bounds, put, teller, other) =>
    isBefore(bounds, put, other.put)
      ? !other.tellers.some((one) => isBefore(bounds, one, teller))
      : !isBefore(bounds, other.put, put) || !other.tellers.some((one) => isBefore(bounds, teller, one)),
};

function compareInQueue(bounds: Bounds, a: ToldElement, b: ToldElement): void {
  const isFirst =
    isBefore(bounds, a.put, b.put) ||
    a.tellers.some((one) => b.tellers.some((other) => isBefore(bounds, one, other)));
  if (!isFirst) return;
  raise(bounds, a.put, b.put);
  for (const one of a.tellers) for (const other of b.tellers) raise(bounds, one, other);
}

/**
 * An element that was pushed after another lies above it as long as it is there. So where b was pushed after a: who
 * finds a on top has b still to come, or gone for good; the first if b is found later, the second if b was pushed. And
 * where b is found after a was pushed, and a later still, then b was pushed after a: a would lie above it else.
 */
const stackRules: Rules = {
  compare: compareInStack,
  isPossible: (bounds, put, teller, other) =>
    isBefore(bounds, put, other.put)
      ? !isBefore(bounds, other.put, teller) || !other.tellers.some((one) => isBefore(bounds, teller, one))
      : !isBefore(bounds, other.put, put) ||
        !other.tellers.some((one) => isBefore(bounds, put, one) && isBefore(bounds, one, teller)),
};

function compareInStack(bounds: Bounds, a: ToldElement, b: ToldElement): void {
  const isBetween = (found: number): boolean =>
    isBefore(bounds, a.put, found) && a.tellers.some((one) => isBefore(bounds, found, one));
  if (!isBefore(bounds, a.put, b.put)) {
    if (!b.tellers.some(isBetween)) return;
    raise(bounds, a.put, b.put);
  }
  for (const one of a.tellers)
    for (const other of b.tellers) {
      if (isBefore(bounds, one, other)) raise(bounds, one, b.put);
      if (isBefore(bounds, b.put, one)) raise(bounds, other, one);
    }
}
