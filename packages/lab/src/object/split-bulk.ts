import type { History, SequentialType, Value } from "@sightline/core";
import { programHistory, stepsOf } from "./notation.js";
import type { ObjectSpec } from "./object-spec.js";
import { type Call, isBlocked, isNotReached, type Outcome, type Program, type Step } from "./program.js";

/** How the result of a bulk call comes from those of its element operations. */
type Combination =
  /** It returns nothing. */
  | "nothing"
  /** Whether any of them returned true. */
  | "any"
  /** Whether all of them did; the first that did not is the last to run. */
  | "all";

interface Split {
  readonly parts: readonly Call[];
  readonly combination: Combination;
}

/**
 * A program in which bulk calls stand for the sequences of their element operations, each of which may
 * take effect, and see others, on its own. POPL'19 gives bulk mutators no level at all, for they are
 * not atomic; so split they have one.
 */
export interface SplitProgram {
  /** The element operations in place of the bulk calls: what the object is asked when run sequentially. */
  readonly program: Program;
  /** The type of `program`, made to fit the histories below. */
  fit(type: SequentialType): SequentialType;
  /**
   * What may have been seen of the element operations where this was seen of the bulk calls: the outcome
   * is admitted if one of these histories is. An element operation bears the name of its bulk call, so
   * that a level or an axiom for that name is about it.
   */
  histories(outcome: Outcome): readonly History[];
}

/** The methods that can be split. */
export const bulkMethods: readonly string[] = [
  "clear",
  "putAll",
  "addAll",
  "removeAll",
  "retainAll",
  "containsAll",
];

/** Whether a program has a call that can be split. */
export function hasBulk(program: Program): boolean {
  return stepsOf(program).some((step) => isBulk(step));
}

const isBulk = ({ on, method }: Step): boolean => on === undefined && bulkMethods.includes(method);

/**
 * Splits the bulk calls of a program. Which elements `clear` meets is not known: it is the removal of
 * everything that the program may have inserted, in ascending order (of a queue: as many polls as the
 * program has insertions). `putAll` and `addAll` insert in the order of their argument; `removeAll`,
 * `retainAll` and `containsAll` are a `remove` or `contains` for each element concerned.
 */
export function splitBulk(program: Program, { methods }: ObjectSpec): SplitProgram {
  const names = new Set(methods.map(({ name }) => name));
  const kind = names.has("poll") ? "queue" : names.has("put") ? "map" : "set";
  const splits = stepsOf(program).map((step) => (isBulk(step) ? splitCall(step, kind, program) : undefined));
  return {
    program: rebuild(program, splits, ({ parts }) => [...parts]),
    fit: (type) => ({
      name: type.name,
      init: (initial) => type.init(initial) as unknown,
      step: (state, { method, args }) => type.step(state, partOf(method, args)),
      ...(type.key !== undefined && { key: (state: unknown) => (type.key as KeyOf)(state) }),
    }),
    histories: (outcome) =>
      alternatives(splits, outcome).map((results) => {
        const shown = rebuild(program, splits, ({ parts }, i) =>
          parts.slice(0, results[i].length).map(({ method, args }) => ({
            method: stepsOf(program)[i].method,
            args: [method, ...args],
          })),
        );
        // A result that is not there is one that was not observed.
        return programHistory(shown, results.flat() as Outcome);
      }),
  };
}

type KeyOf = (state: unknown) => string | number;

/** The call that an operation of a history stands for: `clear("remove",1)` for the part `remove(1)`. */
function partOf(method: string, args: readonly Value[]): Call {
  return bulkMethods.includes(method) ? { method: args[0] as string, args: args.slice(1) } : { method, args };
}

/** The same threads with the parts of each bulk call in its place. */
function rebuild(
  { threads }: Program,
  splits: readonly (Split | undefined)[],
  partsOf: (split: Split, index: number) => readonly Step[],
): Program {
  let next = 0;
  return {
    threads: threads.map((steps) =>
      steps.flatMap((step): readonly Step[] => {
        const split = splits[next++];
        return split === undefined ? [step] : partsOf(split, next - 1);
      }),
    ),
  };
}

/** Per step the results of its parts; every way to choose them for all steps. */
function alternatives(
  splits: readonly (Split | undefined)[],
  outcome: Outcome,
): readonly (readonly (readonly (Value | undefined)[])[])[] {
  return splits.reduce<(readonly (Value | undefined)[])[][]>(
    (all, split, i) => {
      const ways = split === undefined ? [[outcome[i]]] : partResults(split, outcome[i]);
      return all.flatMap((before) => ways.map((way) => [...before, way]));
    },
    [[]],
  );
}

/** What the parts may have returned where the bulk call returned this; fewer results: the rest did not run. */
function partResults({ parts, combination }: Split, result: Value): (Value | undefined)[][] {
  const before = (count: number, value: Value): Value[] => Array.from({ length: count }, () => value);
  const unobserved = (count: number): undefined[] => Array.from({ length: count }, () => undefined);
  if (isNotReached(result)) return [[]];
  if (isBlocked(result)) return parts.map((_, done) => [...unobserved(done), result]); // one of them does
  switch (combination) {
    case "nothing":
      return result === null ? [unobserved(parts.length)] : [];
    case "any":
      if (result === false) return [before(parts.length, false)];
      if (result !== true) return [];
      return parts.map((_, first) => [
        ...before(first, false),
        true,
        ...unobserved(parts.length - first - 1),
      ]);
    case "all":
      if (result === true) return [before(parts.length, true)];
      return result === false ? parts.map((_, first) => [...before(first, true), false]) : [];
  }
}

function splitCall({ method, args }: Call, kind: "queue" | "map" | "set", program: Program): Split {
  const inserted = insertedBy(program, kind);
  const given = elementsOf(args[0]);
  const distinct = [...new Set(inserted)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const removal = (element: number | string): Call[] => {
    // A queue may hold an element several times.
    const times = kind === "queue" ? inserted.filter((other) => other === element).length : 1;
    return Array.from({ length: times }, () => ({ method: "remove", args: [element] }));
  };
  switch (method) {
    case "clear":
      return {
        combination: "nothing",
        parts:
          kind === "queue" ? inserted.map(() => ({ method: "poll", args: [] })) : distinct.flatMap(removal),
      };
    case "putAll":
      return {
        combination: "nothing",
        parts: pairsOf(args[0]).map((pair) => ({ method: "put", args: pair })),
      };
    case "addAll":
      return { combination: "any", parts: given.map((element) => ({ method: "add", args: [element] })) };
    case "removeAll":
      // As it is given; but of a queue each element as often as it may be there.
      return {
        combination: "any",
        parts: (kind === "queue" ? [...new Set(given)] : given).flatMap(removal),
      };
    case "retainAll":
      return {
        combination: "any",
        parts: distinct.filter((element) => !given.includes(element)).flatMap(removal),
      };
    default:
      return {
        combination: "all",
        parts: given.map((element) => ({
          method: kind === "map" ? "containsKey" : "contains",
          args: [element],
        })),
      };
  }
}

/** The elements, or keys, that calls of the program insert, as often as they do. */
function insertedBy(program: Program, kind: "queue" | "map" | "set"): (number | string)[] {
  return stepsOf(program).flatMap(({ on, method, args: [first] }) => {
    if (on !== undefined || !/^(add|offer|put|push|insert)/.test(method)) return [];
    if (method === "putAll" && kind === "map") return elementsOf(pairsOf(first).map(([key]) => key));
    return elementsOf(Array.isArray(first) ? first : [first]);
  });
}

const elementsOf = (value: Value | undefined): (number | string)[] =>
  (Array.isArray(value) ? (value as Value[]) : []).filter(
    (element) => typeof element === "number" || typeof element === "string",
  );

/** The pairs of a map, each key once and where it first stands, with its last value. */
function pairsOf(value: Value | undefined): readonly (readonly [Value, Value])[] {
  if (value === null || typeof value !== "object") return [];
  const pairs = Array.isArray(value) ? (value as [Value, Value][]) : Object.entries(value);
  return [...new Map<Value, Value>(pairs)];
}
