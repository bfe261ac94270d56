import { LEVEL } from "../../../criteria/levels.js";
import type { Value } from "../../../history/value.js";
import * as maps from "../../../types/persistent-map.js";
import type { PersistentMap } from "../../../types/persistent-map.js";
import type { Replicated } from "../../../types/replicated.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import type { Placed } from "../runs/configuration.js";
import { listElements, listsInCircle, listsOf } from "../lists/list-elements.js";
import { longWitness } from "../long-witness.js";
import { SeveralOutcomes } from "../create-runner.js";
import type { LongProblem } from "../long-problem.js";
import { type ReplicatedValues, replicatedValues, type WantedValues } from "./replicated-values.js";
import type { Effect, PlacedUpdate, View, Views } from "../runs/views.js";

/**
 * What is there to somebody. A value is put by operations, and each time is a tag: the operation, or of what was
 * there at first the complement of the value's number.
 */
export interface Held {
  /** Value → the tags of it that are there; none where it is not. */
  readonly there: PersistentMap<readonly number[]>;
  /** Tags that were taken away by somebody who is seen. */
  readonly taken: PersistentMap<true>;
  /** Value → all tags of it that were ever seen, where those that were taken matter. */
  readonly ever: PersistentMap<Tags>;
  /** Object → how many values are there, where there are several objects. */
  readonly counts: PersistentMap<number>;
}

interface Tags {
  readonly tag: number;
  readonly others: Tags | undefined;
}

/** A replicated problem as the search for long histories takes it. */
export interface ReplicatedProblem {
  readonly problem: LongProblem;
  views(level: number): Views;
  /** The witness of a run whose last operation is given; `undefined` where no order of the values was found. */
  witness(last: Placed): Witness | undefined;
  /** The same of an order in which each sees all before it. */
  orderWitness(order: readonly number[]): Witness | undefined;
  /** An operation that no sight explains, or -1. */
  unexplained(): number;
  /** Whether operations list elements in orders that contradict each other. */
  isCircular(): boolean;
}

/**
 * The problem with a replicated type's own meaning: what an update does depends on what it saw, and not on where it
 * stands. So it is known as soon as the update is placed, and updates can be seen in any order.
 */
export function asReplicated(
  problem: LongProblem,
  type: Replicated,
  atStart: Value | undefined,
  meter?: Meter,
): ReplicatedProblem {
  const { label } = problem;
  const several = problem.history.objects.length > 1;
  const values = replicatedValues(problem, type, atStart, meter);
  const { puts, taken, takes, isTaker, wanted, on, objectOf, atFirst } = values;
  const named = wanted.map((one) => (one === undefined ? undefined : new Set([...one.there, ...one.gone])));
  const countOf = ({ there, counts }: Held, object: number): number =>
    several ? (maps.get(counts, object) ?? 0) : maps.size(there);
  const counted = (counts: Held["counts"], value: number, by: number): Held["counts"] =>
    several ? maps.set(counts, objectOf[value], (maps.get(counts, objectOf[value]) ?? 0) + by) : counts;
  const valueOf = (tag: number): number => (tag < 0 ? ~tag : puts[label[tag]]);
  const put = (held: Held, value: number, tag: number, keeps: boolean): Held => {
    const ever = keeps ? maps.set(held.ever, value, { tag, others: maps.get(held.ever, value) }) : held.ever;
    if (maps.get(held.taken, tag) === true) return { ...held, ever };
    const had = maps.get(held.there, value);
    return {
      ...held,
      ever,
      there: maps.set(held.there, value, had === undefined ? [tag] : [...had, tag]),
      counts: had === undefined ? counted(held.counts, value, 1) : held.counts,
    };
  };
  const take = (held: Held, tag: number): Held => {
    const value = valueOf(tag);
    const had = maps.get(held.there, value);
    const all = { ...held, taken: maps.set(held.taken, tag, true) };
    if (had?.includes(tag) !== true) return all;
    const left = had.filter((one) => one !== tag);
    if (left.length > 0) return { ...all, there: maps.set(held.there, value, left) };
    return {
      ...all,
      there: maps.remove(held.there, value),
      counts: counted(held.counts, value, -1),
    };
  };
  const nothing: Held = { there: undefined, taken: undefined, ever: undefined, counts: undefined };
  const initial = atFirst.reduce((held, value) => put(held, value, ~value, true), nothing);

  const isWanted = (held: Held, object: number, one: WantedValues): boolean => {
    const { there, gone, only, least, most } = one;
    const isThere = (value: number): boolean => maps.get(held.there, value) !== undefined;
    if (!there.every(isThere) || gone.some(isThere)) return false;
    const count = countOf(held, object);
    return count >= least && count <= most && (!only || count === there.length);
  };
  const valuesOn = (there: Held["there"], object: number): number[] =>
    maps
      .entries(there)
      .map(([value]) => value as number)
      .filter((value) => objectOf[value] === object);
  const isTakerOf = (update: number, value: number): boolean =>
    isTaker[label[update]] === 1 && takes(label[update], value);
  const replicated: LongProblem = {
    ...problem,
    initial,
    next: () => {
      throw new SeveralOutcomes(); // it depends on what the update saw
    },
    resultIn(state, one) {
      const { least = 0, most = Infinity } = wanted[one] ?? {};
      if (least === most) return countOf(state as Held, on[one]); // a size
      const there = valuesOn((state as Held).there, on[one]).map((value) => values.values[value]);
      return type.answers(problem.labels[one], there, there)[0] ?? null;
    },
    explains(state, operation) {
      const one = wanted[label[operation]];
      return one !== undefined && isWanted(state as Held, on[label[operation]], one);
    },
    isRelevant(operation, update) {
      const [own, other] = [label[operation], label[update]];
      const one = wanted[own];
      if (one === undefined || on[own] !== on[other]) return false;
      if (one.only || one.least > 0 || one.most < Infinity) return true;
      const names = named[own] as ReadonlySet<number>;
      if (names.has(puts[other])) return true;
      for (const value of names) if (isTaker[other] === 1 && takes(other, value)) return true;
      return false;
    },
    helps(state, operation) {
      const wrong = wrongValue(values, label[operation], state as Held);
      if (wrong === undefined) return undefined;
      const { value, isMissing } = wrong;
      return isMissing ? (update) => puts[label[update]] === value : (update) => isTakerOf(update, value);
    },
    surplus(state, operation) {
      const { there } = state as Held;
      const own = label[operation];
      const wrong = wrongValue(values, own, state as Held);
      if (wrong?.isMissing === true) return [];
      const tooMany = countOf(state as Held, on[own]) > (wanted[own]?.most ?? Infinity);
      const found = wrong !== undefined ? [wrong.value] : tooMany ? valuesOn(there, on[own]) : [];
      return found
        .map((value) => ({
          puts: (maps.get(there, value) ?? []).filter((tag) => tag >= 0),
          isTaker: (update: number) => isTakerOf(update, value),
        }))
        .sort((a, b) => a.puts.length - b.puts.length);
    },
  };

  /** The tags that an update takes from what it sees: of those that were taken already only where that matters. */
  const takenBy = (held: Held, update: number, isClosed: boolean): number[] => {
    const own = label[update];
    if (isTaker[own] === 0) return [];
    const found: number[] = [];
    const tagsOf = (value: number): void => {
      if (isClosed) found.push(...(maps.get(held.there, value) ?? []));
      else
        for (let tags = maps.get(held.ever, value); tags !== undefined; tags = tags.others)
          found.push(tags.tag);
    };
    const few = taken[own];
    if (few !== undefined) few.forEach(tagsOf);
    else
      for (const [value] of maps.entries<unknown>(isClosed ? held.there : held.ever))
        if (takes(own, value as number)) tagsOf(value as number);
    return found;
  };
  return {
    problem: replicated,
    unexplained() {
      const { size, absentable } = problem;
      for (let operation = 0; operation < size; operation++)
        if (wanted[label[operation]] === undefined && absentable[operation] === 0) return operation;
      return -1;
    },
    isCircular: () => type.ordered !== undefined && listsInCircle(problem, type.ordered, values),
    witness: (last) => withLists(longWitness(problem, last), lineTo(last)),
    orderWitness(order) {
      const { empty, insert, effectOf } = views(LEVEL.complete);
      let view = empty;
      const line = order.map((operation, place): PlacedUpdate => {
        if (problem.updates[operation] === 0) return { operation, place };
        const update = { operation, place, effect: effectOf(view, operation) };
        view = insert(view, update);
        return update;
      });
      return withLists({ linearization: order.map((one) => problem.ids[one]), visibility: {} }, line);
    },
    views,
  };

  function withLists(told: Witness, line: readonly PlacedUpdate[]): Witness | undefined {
    if (type.ordered === undefined) return told;
    const updates = line.flatMap(({ operation, effect }) => {
      if (effect === undefined) return [];
      const there = () => maps.entries((effect.saw as Held).there).map(([value]) => value as number);
      return [{ operation, puts: effect.puts, there }];
    });
    const elements = listElements(problem, type, values, updates);
    return elements && { ...told, lists: listsOf(values, elements, problem.history.objects.length) };
  }

  function views(level: number): Views & Required<Pick<Views, "effectOf">> {
    // Who sees an update sees all that it saw: also who took away what it saw no more.
    const isClosed = level >= LEVEL.causal;
    const insert = (view: View, { operation, effect }: PlacedUpdate): View => {
      if (effect === undefined) throw new Error("an update without its effect");
      let held = view.state as Held;
      for (const tag of effect.takes) held = take(held, tag);
      if (effect.puts >= 0) held = put(held, effect.puts, operation, !isClosed);
      return { state: held, update: operation, place: -1, previous: undefined, length: view.length + 1 };
    };
    return {
      empty: { state: initial, update: -1, place: -1, previous: undefined, length: 0 },
      inOrder: false,
      effectOf: ({ state }, operation): Effect => ({
        puts: puts[label[operation]],
        takes: takenBy(state as Held, operation, isClosed),
        saw: state,
      }),
      insert,
      insertAll: (view, updates) => updates.reduce(insert, view),
    };
  }
}

/** The operations of a run in their order. */
function lineTo(last: Placed): readonly Placed[] {
  const line: Placed[] = [];
  for (let node: Placed | undefined = last; node !== undefined; node = node.earlier) line.push(node);
  return line.reverse();
}

/** The first value that is not there and should be, or is and should not. */
function wrongValue(
  { wanted, on, objectOf }: ReplicatedValues,
  label: number,
  { there }: Held,
): { readonly value: number; readonly isMissing: boolean } | undefined {
  const one = wanted[label];
  if (one === undefined) return undefined;
  const missing = one.there.find((value) => maps.get(there, value) === undefined);
  if (missing !== undefined) return { value: missing, isMissing: true };
  const allowed = new Set(one.there);
  const surplus =
    one.gone.find((value) => maps.get(there, value) !== undefined) ??
    (one.only
      ? maps
          .entries(there)
          .map(([value]) => value as number)
          .find((value) => objectOf[value] === on[label] && !allowed.has(value))
      : undefined);
  return surplus === undefined ? undefined : { value: surplus, isMissing: false };
}
