import { compare, equal, type Value } from "@sightline/core";
import type { LoggedOperation } from "./events.js";
import { fail } from "./fail.js";
import { areOnLists, isTransaction, multiList, multiRegister } from "./transactions.js";

/** An operation of a history, without session and times. */
export interface Converted {
  readonly method: string;
  readonly args: readonly Value[];
  /** Absent: not observed. */
  readonly result?: Value;
}

/** How the operations of a log become operations of a type. */
export interface Workload {
  /** `undefined`: any that has these methods, so that the user must say. */
  readonly type: string | undefined;
  /** The `:f`s that it has. */
  readonly functions: readonly string[];
  /**
   * The operations that a logged one stands for; `value` and `returned` are without the key.
   * `canBeNull` tells whether null is a value that a register may hold.
   */
  convert(
    operation: LoggedOperation,
    value: Value,
    returned: Value | undefined,
    canBeNull: boolean,
  ): readonly Converted[];
}

/** The result, where there was one. */
const observed = (returned: Value | undefined): { result?: Value } =>
  returned === undefined ? {} : { result: returned };

const register: Workload = {
  type: "register",
  functions: ["read", "write", "cas"],
  convert({ invoke, completion }, value, returned, canBeNull) {
    if (invoke.f === "read") {
      const unknown = returned === null && !canBeNull;
      return [{ method: "read", args: [], ...(unknown ? {} : observed(returned)) }];
    }
    if (invoke.f === "write") return [{ method: "write", args: [value] }];
    if (!Array.isArray(value) || value.length !== 2)
      return fail(invoke, "the :value of a :cas must be a pair [old new]");
    return [{ method: "cas", args: value, ...observed(completion && completion.type === "ok") }];
  },
};

/**
 * Nothing but reads, and of maps or lists: a register that holds them, or something else that is read as a
 * whole? The log does not tell.
 */
const readsOfCollections: Workload = { ...register, type: undefined };

const mutex: Workload = {
  type: "mutex",
  functions: ["acquire", "release"],
  convert: ({ invoke }) => [{ method: invoke.f, args: [] }],
};

const set: Workload = {
  type: "set",
  functions: ["add", "read"],
  convert({ invoke, completion }, value, returned) {
    if (invoke.f === "add") return [{ method: "add", args: [value] }];
    if (completion !== undefined && !Array.isArray(returned))
      fail(completion, "a :read of a set must return a collection");
    return [
      { method: "toArray", args: [], ...observed(returned && [...(returned as Value[])].sort(compare)) },
    ];
  },
};

const counter: Workload = {
  type: "counter",
  functions: ["add", "read", "inc", "dec"],
  convert({ invoke }, value, returned) {
    const { f } = invoke;
    if (f === "add") return [{ method: "add", args: [value] }];
    if (f === "inc" || f === "dec") {
      if (value === null) return [{ method: f, args: [] }];
      if (typeof value !== "number") return fail(invoke, `the :value of an :${f} must be a number or nil`);
      return [{ method: "add", args: [f === "inc" ? value : -value] }];
    }
    return [{ method: "read", args: [], ...observed(returned) }];
  },
};

const queue: Workload = {
  type: "queue",
  functions: ["enqueue", "dequeue", "drain"],
  convert({ invoke, completion }, value, returned) {
    if (invoke.f === "enqueue") return [{ method: "offer", args: [value] }];
    if (invoke.f === "dequeue") return [{ method: "poll", args: [], ...observed(returned) }];
    // A drain polls again and again: each element that it gives was polled between its invocation and its end.
    if (completion === undefined)
      return fail(invoke, "a :drain that never returned may have taken any elements: it cannot be checked");
    if (!Array.isArray(returned)) return fail(completion, "a :drain must return a collection");
    return returned.map((element: Value) => ({ method: "poll", args: [], result: element }));
  },
};

const keyValue: Workload = {
  type: "kv",
  functions: ["get", "put", "append"],
  convert({ invoke }, value, returned) {
    const { f, key } = invoke;
    if (key === undefined) return fail(invoke, `a :${f} must have a :key`);
    if (f === "get") return [{ method: "get", args: [key], ...observed(returned) }];
    return [{ method: f, args: [key, value] }];
  },
};

/**
 * Accounts that are read all at once, and transfers between them. No built-in type is a bank: the user's has
 * `transfer(from, to, amount)`, which returns whether there was enough, and `read()`, which returns all balances.
 */
const bank: Workload = {
  type: undefined,
  functions: ["read", "transfer"],
  convert({ invoke, completion }, value, returned) {
    if (invoke.f === "read") return [{ method: "read", args: [], ...observed(returned) }];
    const fields = new Map(Object.entries(value ?? {}));
    const args = ["from", "to", "amount"].map((name) => fields.get(name));
    if (args.includes(undefined))
      fail(invoke, "the :value of a :transfer must be {:from …, :to …, :amount …}");
    return [{ method: "transfer", args: args as Value[], ...observed(completion && true) }];
  },
};

/**
 * Any `:f`, for a type of the user's: its name is the method, its value the argument, if it has one. What came back is
 * the result, unless it is but the value again.
 */
const anything: Workload = {
  type: undefined,
  functions: [],
  convert({ invoke }, value, returned) {
    const args = value === null ? [] : [value];
    const isEcho = value !== null && returned !== undefined && equal(value, returned);
    return [{ method: invoke.f, args, ...(isEcho ? {} : observed(returned)) }];
  },
};

const workloads = [register, multiRegister, multiList, mutex, set, counter, queue, keyValue, bank];

const supported = workloads
  .map(({ type, functions }) => `${functions.join(", ")} (${type ?? "a bank, with --type"})`)
  .join("; ");

/** Whether a workload that is known is of this type: then what it does not have is a mistake. */
const isOfWorkload = (type: string): boolean => workloads.some((one) => one.type === type.toLowerCase());

/** The workloads that have all `:f`s of a log: more of it can only leave fewer. */
export function possibleWorkloads(
  operations: readonly LoggedOperation[],
  type: string | undefined,
  inner: (value: Value) => Value,
): readonly Workload[] {
  let candidates: readonly Workload[] = workloads;
  for (const { invoke } of operations) {
    const f = isTransaction(inner(invoke.value)) ? "txn" : invoke.f;
    const left = candidates.filter(({ functions }) => functions.includes(f));
    if (left.length === 0 && type !== undefined && !isOfWorkload(type)) return [anything];
    if (left.length === 0) {
      const known = workloads.some(({ functions }) => functions.includes(f));
      fail(
        invoke,
        known
          ? `:${f} does not go with the operations before it, which are of a ${candidates.map((one) => one.type ?? "bank").join(" or a ")}`
          : `:f :${f} is not supported, unless --type names a type that has it; these are: ${supported}`,
      );
    }
    candidates = left;
  }
  return candidates;
}

/**
 * Which workload a log is of, by the set of its `:f`s; `type` decides where several have them all. `inner` is
 * an event's value without its key.
 */
export function recogniseWorkload(
  operations: readonly LoggedOperation[],
  type: string | undefined,
  inner: (value: Value) => Value,
): Workload {
  const candidates = possibleWorkloads(operations, type, inner);
  const named = candidates.find((one) => one.type !== undefined && one.type === type?.toLowerCase());
  if (named !== undefined) return named;
  if (candidates[0] === multiRegister && areOnLists(operations, inner)) return multiList;
  // Both a set and a counter have add and read: what a read returns tells them apart.
  if (candidates[0] === set) {
    const read = operations.find(({ invoke, completion }) => invoke.f === "read" && completion !== undefined);
    return typeof read?.completion?.value === "number" ? counter : set;
  }
  const onlyReads = candidates[0] === register && candidates.length > 1;
  return onlyReads && operations.some(foundCollection) ? readsOfCollections : candidates[0];

  function foundCollection({ completion }: LoggedOperation): boolean {
    const found = completion === undefined ? null : inner(completion.value);
    return typeof found === "object" && found !== null;
  }
}
