import type { Label } from "../../../history/history.js";
import { canonical, type Value } from "../../../history/value.js";
import type { Replicated } from "../../../types/replicated.js";
import type { Meter } from "../../meter.js";
import type { LongProblem } from "../long-problem.js";

/** What the result of a label demands, by the numbers of values. */
export interface WantedValues {
  readonly there: readonly number[];
  readonly gone: readonly number[];
  /** Whether nothing but what is named is there. */
  readonly only: boolean;
  readonly least: number;
  readonly most: number;
}

/** The values of a replicated type in a problem by numbers, and what its labels do to them. */
export interface ReplicatedValues {
  readonly values: readonly Value[];
  /** Value → the object that it is of. */
  readonly objectOf: Int32Array;
  /** The values that are there at first, in their order. */
  readonly atFirst: readonly number[];
  /** Label → the object that it is on. */
  readonly on: Int32Array;
  /** Label → the value that it puts there, or -1. */
  readonly puts: Int32Array;
  /** Label → whether it takes values away; and whether this one. */
  readonly isTaker: Uint8Array;
  takes(label: number, value: number): boolean;
  /** Label → the values that it takes, if they are few: else all of its object may be. */
  readonly taken: readonly (readonly number[] | undefined)[];
  /** Label → what it demands; `undefined` where nothing explains it. */
  readonly wanted: readonly (WantedValues | undefined)[];
  /** The number of a value, or -1. */
  numberOf(value: Value): number;
}

/** With so many values that a label takes, it is asked of each that is there instead. */
const MANY = 4;

/** The values that the operations of a problem put, and what its labels do to them. */
export function replicatedValues(
  problem: LongProblem,
  type: Replicated,
  initial: Value | undefined,
  meter?: Meter,
): ReplicatedValues {
  const { labels, history } = problem;
  const several = history.objects.length > 1;
  const numbers = new Map<string, number>();
  const values: Value[] = [];
  const add = (value: Value): number => {
    const text = canonical(value);
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, values.length);
    return values.push(value) - 1;
  };
  const numberOf = (value: Value): number => numbers.get(canonical(value)) ?? -1;
  const atFirst = type.initial(initial).map(add);
  const puts = Int32Array.from(labels, (label) => {
    const value = type.puts(label);
    return value === undefined ? -1 : add(value);
  });
  const on = Int32Array.from(labels, ({ args }) => (several ? (args[0] as number) : 0));
  const objectOf = Int32Array.from(values, (value) => (several ? (value as readonly [number, Value])[0] : 0));
  const isPure = labels.map((label) => problem.type.pure?.({ ...label, result: undefined }) === true);
  const taken = labels.map((label, at): readonly number[] | undefined => {
    if (isPure[at]) return [];
    meter?.work(values.length >> 3);
    const found: number[] = [];
    for (let value = 0; value < values.length; value++) {
      if (!type.takes(label, values[value])) continue;
      found.push(value);
      if (found.length > MANY) return undefined;
    }
    return found;
  });
  return {
    values,
    objectOf,
    atFirst,
    on,
    puts,
    isTaker: Uint8Array.from(taken, (some) => (some?.length === 0 ? 0 : 1)),
    takes: (label, value) => type.takes(labels[label], values[value]),
    taken,
    wanted: labels.map((label) => {
      const found = wantedBy(type, label, numberOf);
      meter?.work(found?.there.length ?? 0);
      return found;
    }),
    numberOf,
  };
}

function wantedBy(
  type: Replicated,
  label: Label,
  numberOf: (value: Value) => number,
): WantedValues | undefined {
  const demands = type.demands(label);
  if (demands === undefined) return undefined;
  const { only, there = only ?? [], gone = [], least = 0, most = Infinity } = demands;
  const named = there.map(numberOf);
  if (named.includes(-1)) return undefined;
  return {
    there: named,
    gone: gone.map(numberOf).filter((value) => value >= 0),
    only: only !== undefined,
    least,
    most,
  };
}
