import { HistoryError, type Random, type Value } from "@sightline/core";

/** The types that a workload can be drawn for. */
export const storeTypes = [
  "register",
  "map",
  "set",
  "counter",
  "list",
  "rpq",
  "pn-counter",
  "sequence",
] as const;

/** A type that a store is used as. */
export type StoreType = (typeof storeTypes)[number];

/** What is asked of a store in one history (ViSearch §4.2). */
export interface Workload {
  readonly type: StoreType;
  /** How many clients share the operations. Default: 3. */
  readonly sessions: number;
  /** How many operations a history has. Default: 15. */
  readonly operations: number;
  /** The share of updates among them. Default: 0.6. */
  readonly updates: number;
  /** Keys of a map and elements of a set are 0 to this, not included. Default: 3. */
  readonly keys: number;
  /** Written values are 0 to this, not included, or all different. Default: `unique`. */
  readonly values: number | "unique";
  /** The last unique value that was written before. Default: 0. */
  readonly written?: number;
}

/** The workload where nothing else is said. */
export const defaultWorkload: Omit<Workload, "type"> = {
  sessions: 3,
  operations: 15,
  updates: 0.6,
  keys: 3,
  values: "unique",
};

/** A call of a method, before it has a result. */
export interface Call {
  readonly method: string;
  readonly args: readonly Value[];
}

/** What a type's operations are drawn from: `value` gives the next value to write. */
type Draw = (random: Random, keys: number, value: () => number) => Call;

const call = (method: string, ...args: readonly Value[]): Call => ({ method, args });

/** Indexes into a list are drawn from 0 to this, not included; beyond the end an insertion appends. */
const INDEXES = 4;

/** Of a list and of a sequence; what is deleted is drawn by its index, since elements are not known beforehand. */
const editing: { readonly update: Draw; readonly query: Draw } = {
  update: (random, _, value) =>
    random.chance(0.7) ? call("insert", random.int(INDEXES), value()) : call("delete", random.int(INDEXES)),
  query: () => call("read"),
};

const counting: { readonly update: Draw; readonly query: Draw } = {
  update: (random) => call("add", 1 + random.int(5)),
  query: () => call("read"),
};

const draws: Readonly<Record<StoreType, { readonly update: Draw; readonly query: Draw }>> = {
  register: {
    update: (_, __, value) => call("write", value()),
    query: () => call("read"),
  },
  map: {
    update: (random, keys, value) =>
      random.chance(0.7) ? call("put", random.int(keys), value()) : call("remove", random.int(keys)),
    query: (random, keys) =>
      random.chance(0.7)
        ? call("get", random.int(keys))
        : random.chance(0.5)
          ? call("containsKey", random.int(keys))
          : call("size"),
  },
  set: {
    update: (random, keys) => call(random.chance(0.6) ? "add" : "remove", random.int(keys)),
    query: (random, keys) => (random.chance(0.6) ? call("contains", random.int(keys)) : call("size")),
  },
  counter: counting,
  "pn-counter": counting,
  list: editing,
  sequence: editing,
  rpq: {
    update: (random, keys, value) =>
      random.chance(0.5)
        ? call("add", random.int(keys), value())
        : random.chance(0.5)
          ? call("incrby", random.int(keys), 1 + random.int(5))
          : call("rem", random.int(keys)),
    query: (random, keys) => (random.chance(0.6) ? call("score", random.int(keys)) : call("max")),
  },
};

/** The methods that only look: the others are updates. */
const queries = new Set(["read", "get", "containsKey", "contains", "size", "score", "max"]);

/** Whether a call of this method may change the object. */
export const isUpdate = (method: string): boolean => !queries.has(method);

/** One operation of a workload, and the client that makes it. */
export interface Asked extends Call {
  readonly session: number;
}

/** Whether written values are all different; the elements of a sequence always are. */
const isUnique = ({ type, values }: Workload): boolean => values === "unique" || type === "sequence";

/** Draws the operations of one history. Throws a `HistoryError` where the workload makes no sense. */
export function drawOperations(workload: Workload, random: Random): readonly Asked[] {
  checkWorkload(workload);
  const { update, query } = draws[workload.type];
  let { written = 0 } = workload;
  const value = (): number => (isUnique(workload) ? ++written : random.int(workload.values as number));
  return Array.from({ length: workload.operations }, () => {
    const session = random.int(workload.sessions);
    const draw = random.chance(workload.updates) ? update : query;
    return { session, ...draw(random, workload.keys, value) };
  });
}

function checkWorkload({ sessions, operations, updates, keys, values }: Workload): void {
  const whole = { sessions, operations, keys, ...(values !== "unique" && { values }) };
  for (const [name, number] of Object.entries(whole))
    if (!Number.isSafeInteger(number) || number < 1)
      throw new HistoryError("SL1302", `${name} must be a whole number, at least 1: ${number} is not`);
  if (!(updates >= 0 && updates <= 1))
    throw new HistoryError("SL1302", `updates must be a share from 0 to 1: ${updates} is not`);
}

/** The workload in words, such as `3 sessions, 15 operations, 60 % updates, keys 0–2, values unique`. */
export function workloadWords(
  { type, sessions, operations, updates, keys, values }: Workload,
  windows = false,
): string {
  const words = [
    `${sessions} session${sessions === 1 ? "" : "s"}`,
    `${operations} operations`,
    `${Math.round(100 * updates)} % updates`,
  ];
  if (type === "map" || type === "set" || type === "rpq")
    words.push(`${type === "map" ? "keys" : "elements"} 0–${keys - 1}`);
  if (type === "sequence") words.push("elements unique");
  if (type === "register" || type === "map" || type === "list")
    words.push(values === "unique" ? "values unique" : `values 0–${values - 1}`);
  if (windows) words.push("windows of one long run");
  return words.join(", ");
}
