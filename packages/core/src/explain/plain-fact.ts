import { type History, type Label, labelOf, mayBeAbsent } from "../history/history.js";
import { printValue } from "../history/print.js";
import { equal, type Value } from "../history/value.js";
import type { SequentialType } from "../types/type.js";
import { nameOf } from "./name-of.js";

/** A history, and what it is checked as. */
interface Subject {
  readonly history: History;
  readonly type: SequentialType;
  readonly initial: Value | undefined;
}

/** How the values get into a type and out of it, for those that hold values as they are. */
interface Traffic {
  /** "no operation … 3". */
  readonly puts: string;
  /** "under key 1", where values are put at places. */
  readonly at?: (key: string) => string;
  /** The methods that return a value which some operation put there. */
  readonly gives: readonly string[];
  /** The methods that tell by `true` that their first argument is there. */
  readonly tells?: readonly string[];
  /** The methods that take a value away, each as often as it was put there: what they return, or by `true` their argument. */
  readonly takes?: readonly string[];
  /** The methods that put one there, each once, as their first argument; where they tell whether they did, those that return `true`. */
  readonly adds?: readonly string[];
}

const traffic: Readonly<Record<string, Traffic>> = {
  register: { puts: "writes", gives: ["read"] },
  memory: { puts: "writes", at: (key) => `to ${key}`, gives: ["read", "exchange"] },
  map: {
    puts: "puts",
    at: (key) => `under key ${key}`,
    gives: ["get", "put", "remove", "putIfAbsent", "replace", "keys", "values"],
    tells: ["containsKey", "containsValue"],
  },
  set: { puts: "adds", gives: ["toArray"], tells: ["contains", "remove"], takes: ["remove"], adds: ["add"] },
  queue: { puts: "offers", gives: ["poll", "peek", "toArray"], takes: ["poll"], adds: ["offer"] },
  stack: { puts: "pushes", gives: ["pop", "peek"], takes: ["pop"], adds: ["push"] },
  deque: {
    puts: "adds",
    gives: ["pollFirst", "pollLast", "peekFirst", "peekLast", "toArray"],
    takes: ["pollFirst", "pollLast"],
    adds: ["addFirst", "addLast"],
  },
  list: { puts: "inserts", gives: ["get", "read"] },
};

/**
 * What a person would say at once, where that is all there is to say: a value that nobody wrote, a mutex that
 * was acquired twice, an element that was taken twice.
 */
export function plainFact(subject: Subject, core: readonly number[]): string | undefined {
  return outOfNowhere(subject, core) ?? takenTwice(subject, core) ?? acquiredTwice(subject, core);
}

/** One operation that returned what no operation put there. */
export function outOfNowhere(
  { history, type, initial }: Subject,
  core: readonly number[],
): string | undefined {
  const told = type.ofUser === true ? undefined : traffic[type.name];
  if (core.length !== 1 || told === undefined) return undefined;
  const [id] = core;
  const given = givenBy(told, labelOf(history, id));
  if (given.length === 0) return undefined;
  const others = onSameObject(history, id).filter((other) => other !== id);
  const has = (other: number, one: Value): boolean =>
    labelOf(history, other).args.some((arg) => equal(arg, one));
  const key = told.at === undefined ? undefined : type.partition?.(labelOf(history, id));
  const isThere = (other: number): boolean => {
    const touched = key === undefined ? undefined : type.partition?.(labelOf(history, other));
    return touched === undefined || equal(touched, key as Value);
  };
  const value = given.find(
    (one) =>
      !others.some((other) => has(other, one) && isThere(other)) &&
      (initial === undefined || !holds(initial, one)),
  );
  if (value === undefined) return undefined;
  // Where it was put elsewhere, the place belongs to the reason.
  const isElsewhere = key !== undefined && others.some((other) => has(other, value));
  const where = isElsewhere ? ` ${told.at?.(printValue(key))}` : "";
  const what = isElsewhere && equal(value, key) ? "anything" : printValue(value);
  const why = `no operation ${told.puts} ${what}${where}, and it was not there at the start`;
  return `${nameOf(history, id)}: ${why}`;
}

/** The values that an operation shows to be there. */
function givenBy({ gives, tells = [] }: Traffic, { method, args, result }: Label): readonly Value[] {
  if (result === undefined || result === null) return [];
  if (tells.includes(method)) return result === true ? [args[0]] : [];
  if (!gives.includes(method)) return [];
  return Array.isArray(result) && !["get", "poll", "pop", "peek"].includes(method)
    ? (result as readonly Value[])
    : [result];
}

/** What an operation takes away, if anything. */
function takenBy({ takes = [], tells = [] }: Traffic, { method, args, result }: Label): Value | undefined {
  if (!takes.includes(method) || result === null) return undefined;
  if (!tells.includes(method)) return result;
  return result === true ? args[0] : undefined;
}

/** An element that was taken more often than it was added. */
function takenTwice({ history, type, initial }: Subject, core: readonly number[]): string | undefined {
  const told = type.ofUser === true ? undefined : traffic[type.name];
  if (told?.takes === undefined || told.adds === undefined) return undefined;
  const { adds, puts } = told;
  for (const id of core) {
    const value = takenBy(told, labelOf(history, id));
    if (value === undefined) continue;
    const others = onSameObject(history, id);
    const taking = others.filter((other) => {
      const taken = mayBeAbsent(history, other) ? undefined : takenBy(told, labelOf(history, other));
      return taken !== undefined && equal(taken, value);
    });
    const adding = others.filter((other) => {
      const { method, args, result } = labelOf(history, other);
      return adds.includes(method) && equal(args[0], value) && result !== false;
    });
    const atStart = Array.isArray(initial) ? initial.filter((one) => equal(one as Value, value)).length : 0;
    const unknown = initial !== undefined && !Array.isArray(initial);
    if (unknown || adding.length === 0 || taking.length <= adding.length + atStart) continue;
    if (taking.length > MOST || !taking.some((one) => core.includes(one))) continue;
    const by = taking.map((one) => nameOf(history, one)).join(" and ");
    const once = adding.map((one) => nameOf(history, one)).join(" and ");
    const there = atStart === 0 ? "" : `, and it was there ${times(atStart)} at the start`;
    const count = taking.length === 2 ? "twice" : times(taking.length);
    return `${printValue(value)} was taken ${count}, by ${by}, but only ${once} ${puts} it${there}`;
  }
  return undefined;
}

/** More operations than this are not listed. */
const MOST = 4;

const times = (count: number): string => (count === 1 ? "once" : `${count} times`);

/** Two that acquired a mutex, with no release between them whatever the others did. */
function acquiredTwice({ history, type, initial }: Subject, core: readonly number[]): string | undefined {
  if (type.ofUser === true || type.name !== "mutex") return undefined;
  const methods = core.map((id) => labelOf(history, id).method);
  const list = core.map((id) => nameOf(history, id)).join(" and ");
  if (core.length === 2 && methods.every((method) => method === "acquire"))
    return `the mutex was acquired twice, by ${list}, and nothing can have released it in between`;
  if (core.length === 1 && methods[0] === "acquire" && initial === true)
    return `${list}: the mutex was held from the start, and nothing can have released it before`;
  if (core.length === 1 && methods[0] === "release") return `${list}: nobody can have held the mutex then`;
  return undefined;
}

function onSameObject(history: History, id: number): number[] {
  return Array.from(history.label.keys()).filter((other) => history.object[other] === history.object[id]);
}

/** Whether the value is, or has in it, the other. */
function holds(value: Value, other: Value): boolean {
  if (equal(value, other)) return true;
  if (value === null || typeof value !== "object") return false;
  return Object.values(value).some((part) => holds(part, other));
}
