import type { Invocation, Label } from "../../history/history.js";
import { createNumbers } from "../../history/numbers.js";
import { canonical, type Value } from "../../history/value.js";
import type { Replicated } from "../../types/replicated.js";
import type { Meter } from "../meter.js";
import type { Problem } from "../problem.js";

/** Who put a value: an operation, or -1 where it was there at first. */
export interface Tag {
  readonly by: number;
  /** The operations that take the value away from those who see them, if they saw it being put. */
  readonly takers: readonly number[];
}

/** What must be there to an operation, by the numbers of values. */
export interface Wanted {
  /** For each value: 1 it is there, -1 it is not, 0 either. */
  readonly values: Int8Array;
  /** The values of the object that the operation is on. */
  readonly about: readonly number[];
  readonly least: number;
  readonly most: number;
}

/** Where an operation puts its value in the list: right after another (-1: at the front), or at an index. */
export type Place = {
  readonly value: number;
  /** The other values that may be in the list. */
  readonly near: readonly number[];
} & ({ readonly after: number } | { readonly index: number });

/** A problem of a replicated type by numbers: values 0, 1, 2, … with those who put them and take them away. */
export interface ReplicatedTask {
  readonly values: readonly Value[];
  /** For each value, who put it. */
  readonly tags: readonly (readonly Tag[])[];
  /** For each operation what its result demands; `undefined` where that is nothing. */
  readonly wanted: readonly (Wanted | undefined)[];
  /** For each operation its place in the list, where the result does not tell it. */
  readonly places: readonly (Place | undefined)[];
  /** Values that are known to stand one right after the other in what someone saw; empty where there is no list. */
  readonly listed: readonly (readonly number[])[];
  /** Whether the values stand in one order. */
  readonly ordered: boolean;
}

/** The task, or the number of an operation whose result nothing explains. Looks at each value for each operation. */
export function createReplicatedTask<Bits>(
  { labels, initial }: Problem<Bits>,
  type: Replicated,
  meter: Meter,
): ReplicatedTask | number {
  const { items: values, of: numberOf, known } = createNumbers<Value>(canonical);
  const atFirst = type.initial(initial).map(numberOf);
  const put = labels.map((label) => {
    const value = type.puts(label);
    return value === undefined ? -1 : numberOf(value);
  });
  const tags = values.map((value, number): Tag[] => {
    meter.work(labels.length);
    const taking = labels.flatMap((label, operation) => (type.takes(label, value) ? [operation] : []));
    const by = put.flatMap((one, operation) => (one === number ? [operation] : []));
    if (atFirst.includes(number)) by.unshift(-1);
    return by.map((one) => ({ by: one, takers: taking.filter((taker) => taker !== one) }));
  });
  const wanted: (Wanted | undefined)[] = [];
  for (let operation = 0; operation < labels.length; operation++) {
    meter.work(values.length);
    const one = wantedBy(type, labels[operation], values, known);
    if (one === "nothing explains it") return operation;
    wanted.push(one);
  }
  const { ordered } = type;
  return {
    values,
    tags,
    wanted,
    ordered: ordered !== undefined,
    places: labels.map((label, operation) => {
      const place = ordered?.place(label);
      if (place === undefined || ordered?.listed(label).length !== 0) return undefined;
      meter.work(values.length);
      const value = put[operation];
      const near = aboutOf(type, label, values).filter((other) => other !== value);
      if ("index" in place) return { value, near, index: place.index };
      return { value, near, after: place.after === null ? -1 : known(place.after) };
    }),
    listed:
      ordered === undefined
        ? []
        : [
            ...byObject(type, labels, atFirst, values),
            ...labels.map((label) => ordered.listed(label).map(known)),
          ],
  };
}

/** The values that are there at first, as listed; apart for each object. */
function byObject(
  { about }: Replicated,
  labels: readonly Label[],
  atFirst: readonly number[],
  values: readonly Value[],
): (readonly number[])[] {
  if (about === undefined) return [atFirst];
  return labels.map((label) => atFirst.filter((number) => about(label, values[number])));
}

/** The values of the object that the operation is on. */
const aboutOf = (type: Replicated, invocation: Invocation, values: readonly Value[]): readonly number[] =>
  values.flatMap((value, number) => (type.about?.(invocation, value) === false ? [] : [number]));

function wantedBy(
  type: Replicated,
  label: Label,
  values: readonly Value[],
  known: (value: Value) => number,
): Wanted | undefined | "nothing explains it" {
  const demands = type.demands(label);
  if (demands === undefined) return "nothing explains it";
  const { only, there = only ?? [], gone = [], least = 0, most = Infinity } = demands;
  const about = aboutOf(type, label, values);
  const wanted = new Int8Array(values.length);
  if (only !== undefined) for (const number of about) wanted[number] = -1;
  for (const value of gone) if (known(value) >= 0) wanted[known(value)] = -1;
  for (const value of there) {
    if (known(value) < 0) return "nothing explains it";
    wanted[known(value)] = 1;
  }
  const isNothing = least === 0 && most === Infinity && wanted.every((one) => one === 0);
  return isNothing ? undefined : { values: wanted, about, least, most };
}
