import type { Label } from "../../history/history.js";
import { canonical, type Value } from "../../history/value.js";

/**
 * Where the methods of the built-in types have values that could as well be others: a letter for each kind
 * of them (keys and values of a map are chosen independently). `#` is a number that counts, or a word, and
 * stays as it is. `'`: each first argument has values of its own. A longer word is the pattern of a list of lists.
 * What stands at a position that is not named here also counts, and stays as it is wherever it occurs: an
 * order of elements, arithmetic, a user's type.
 */
const signatures: Readonly<Record<string, string>> = {
  register: "read():v write(v) cas(v,v)",
  memory: "read(x):v' write(x,v') exchange(x,v'):v'",
  set: "add(v) remove(v) contains(v) size():#",
  map:
    "put(k,v):v get(k):v remove(k):v containsKey(k) containsValue(v) size():# putIfAbsent(k,v):v " +
    "replace(k,v,v):v",
  queue: "offer(v) poll():v peek():v size():# toArray():v",
  stack: "push(v) pop():v peek():v size():#",
  deque:
    "addFirst(v) addLast(v) offerFirst(v) offerLast(v) offer(v) pollFirst():v pollLast():v poll():v " +
    "peekFirst():v peekLast():v peek():v size():# toArray():v",
  list: "insert(#,v) delete(#):v get(#):v read():v",
  kv: "get(k):# put(k,#) append(k,#)",
  "multi-register": "txn(#kv):#kv",
  "multi-list": "txn(#kv):#kv",
};

/** The kinds of a method's arguments and of its result. */
interface Roles {
  readonly args: readonly string[];
  readonly result: string | undefined;
}

const tables = new Map<string, ReadonlyMap<string, Roles>>();

/** The roles of a type's methods. */
function tableOf(type: string): ReadonlyMap<string, Roles> {
  const known = tables.get(type);
  if (known !== undefined) return known;
  const text = Object.hasOwn(signatures, type) ? signatures[type] : "";
  const table = new Map<string, Roles>();
  for (const [, method, args, result] of text.matchAll(/(\w+)\(([^)]*)\)(?::(\S+))?/g))
    table.set(method, { args: args === "" ? [] : args.split(","), result });
  tables.set(type, table);
  return table;
}

/** A value of an operation with what it is: `role` as in the signatures, `undefined` where none is named. */
interface Placed {
  readonly value: Value;
  readonly role: string | undefined;
}

/** Gives values that could as well be others a name; the same value of the same kind always the same. */
export interface Renaming {
  /** An operation's label as text, and the names with those that it added. Each object has values of its own. */
  print(label: Label, object: number, names: Names): { readonly text: string; readonly names: Names };
}

/** Value with its kind → its name. */
export type Names = ReadonlyMap<string, string>;

/**
 * The renaming for operations of a type: values by first occurrence. Those that count somewhere among the
 * labels, and those of the initial state, keep their own name.
 */
export function renamingFor(type: string, labels: readonly Label[], initial: Value | undefined): Renaming {
  const table = tableOf(type);
  const placed = (label: Label): { args: Placed[]; result: Placed | undefined } => {
    const roles = table.get(label.method);
    return {
      args: label.args.map((value, i) => ({ value, role: roles?.args[i] })),
      result: label.result === undefined ? undefined : { value: label.result, role: roles?.result },
    };
  };
  // Variables of shared memory are 0 at first.
  const own = new Set<string>(type === "memory" ? ["0"] : []);
  if (initial !== undefined) keepAtoms(initial, own);
  for (const label of labels) {
    const { args, result } = placed(label);
    for (const { value, role } of result === undefined ? args : [...args, result])
      if (role === undefined) keepAtoms(value, own);
  }
  return {
    print(label, object, given) {
      const names = new Map(given);
      const first = label.args.length === 0 ? "" : canonical(label.args[0]);
      const nameOf = (value: Value, role: string): string => {
        const text = canonical(value);
        if (value === null || typeof value === "boolean" || own.has(text)) return text;
        const key = `${object} ${role.endsWith("'") ? first : ""} ${role} ${text}`;
        const name = names.get(key) ?? `${role}${names.size}`;
        names.set(key, name);
        return name;
      };
      const print = (value: Value, role: string | undefined): string => {
        if (role === undefined || role === "#") return canonical(value);
        if (!Array.isArray(value)) return nameOf(value, role);
        const items = value as readonly Value[];
        const inner = (item: Value): string =>
          isPattern(role) && Array.isArray(item)
            ? `[${(item as readonly Value[]).map((part, i) => print(part, role[i])).join(",")}]`
            : print(item, role);
        return `[${items.map(inner).join(",")}]`;
      };
      const { args, result } = placed(label);
      const call = `${label.method}(${args.map(({ value, role }) => print(value, role)).join(",")})`;
      const text = result === undefined ? call : `${call}=>${print(result.value, result.role)}`;
      return { text, names };
    },
  };
}

/** Whether a role is that of a list of lists. */
const isPattern = (role: string): boolean => role.length > 1 && !role.endsWith("'");

/** Adds the text of every value in this one, and of itself. */
function keepAtoms(value: Value, own: Set<string>): void {
  own.add(canonical(value));
  if (value === null || typeof value !== "object") return;
  for (const [key, part] of Object.entries(value)) {
    if (!Array.isArray(value)) own.add(JSON.stringify(key));
    keepAtoms(part, own);
  }
}
