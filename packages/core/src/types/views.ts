import type { Label } from "../history/history.js";
import { canonical, equal, type Value } from "../history/value.js";
import { printValue } from "../history/print.js";
import type { SequentialType } from "./type.js";

/**
 * What an operation does to a part of the state. A label: just what that operation does to the part taken
 * as a whole state, with that result where one is given. `nothing`: the part stays, and the result tells
 * nothing of it. `perhaps`: one of both.
 */
export type Image = Label | "nothing" | { readonly perhaps: Label };

/** Whether a key or element belongs to the part. */
export type Kept = (name: Value) => boolean;

/**
 * How the state of a type falls into parts, each a state of the type itself: the keys of a map, the elements
 * of a queue. Proofs of violations look at one part at a time. A wrong view makes wrong proofs, so the tests
 * fuzz each against plain replay.
 */
// biome-ignore lint: states are opaque to everyone but their type
export interface Views<State = any> {
  /** The keys or elements that the operation is about. */
  names(label: Label): readonly Value[];
  /** How many of them are worth looking at together: two where their order tells something. */
  readonly together: 1 | 2;
  /** The part of the state that is made of the kept names. */
  part(state: State, kept: Kept): State;
  /** What the operation does to that part. */
  image(label: Label, kept: Kept): Image;
  /** Maps each state of a part to one that none of these labels, nor others after it, can tell from it; `quotient` of the type where there is none. */
  merge?(labels: readonly Label[]): (state: State) => State;
  /** That the part is in one of these states, as a clause: `key 1 is 0 or absent`. */
  tell(states: readonly State[], names: readonly Value[]): string;
}

/** What is looked at of a state: the whole, or the part made of some keys or elements. */
export interface Part<State> {
  /** What of the state it is. */
  of(state: State): State;
  /** What the operation does to it. */
  image(label: Label): Image;
  /** Maps each of its states to one that none of these labels, nor others after it, can tell from it. */
  merge(labels: readonly Label[]): (state: State) => State;
}

/** A part of the state of a type; `undefined` where it has no parts. */
export function partOf<State>(
  { views, quotient, ofUser }: SequentialType<State>,
  keep: "whole" | readonly Value[],
): Part<State> | undefined {
  const merging = ofUser === true ? undefined : keep === "whole" ? quotient : (views?.merge ?? quotient);
  const merge: Part<State>["merge"] = (labels) => merging?.(labels) ?? ((state) => state);
  if (keep === "whole") return { of: (state) => state, image: (label) => label, merge };
  const kept = keptOf(keep);
  return (
    views && { of: (state) => views.part(state, kept), image: (label) => views.image(label, kept), merge }
  );
}

/** The names as a test. */
export function keptOf(names: readonly Value[]): Kept {
  const texts = new Set(names.map(canonical));
  return (name) => texts.has(canonical(name));
}

/** The same operation, where it is about a kept name. */
export const ofName = (label: Label, name: Value, kept: Kept): Image => (kept(name) ? label : "nothing");

/** The same operation, where it returned this: a part is empty when the whole is, and holds not what the whole does not. */
export const ifReturned = (label: Label, result: Value): Image =>
  label.result !== undefined && equal(label.result, result) ? label : "nothing";

/** The same operation, with what it lists of the part. */
export function listing(label: Label, kept: Kept, nameOf: (item: Value) => Value = (item) => item): Image {
  const { result } = label;
  if (!Array.isArray(result)) return "nothing";
  return { ...label, result: (result as readonly Value[]).filter((item) => kept(nameOf(item))) };
}

/**
 * The views of a container whose elements go in and come out in an order: each element, and each two.
 * `adds` puts its argument in; `takes` takes one out and `peeks` shows it, null where there is none.
 */
export function containerViews<State>(
  methods: {
    readonly adds: readonly string[];
    readonly takes: readonly string[];
    readonly peeks: readonly string[];
  },
  part: (state: State, kept: Kept) => State,
  /** The elements, the next one to come out first; of two ends, those at the front first. */
  elements: (state: State) => readonly Value[],
  noun: string,
  ends: 1 | 2 = 1,
): Views<State> {
  const { adds, takes, peeks } = methods;
  return {
    tell: (states, names) => tellContainer(states.map(elements), names, noun, ends),
    together: 2,
    names({ method, args, result }) {
      if (adds.includes(method)) return [args[0]];
      if (method === "toArray" && Array.isArray(result)) return result;
      const shows = takes.includes(method) || peeks.includes(method);
      return shows && result !== undefined && result !== null ? [result] : [];
    },
    part,
    image(label, kept) {
      const { method, args, result } = label;
      if (adds.includes(method)) return ofName(label, args[0], kept);
      if (takes.includes(method) && result === undefined) return { perhaps: label };
      if (takes.includes(method) || peeks.includes(method))
        return result === null ? label : result === undefined ? "nothing" : ofName(label, result, kept);
      return ofMany(label, kept);
    },
  };
}

/** A variable as a subject: `x`, and `key 3` where its name would be read as a value. */
export const variableName = (name: Value): string =>
  typeof name === "string" ? printValue(name) : `key ${printValue(name)}`;

/** Of each name, what it is in these states. */
export function tellEach<State>(
  states: readonly State[],
  names: readonly Value[],
  lead: (name: Value) => string,
  valueAt: (state: State, name: Value) => string,
): string {
  const clauses = names.map((name) => {
    const values = [...new Set(states.map((state) => valueAt(state, name)))];
    return `${lead(name)} ${values.length > 4 ? `one of ${values.length} values` : either(values)}`;
  });
  return clauses.join(" and ");
}

/** `a, b or c`. */
const either = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;

function tellContainer(
  states: readonly (readonly Value[])[],
  names: readonly Value[],
  noun: string,
  ends: 1 | 2,
): string {
  const [one, other] = names.map(printValue);
  if (states.every((state) => state.length === 0))
    return names.length === 1
      ? `${one} is not in the ${noun}`
      : `neither ${one} nor ${other} is in the ${noun}`;
  if (names.length === 1 && states.every((state) => state.length > 0)) return `${one} is in the ${noun}`;
  const first = new Set(states.map((state) => (state.length === 0 ? undefined : printValue(state[0]))));
  const [next] = first;
  if (ends === 1 && names.length === 2 && first.size === 1 && next !== undefined)
    return `${next} is in the ${noun} with no ${next === one ? other : one} to come out before it`;
  const texts = [
    ...new Set(
      states.map((state) => (state.length === 0 ? "nothing" : `[${state.map(printValue).join(", ")}]`)),
    ),
  ];
  return `of ${names.map(printValue).join(" and ")} the ${noun} holds ${texts.length > 4 ? `one of ${texts.length} sequences` : either(texts)}`;
}

/** What the methods that are about all elements do to a part. */
export function ofMany(label: Label, kept: Kept): Image {
  switch (label.method) {
    case "size":
      return ifReturned(label, 0);
    case "isEmpty":
      return ifReturned(label, true);
    case "toArray":
    case "keys":
      return listing(label, kept);
    case "entries":
      return listing(label, kept, (entry) => (Array.isArray(entry) ? (entry[0] as Value) : entry));
    case "clear":
      return label;
    default:
      return "nothing";
  }
}

/** The views of a transaction of reads and updates: one for each key. */
export function accessViews<State>(
  part: (state: State, kept: Kept) => State,
  valueAt: (state: State, key: Value) => string,
): Views<State> {
  type Accesses = readonly (readonly [string, Value, Value])[];
  const of = (label: Label): Accesses => label.args[0] as unknown as Accesses;
  return {
    together: 1,
    names: (label) => of(label).map(([, key]) => key),
    tell: (states, names) => tellEach(states, names, (key) => `${variableName(key)} is`, valueAt),
    part,
    image(label, kept) {
      const mine = (list: Accesses): Value => list.filter(([, key]) => kept(key));
      if (!of(label).some(([, key]) => kept(key))) return "nothing";
      const { method, result } = label;
      const fits = Array.isArray(result) && result.every((access: Value) => Array.isArray(access));
      // A result of another shape can come from no state: it is left as it is.
      return {
        method,
        args: [mine(of(label))],
        result: fits ? mine(result as unknown as Accesses) : result,
      };
    },
  };
}
