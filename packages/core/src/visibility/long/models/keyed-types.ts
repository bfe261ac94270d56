import type { Invocation, Label } from "../../../history/history.js";
import { equal, type Value } from "../../../history/value.js";
import { list } from "../../../types/list.js";
import { map } from "../../../types/map.js";
import { mvRegister } from "../../../types/mv-register.js";
import { queue } from "../../../types/queue.js";
import { register } from "../../../types/register.js";
import { set } from "../../../types/set.js";
import { stack } from "../../../types/stack.js";
import type { Replicated } from "../../../types/replicated.js";
import type { SequentialType } from "../../../types/type.js";
import { keyedScores } from "./keyed-scores.js";

/** What is at a key: a value; or nothing. */
export type Content = { readonly value: Value } | undefined;

/** An update of one key. */
export interface KeyUpdate {
  readonly key: Value;
  readonly content: Content;
}

/** What a result tells of one key: which content was there. */
export interface KeyQuestion {
  readonly key: Value;
  /** Whether it may be so if this is the last that is seen of it; `all` are the contents of its updates and its start. */
  fits(content: Content, all: readonly Content[]): boolean;
  /** All contents that fit, where they are few. */
  readonly contents?: readonly Content[];
}

/** That at least, and at most, so many keys have a content that fits. */
export interface KeyCount {
  readonly fits: (content: Content) => boolean;
  readonly least: number;
  readonly most: number;
}

/** How labels of a type speak of keys. */
export interface KeyedType {
  /**
   * Whether the content of a key is what the last update of it put there, whatever was there before.
   */
  readonly lastWins: boolean;
  /**
   * Whether a result asks of the last update of a key that is seen that it is one of those that fit. If not, it only
   * tells that some update that fits is seen. Default: as `lastWins`.
   */
  readonly asksLast?: boolean;
  /** Whether the model holds of these labels: it has no word for some methods. */
  covers(invocation: Invocation): boolean;
  /** What the invocation puts at a key; `undefined` where it changes nothing. */
  update(invocation: Invocation): KeyUpdate | undefined;
  /** What the result of a label tells of keys. */
  questions(label: Label): readonly KeyQuestion[];
  /** What a result tells of every key there is, such as a list of all elements. Default: nothing. */
  all?(label: Label): ((key: Value) => KeyQuestion["fits"]) | undefined;
  /** How many keys there are of which something holds, as a result tells. Default: nothing is told. */
  counted?(label: Label): KeyCount | undefined;
  /** What the key has at the start. */
  start(initial: unknown, key: Value): Content;
}

const present = (content: Content): boolean => content !== undefined;
const absent = (content: Content): boolean => content === undefined;
const holds = (value: Value) => (content: Content) => content !== undefined && equal(content.value, value);
/** A key of which the value is returned; null is returned of one that is absent, and of one with that value. */
const returned = (key: Value, value: Value): KeyQuestion => ({
  key,
  fits: (content) => (content === undefined ? value === null : equal(content.value, value)),
  contents: value === null ? [{ value }, undefined] : [{ value }],
});

/** What `size` and `isEmpty` tell. */
function countedKeys({ method, result }: Label): KeyCount | undefined {
  if (method === "size") return { fits: present, least: Number(result), most: Number(result) };
  return method === "isEmpty" && result === false ? { fits: present, least: 1, most: Infinity } : undefined;
}

const ofSet: KeyedType = {
  lastWins: true,
  covers: ({ method }) => method !== "clear",
  update({ method, args }) {
    if (method === "add") return { key: args[0], content: { value: true } };
    return method === "remove" ? { key: args[0], content: undefined } : undefined;
  },
  questions({ method, args, result }) {
    const [key] = args;
    if (method === "add") return [{ key, fits: result === true ? absent : present }];
    if (method === "remove" || method === "contains")
      return [{ key, fits: result === true ? present : absent }];
    return [];
  },
  all({ method, result }) {
    if (method === "toArray" && Array.isArray(result)) return listed(result as readonly Value[], present);
    const none = (method === "isEmpty" && result === true) || (method === "size" && result === 0);
    return none ? () => absent : undefined;
  },
  counted: countedKeys,
  start: (initial, key) =>
    (set.step(initial as never, { method: "contains", args: [key] }) as { result: Value }).result === true
      ? { value: true }
      : undefined,
};

/** Of the keys that are listed `fits`, of the others that they are absent. */
const listed = (keys: readonly Value[], fits: (content: Content) => boolean) => (key: Value) =>
  keys.some((one) => equal(one, key)) ? fits : absent;

const ofMap: KeyedType = {
  lastWins: true,
  covers: ({ method }) => !["clear", "putIfAbsent", "replace"].includes(method),
  update({ method, args }) {
    if (method === "put") return { key: args[0], content: { value: args[1] } };
    return method === "remove" ? { key: args[0], content: undefined } : undefined;
  },
  questions({ method, args, result = null }) {
    const [key] = args;
    if (method === "put" || method === "remove" || method === "get") return [returned(key, result)];
    if (method === "containsKey") return [{ key, fits: result === true ? present : absent }];
    return [];
  },
  all({ method, args, result }) {
    if (method === "keys" && Array.isArray(result)) return listed(result as readonly Value[], present);
    if (method === "containsValue" && result === false) return () => (content) => !holds(args[0])(content);
    const none = (method === "isEmpty" && result === true) || (method === "size" && result === 0);
    return none ? () => absent : undefined;
  },
  counted(label) {
    const { method, args, result } = label;
    if (method !== "containsValue" || result !== true) return countedKeys(label);
    return { fits: holds(args[0]), least: 1, most: Infinity };
  },
  start(initial, key) {
    const ask = (method: string): Value =>
      (map.step(initial as never, { method, args: [key] }) as { result: Value }).result;
    return ask("containsKey") === true ? { value: ask("get") } : undefined;
  },
};

const ofRegister: KeyedType = {
  lastWins: true,
  covers: ({ method }) => method !== "cas",
  update: ({ method, args }) => (method === "write" ? { key: null, content: { value: args[0] } } : undefined),
  questions: ({ method, result = null }) =>
    method === "read" ? [{ key: null, fits: holds(result), contents: [{ value: result }] }] : [],
  start: (initial) => ({ value: initial as Value }),
};

/** Where each sees all before it: then what was written last is there alone, and a read returns it in a list. */
const ofMvRegister: KeyedType = {
  ...ofRegister,
  covers: () => true,
  update: ({ method, args }) =>
    method === "write" ? { key: null, content: { value: [args[0]] } } : undefined,
};

/** Elements that are put by some methods, and of which others tell that they were there. */
function ofElements(
  puts: Readonly<Record<string, number>>,
  told: (label: Label) => readonly Value[],
  isThere: (initial: unknown, element: Value) => boolean,
): KeyedType {
  const there: Content = { value: true };
  return {
    lastWins: false,
    covers: () => true,
    update({ method, args }) {
      const at = Object.hasOwn(puts, method) ? puts[method] : undefined;
      return at === undefined ? undefined : { key: args[at], content: there };
    },
    questions: (label) => told(label).map((key) => ({ key, fits: present })),
    start: (initial, key) => (isThere(initial, key) ? there : undefined),
  };
}

const notNull = (value: Value | undefined): readonly Value[] =>
  value === undefined || value === null ? [] : [value];
const members = (value: Value | undefined): readonly Value[] =>
  Array.isArray(value) ? (value as readonly Value[]) : [];
/** Whether a sequence of values, as the type has it, holds the element. */
const inArray =
  (type: SequentialType, method: string) =>
  (initial: unknown, element: Value): boolean =>
    members((type.step(initial, { method, args: [] }) as { result: Value }).result).some((one) =>
      equal(one, element),
    );
/** Whether a stack holds the element from the start: looked for from its top. */
function inStack(initial: unknown, element: Value): boolean {
  for (let state = initial; ; ) {
    const top = stack.step(state as never, { method: "pop", args: [] }) as { state: unknown; result: Value };
    if (top.result === null) return false;
    if (equal(top.result, element)) return true;
    ({ state } = top);
  }
}

/** The types with keys, told by what they do: others have it under another name. */
const keyed: readonly (readonly [type: SequentialType, keyed: KeyedType])[] = [
  [set, ofSet],
  [map, ofMap],
  [register, ofRegister],
  [mvRegister as SequentialType, ofMvRegister],
  [
    queue,
    ofElements(
      { offer: 0 },
      ({ method, result }) => (method === "toArray" ? members(result) : taken({ method, result })),
      inArray(queue, "toArray"),
    ),
  ],
  [stack, ofElements({ push: 0 }, taken, inStack)],
  [
    list,
    ofElements(
      { insert: 1 },
      ({ method, result }) =>
        method === "read" ? members(result) : ["get", "delete"].includes(method) ? notNull(result) : [],
      inArray(list, "read"),
    ),
  ],
  ...keyedScores,
];

function taken({ method, result }: Pick<Label, "method" | "result">): readonly Value[] {
  return ["poll", "peek", "pop"].includes(method) ? notNull(result) : [];
}

/** How a replicated type does: what is there was put by somebody who is seen. */
export function keyedReplicated(type: Replicated, initial: Value | undefined): KeyedType {
  const there: Content = { value: true };
  const atFirst = type.initial(initial);
  return {
    lastWins: false,
    covers: () => true,
    update(invocation) {
      const key = type.puts(invocation);
      return key === undefined ? undefined : { key, content: there };
    },
    questions(label) {
      const { only, there: named = only ?? [] } = type.demands(label) ?? {};
      return named.map((key) => ({ key, fits: present }));
    },
    start: (_, key) => (atFirst.some((one) => equal(one, key)) ? there : undefined),
  };
}

/** How the type speaks of keys, if it does. */
export function keyedTypeOf(type: SequentialType): KeyedType | undefined {
  return keyed.find(([{ step }]) => step === type.step)?.[1];
}
