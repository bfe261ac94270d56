import { canonical, type Value } from "../../history/value.js";
import type { Meter } from "../meter.js";
import { type Content, type KeyedType, keyedTypeOf, type KeyQuestion } from "../long/models/keyed-types.js";
import { isGap, type KnownProblem, sawUpdate } from "./known-problem.js";

/** Of the last updates of a key that an operation saw, one of each session, those that may have come last of all. */
export interface Contest {
  /** Who saw them. */
  readonly operation: number;
  /** Those that leave what its result tells, and the others. */
  readonly fitting: readonly number[];
  readonly others: readonly number[];
  /** Whether it is only tried that one of those that fit comes last: the result alone does not tell it. */
  readonly isSupposed?: boolean;
}

/** A question that a label's result asks of a key. */
interface Question {
  readonly key: number;
  fits(content: Content): boolean;
}

/** What a question about every key may come to, all in all. */
const MOST_QUESTIONS = 2_000_000;

/** What an operation saw of a key: the last updates, one of each session, and which of them leave what is asked for. */
export interface SeenKey {
  readonly last: readonly number[];
  fits(update: number): boolean;
}

/** A result that tells of how many keys something holds. */
export interface CountedKeys {
  readonly least: number;
  readonly most: number;
  /** Keys that the operation saw an update of; of no other it holds. */
  readonly seen: readonly SeenKey[];
}

/** What results tell of who came last. */
export interface Contests {
  /** Of each key that a result tells of, unless it is so whoever came last. */
  all(): Generator<Contest>;
  /** What the result of an operation tells of the number of keys, if it does. */
  countedBy(id: number): CountedKeys | undefined;
}

/**
 * Who won: of types in which the last update of a key says what is there (set, map, register), the updates of which
 * one has to stand after the others that the operation saw. `undefined` where the type is no such type.
 */
export function contestsOf(
  problem: KnownProblem,
  initial: Value | undefined,
  meter: Meter,
): Contests | undefined {
  const { history, type } = problem;
  const keyed = keyedTypeOf(type);
  if (keyed === undefined || !keyed.lastWins || !history.labels.every((label) => keyed.covers(label)))
    return undefined;
  return createContests(problem, keyed, type.init(initial), meter);
}

function createContests(problem: KnownProblem, keyed: KeyedType, start: unknown, meter: Meter): Contests {
  const { history, size, width, sessions, session, position, before, gaps, saw } = problem;
  const { labels, label, object } = history;
  const numbers = new Map<string, number>();
  const keys: { readonly object: number; readonly key: Value }[] = [];
  const numberOf = (of: number, key: Value): number => {
    const name = `${of}:${canonical(key)}`;
    let number = numbers.get(name);
    if (number === undefined) {
      numbers.set(name, (number = keys.length));
      keys.push({ object: of, key });
    }
    return number;
  };
  const changes = labels.map((one) => keyed.update(one));
  // Labels are the same for all objects; keys are not.
  const several = history.objects.length > 1;
  const keyOf = several
    ? undefined
    : changes.map((change) => (change === undefined ? -1 : numberOf(0, change.key)));
  const updatedBy = (id: number): number => {
    if (keyOf !== undefined) return keyOf[label[id]];
    const change = changes[label[id]];
    return change === undefined ? -1 : numberOf(object[id], change.key);
  };
  const updates: (number[] | undefined)[][] = []; // key → session → positions of updates
  for (let id = 0; id < size; id++) {
    const key = updatedBy(id);
    if (key >= 0) ((updates[key] ??= [])[session[id]] ??= []).push(position[id]);
  }
  const written = keys.length;
  let room = MOST_QUESTIONS;
  const asked: (readonly Question[] | undefined)[] = []; // label and object → questions
  const questionsOf = (id: number): readonly Question[] => {
    const number = label[id] * history.objects.length + object[id];
    let questions = asked[number];
    if (questions !== undefined) return questions;
    const one = labels[label[id]];
    // Where the last update says what is there, no other matters.
    const alone =
      (fits: KeyQuestion["fits"]) =>
      (content: Content): boolean =>
        fits(content, []);
    const own = keyed
      .questions(one)
      .map(({ key, fits }) => ({ key: numberOf(object[id], key), fits: alone(fits) }));
    const all = keyed.all?.(one);
    questions =
      all === undefined || (room -= written) < 0
        ? own
        : keys
            .slice(0, written)
            .flatMap(({ object: of, key }, number) =>
              of === object[id] ? [{ key: number, fits: alone(all(key)) }] : [],
            );
    asked[number] = questions;
    return questions;
  };
  const isBefore = (one: number, other: number): boolean =>
    sawUpdate(problem, other, one) || before[other * width + session[one]] > position[one];

  const lastSeen = (id: number, key: number): readonly number[] => {
    const last: number[] = [];
    const ofKey = updates[key] ?? [];
    for (let s = 0; s < ofKey.length; s++) {
      let at = lastBelow(ofKey[s], saw[id * width + s]);
      while (at >= 0 && isGap(gaps, id, sessions[s][at])) at = lastBelow(ofKey[s], at);
      if (at >= 0) last.push(sessions[s][at]);
    }
    return last.length <= 1 ? last : last.filter((one) => !last.some((other) => isBefore(one, other)));
  };
  const leaves = (update: number): Content => changes[label[update]]?.content;
  return {
    *all() {
      for (let id = 0; id < size; id++) {
        if (labels[label[id]].result === undefined) continue;
        const questions = questionsOf(id);
        meter.work(questions.length * width);
        for (const { key, fits } of questions) {
          const possible = lastSeen(id, key);
          if (possible.length === 0) {
            if (!fits(keyed.start(start, keys[key].key))) yield { operation: id, fitting: [], others: [] };
            continue;
          }
          const fitting = possible.filter((one) => fits(leaves(one)));
          if (fitting.length === possible.length) continue; // whoever won
          yield { operation: id, fitting, others: possible.filter((one) => !fitting.includes(one)) };
        }
      }
    },
    countedBy(id) {
      const told = keyed.counted?.(labels[label[id]]);
      if (told === undefined || start !== undefined) return undefined; // it begins with keys
      const { fits, least, most } = told;
      const seen: SeenKey[] = [];
      for (let key = 0; key < written; key++) {
        if (keys[key].object !== object[id]) continue;
        meter.work(width);
        const last = lastSeen(id, key);
        if (last.length > 0) seen.push({ last, fits: (update) => fits(leaves(update)) });
      }
      return { least, most, seen };
    },
  };
}

/** The last of the ascending numbers that is below the bound; −1 where there is none. */
function lastBelow(numbers: readonly number[] | undefined, bound: number): number {
  if (numbers === undefined || numbers[0] >= bound) return -1;
  let [low, high] = [0, numbers.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < bound) low = middle;
    else high = middle;
  }
  return numbers[low];
}
