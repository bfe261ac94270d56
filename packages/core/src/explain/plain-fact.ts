import { type History, labelOf, mayBeAbsent } from "../history/history.js";
import { printOperation, printValue } from "../history/print.js";
import { equal, type Value } from "../history/value.js";
import type { SequentialType } from "../types/type.js";

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
  /** The methods that return a value which some operation put there. */
  readonly gives: readonly string[];
  /** Those of them that take it away: each value as often as it was put there. */
  readonly takes?: readonly string[];
  /** The methods that put one there, each once, as their first argument. */
  readonly adds?: readonly string[];
}

const traffic: Readonly<Record<string, Traffic>> = {
  register: { puts: "writes", gives: ["read"] },
  memory: { puts: "writes", gives: ["read", "exchange"] },
  map: { puts: "puts", gives: ["get", "put", "remove", "putIfAbsent", "replace"] },
  queue: { puts: "offers", gives: ["poll", "peek"], takes: ["poll"], adds: ["offer"] },
  stack: { puts: "pushes", gives: ["pop", "peek"], takes: ["pop"], adds: ["push"] },
  deque: {
    puts: "adds",
    gives: ["pollFirst", "pollLast", "peekFirst", "peekLast"],
    takes: ["pollFirst", "pollLast"],
    adds: ["addFirst", "addLast"],
  },
};

/**
 * What a person would say at once, where that is all there is to say: a value that nobody wrote, a mutex that
 * was acquired twice, an element that was taken twice.
 */
export function plainFact(subject: Subject, core: readonly number[]): string | undefined {
  return outOfNowhere(subject, core) ?? takenTwice(subject, core) ?? acquiredTwice(subject, core);
}

const named = (history: History, id: number): string => `#${id} ${printOperation(labelOf(history, id))}`;

/** One operation that returned what no operation put there. */
export function outOfNowhere(
  { history, type, initial }: Subject,
  core: readonly number[],
): string | undefined {
  const told = type.ofUser === true ? undefined : traffic[type.name];
  if (core.length !== 1 || told === undefined) return undefined;
  const [id] = core;
  const { method, result } = labelOf(history, id);
  if (!told.gives.includes(method) || result === undefined || result === null) return undefined;
  const isPutThere = onSameObject(history, id).some((other) =>
    labelOf(history, other).args.some((arg) => equal(arg, result)),
  );
  if (isPutThere || (initial !== undefined && holds(initial, result))) return undefined;
  const why = `no operation ${told.puts} ${printValue(result)}, and it was not there at the start`;
  return `${named(history, id)}: ${why}`;
}

/** An element that was taken more often than it was added. */
function takenTwice({ history, type, initial }: Subject, core: readonly number[]): string | undefined {
  const { takes, adds, puts } = (type.ofUser === true ? undefined : traffic[type.name]) ?? {};
  if (takes === undefined || adds === undefined) return undefined;
  for (const id of core) {
    const { method, result } = labelOf(history, id);
    if (!takes.includes(method) || result === undefined || result === null) continue;
    const others = onSameObject(history, id);
    const taking = others.filter((other) => {
      const label = labelOf(history, other);
      return !mayBeAbsent(history, other) && takes.includes(label.method) && isResult(label.result, result);
    });
    const adding = others.filter((other) => {
      const label = labelOf(history, other);
      return adds.includes(label.method) && equal(label.args[0], result);
    });
    const atStart = Array.isArray(initial) ? initial.filter((one) => equal(one as Value, result)).length : 0;
    const unknown = initial !== undefined && !Array.isArray(initial);
    if (unknown || adding.length === 0 || taking.length <= adding.length + atStart) continue;
    if (taking.length > MOST || !taking.some((one) => core.includes(one))) continue;
    const by = taking.map((one) => named(history, one)).join(" and ");
    const once = adding.map((one) => named(history, one)).join(" and ");
    const there = atStart === 0 ? "" : `, and it was there ${times(atStart)} at the start`;
    const count = taking.length === 2 ? "twice" : times(taking.length);
    return `${printValue(result)} was taken ${count}, by ${by}, but only ${once} ${puts} it${there}`;
  }
  return undefined;
}

/** More operations than this are not listed. */
const MOST = 4;

const times = (count: number): string => (count === 1 ? "once" : `${count} times`);

const isResult = (result: Value | undefined, value: Value): boolean =>
  result !== undefined && equal(result, value);

/** Two that acquired a mutex, with no release between them whatever the others did. */
function acquiredTwice({ history, type, initial }: Subject, core: readonly number[]): string | undefined {
  if (type.ofUser === true || type.name !== "mutex") return undefined;
  const methods = core.map((id) => labelOf(history, id).method);
  const list = core.map((id) => named(history, id)).join(" and ");
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
