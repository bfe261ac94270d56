import type { Label } from "../history/history.js";
import { printValue } from "../history/print.js";
import { canonical, equal, type Value } from "../history/value.js";
import { initialElements, noSuchMethod, notNull, position, sameInvocation } from "./arguments.js";
import * as sequences from "./persistent-sequence.js";
import type { PersistentSequence } from "./persistent-sequence.js";
import type { Demands, Ordered, Replicated } from "./replicated.js";
import type { Outcome, SequentialType } from "./type.js";

const indexOf = (list: readonly Value[], element: Value): number =>
  list.findIndex((one) => equal(one, element));

/** The element that an insert puts there. */
const inserted = ({ args }: { readonly args: readonly Value[] }): Value => notNull(args[1], "sequence");

/** An update tells nothing, or the list after it. */
const told = (after: readonly Value[]): readonly Value[] => [null, after];

const listOrder: Ordered = {
  listed: ({ result }) => (Array.isArray(result) ? (result as readonly Value[]) : []),
  place({ method, args }) {
    if (method === "insertAfter") return { after: args[0] };
    return method === "insert" ? { index: position(args[0]) } : undefined;
  },
};

const strongList: Replicated = {
  initial: (initial) => initialElements(initial, "sequence"),
  puts: (invocation) =>
    invocation.method === "insertAfter" || invocation.method === "insert" ? inserted(invocation) : undefined,
  takes: ({ method, args }, value) => method === "delete" && equal(args[0], value),
  answers({ method, args }, before, after) {
    switch (method) {
      case "insertAfter": {
        const at = indexOf(after, args[1]);
        const isRight = args[0] === null ? at === 0 : at > 0 && equal(after[at - 1], args[0]);
        return isRight ? told(after) : [];
      }
      case "insert":
        return indexOf(after, args[1]) === Math.min(position(args[0]), before.length) ? told(after) : [];
      case "delete":
        return indexOf(before, args[0]) >= 0 ? told(after) : [];
      case "read":
        return [before];
      default:
        throw noSuchMethod("sequence", method);
    }
  },
  demands(label) {
    const { method, args, result } = label;
    const list = result === undefined || (result === null && method !== "read") ? undefined : result;
    if (list !== undefined && !isList(list)) return undefined;
    switch (method) {
      case "insertAfter":
        if (list !== undefined) return beforeInsert(label, list);
        return args[0] === null ? {} : { there: [args[0]] };
      case "insert":
        return list === undefined ? {} : beforeInsert(label, list);
      case "delete":
        if (list === undefined) return { there: [args[0]] };
        return indexOf(list, args[0]) < 0 ? { only: [...list, args[0]] } : undefined;
      default:
        return list === undefined ? {} : { only: list };
    }
  },
  ordered: listOrder,
};

/** Whether it is a list of elements, each once. */
const isList = (result: Value): result is readonly Value[] =>
  Array.isArray(result) && new Set(result.map(canonical)).size === result.length;

/** What was there before an insert that left this list, in which the new element must stand where it was put. */
function beforeInsert({ method, args }: Label, list: readonly Value[]): Demands | undefined {
  const at = indexOf(list, args[1]);
  const isRight =
    method === "insert"
      ? at === Math.min(position(args[0]), list.length - 1)
      : args[0] === null
        ? at === 0
        : at > 0 && equal(list[at - 1], args[0]);
  return at >= 0 && isRight ? { only: list.toSpliced(at, 1) } : undefined;
}

/**
 * A replicated list by the strong list specification (Attiya et al., PODC 2016): there is one order of all
 * elements ever inserted; what an operation sees is the elements inserted and not deleted, in that order, and a
 * new element stands where it was put in what its insertion sees. Elements are unique. `initial` is an array.
 *
 * An update returns null, or the list as it is after it. Who sees an element can delete it, or insert after it.
 */
export const sequence: SequentialType<PersistentSequence> = {
  name: "sequence",
  doc: "A replicated list by the strong list specification; its elements are unique.",
  methods: {
    insertAfter: {
      params: ["element", "new"],
      doc: "Puts the new element right after the other, or with null at the front; returns null, or the list after it.",
    },
    insert: {
      params: ["index", "new"],
      doc: "Puts the new element at the index of what is seen, beyond the end at the end; returns null, or the list after it.",
    },
    delete: { params: ["element"], doc: "Removes the element; returns null, or the list after it." },
    read: { params: [], doc: "Returns all elements." },
  },
  init: (initial) =>
    sequences.from(initialElements(initial, "sequence").map((one) => notNull(one, "sequence"))),
  step(state, invocation) {
    const { method, args } = invocation;
    const elements = sequences.values(state);
    switch (method) {
      case "insertAfter": {
        const element = inserted(invocation);
        const at = args[0] === null ? 0 : indexOf(elements, args[0]) + 1;
        if ((args[0] !== null && at === 0) || indexOf(elements, element) >= 0) return [];
        return both(sequences.insert(state, at, element));
      }
      case "insert": {
        const element = inserted(invocation);
        const at = Math.min(position(args[0]), sequences.size(state));
        return indexOf(elements, element) >= 0 ? [] : both(sequences.insert(state, at, element));
      }
      case "delete": {
        const at = indexOf(elements, args[0]);
        return at < 0 ? [] : both(sequences.remove(state, at));
      }
      case "read":
        return { state, result: elements };
      default:
        throw noSuchMethod("sequence", method);
    }
  },
  key: sequences.text,
  show: (state) => `[${sequences.values(state).map(printValue).join(", ")}]`,
  pure: ({ method }) => method === "read",
  commute: (a, b) => a.method === "read" || b.method === "read" || sameInvocation(a, b),
  relevant: (_query, update) => update.method !== "read",
  replicated: strongList,
};

/** An update with each of the two things that it may tell. */
const both = (state: PersistentSequence): Outcome<PersistentSequence>[] =>
  told(sequences.values(state)).map((result) => ({ state, result }));
