import { didYouMean, type SequentialType } from "@sightline/core";

/** What a call of a method is recorded as. */
export interface Recorded {
  /** The method of the type. */
  readonly method: string;
  /** Whether what it returns is what the type's method returns; else any result will do. */
  readonly observed: boolean;
}

const seen = (method: string): Recorded => ({ method, observed: true });
const unseen = (method: string): Recorded => ({ method, observed: false });

const map = { set: unseen("put"), delete: unseen("remove"), has: seen("containsKey") };
const register = { set: unseen("write"), get: seen("read") };
const counter = { increment: unseen("inc"), decrement: unseen("dec"), value: seen("read") };

/**
 * JavaScript's own names for the methods of built-in types. `Map.set` returns the map, not what was there before;
 * `Array.push` the new length.
 */
const ownNames: Readonly<Record<string, Readonly<Record<string, Recorded>>>> = {
  map,
  "lww-map": map,
  set: { delete: seen("remove"), has: seen("contains") },
  "or-set": { delete: unseen("remove"), has: seen("contains") },
  register,
  "lww-register": register,
  "mv-register": register,
  memory: register,
  kv: { set: unseen("put") },
  queue: {
    enqueue: unseen("offer"),
    dequeue: seen("poll"),
    push: unseen("offer"),
    shift: seen("poll"),
    length: seen("size"),
  },
  stack: { push: unseen("push"), length: seen("size") },
  deque: {
    push: unseen("addLast"),
    pop: seen("pollLast"),
    unshift: unseen("addFirst"),
    shift: seen("pollFirst"),
    length: seen("size"),
  },
  counter,
  "pn-counter": counter,
};

/**
 * Which methods of an object are recorded, and as which of the type: those of the type, and JavaScript's own names
 * for them; or those that are given, as a list, or as `{ theirName: "the type's" }`.
 * @returns for a method's name, what it is recorded as; `undefined` where it is not
 */
export function methodNames(
  type: SequentialType | undefined,
  given: readonly string[] | Readonly<Record<string, string>> | undefined,
): (name: string) => Recorded | undefined {
  const known = type?.methods;
  if (given === undefined) {
    if (type === undefined || known === undefined) return seen;
    const aliases = ownNames[type.name] ?? {};
    return (name) =>
      Object.hasOwn(aliases, name) ? aliases[name] : Object.hasOwn(known, name) ? seen(name) : undefined;
  }
  const pairs = Array.isArray(given)
    ? given.map((name: string): [string, string] => [name, name])
    : Object.entries(given as Readonly<Record<string, string>>);
  const names = new Map(pairs.map(([name, method]) => [name, seen(method)]));
  if (known !== undefined)
    for (const { method } of names.values())
      if (!Object.hasOwn(known, method))
        throw new TypeError(
          `type ${type?.name} has no method "${method}": ${didYouMean(method, Object.keys(known), `its methods are ${Object.keys(known).join(", ")}`)}`,
        );
  return (name) => names.get(name);
}
