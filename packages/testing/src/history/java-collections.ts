import type { Invocation } from "@sightline/core/history/history.js";
import type { Value } from "@sightline/core/history/value.js";
import { deque } from "@sightline/core/types/deque.js";
import { map } from "@sightline/core/types/map.js";
import { queue } from "@sightline/core/types/queue.js";
import { set } from "@sightline/core/types/set.js";
import { outcomes, type SequentialType } from "@sightline/core/types/type.js";

/** Asks the built-in type something in the present state. */
type Ask = (method: string, ...args: Value[]) => Value;
/** A further method: what it asks, the built-in methods that it then calls, and what it returns. */
type Method = (ask: Ask, args: readonly Value[]) => { calls?: Invocation[]; result: Value };

/** What Java throws as `NoSuchElementException`. */
const EXCEPTION = "E";

/**
 * A deterministic built-in type with further methods. It has no hints: as a user's own type would be.
 */
function extended(base: SequentialType, methods: Readonly<Record<string, Method>>): SequentialType {
  const only = (state: unknown, invocation: Invocation) => outcomes(base, state, invocation)[0];
  return {
    name: `java ${base.name}`,
    init: (initial) => base.init(initial) as unknown,
    step(state: unknown, { method, args }) {
      if (!Object.hasOwn(methods, method)) return only(state, { method, args });
      const ask: Ask = (asked, ...given) => only(state, { method: asked, args: given }).result;
      const { calls = [], result } = methods[method](ask, args);
      return { state: calls.reduce((before, call) => only(before, call).state as unknown, state), result };
    },
    ...(base.key !== undefined && { key: base.key.bind(base) }),
  };
}

const call = (method: string, ...args: Value[]): Invocation => ({ method, args });
const entriesOf = (ask: Ask): [number, number][] => ask("entries") as never;
const elementsOf = (ask: Ask): number[] => ask("toArray") as never;
const pairs = (entries: readonly (readonly [number, number])[]): string =>
  entries.map(([key, value]) => `${key}=${value}`).join(",");
const bracketed = (elements: readonly number[]): string => `[${elements.join(",")}]`;

/** Takes an entry, if there is one, and returns it as `key=value`. */
const takeEntry =
  (at: 0 | -1): Method =>
  (ask) => {
    const entry = entriesOf(ask).at(at);
    return entry === undefined
      ? { result: null }
      : { calls: [call("remove", entry[0])], result: pairs([entry]) };
  };

/** Takes an element, if there is one, and returns it. */
const takeElement =
  (at: 0 | -1): Method =>
  (ask) => {
    const element = elementsOf(ask).at(at);
    return element === undefined ? { result: null } : { calls: [call("remove", element)], result: element };
  };

/**
 * The sequential behaviour of the collections of java.util.concurrent, as far as the programs of
 * POPL'19 use it. Texts, ranges and entries come as they are written there: `[0,1]`, `{0=1}`.
 */
export const javaCollections: Readonly<Record<"map" | "set" | "queue" | "deque", SequentialType>> = {
  map: extended(map, {
    contains: (ask, [value]) => ({ result: ask("containsValue", value) }),
    elements: (ask) => ({ result: ask("values") }),
    keySet: (ask) => ({ result: ask("keys") }),
    mappingCount: (ask) => ({ result: ask("size") }),
    entrySet: (ask) => ({ result: `[${pairs(entriesOf(ask))}]` }),
    toString: (ask: Ask) => ({ result: `{${pairs(entriesOf(ask))}}` }),
    tailMap: (ask, [from]) => ({
      result: `{${pairs(entriesOf(ask).filter(([key]) => key >= (from as number)))}}`,
    }),
    pollFirstEntry: takeEntry(0),
    pollLastEntry: takeEntry(-1),
  }),
  set: extended(set, {
    headSet: (ask, [to]) => ({ result: elementsOf(ask).filter((element) => element < (to as number)) }),
    tailSet: (ask, [from]) => ({ result: elementsOf(ask).filter((element) => element >= (from as number)) }),
    subSet: (ask, [from, to]) => ({
      result: elementsOf(ask).filter((element) => element >= (from as number) && element < (to as number)),
    }),
    toString: (ask: Ask) => ({ result: bracketed(elementsOf(ask)) }),
    pollFirst: takeElement(0),
    pollLast: takeElement(-1),
  }),
  queue: extended(queue, {
    toString: (ask: Ask) => ({ result: bracketed(elementsOf(ask)) }),
  }),
  deque: extended(deque, {
    toString: (ask: Ask) => ({ result: bracketed(elementsOf(ask)) }),
    getLast: (ask) => ({ result: ask("peekLast") ?? EXCEPTION }),
    removeLast: (ask) => ({ calls: [call("pollLast")], result: ask("peekLast") ?? EXCEPTION }),
    removeLastOccurrence(ask, [element]) {
      const elements = elementsOf(ask);
      const at = elements.lastIndexOf(element as number);
      if (at < 0) return { result: false };
      const left = elements.toSpliced(at, 1);
      return { calls: [call("clear"), ...left.map((one) => call("offer", one))], result: true };
    },
  }),
};
