import { type History, mayBeAbsent, type Label } from "../history/history.js";
import { createValueTable } from "../history/value-tables.js";
import { type Variable, variableNames } from "../history/names.js";
import { printOperation, printValue } from "../history/print.js";
import { canonical, type Value } from "../history/value.js";
import { initialEntries } from "../types/arguments.js";
import { INITIAL, type MemoryHistory, takesValue } from "./memory-history.js";

/** The source of a read that is left open: it constrains nothing. */
export const UNSETTLED = -2;

/** Reads and writes of a recorded history, before it is settled which write each read took its value from. */
export interface Accesses
  extends Pick<
    MemoryHistory,
    | "size"
    | "threads"
    | "first"
    | "thread"
    | "isWrite"
    | "rmw"
    | "drains"
    | "variable"
    | "given"
    | "ids"
    | "names"
  > {
  /** Operation → 1 where it accesses nothing: a fence, or a read whose result was not observed. */
  readonly idle: Uint8Array;
  /** Operation → 1 where it is pending or optional: a write that took effect only if somebody read it. */
  readonly optional: Uint8Array;
  /**
   * The possible sources of read r are `candidates[candidatesFrom[r]]` up to (not including)
   * `candidatesFrom[r + 1]`: writes of that value to that variable, and `INITIAL`.
   */
  readonly candidatesFrom: Int32Array;
  readonly candidates: Int32Array;
  /** An operation whose result no order explains, and why; the first in the history, if any. */
  readonly impossible: Impossible | undefined;
}

export interface Impossible {
  readonly id: number;
  readonly reason: string;
  /** Its name in the literature (POPL'17), if it has one. */
  readonly pattern?: string;
}

const READ = 0;
const WRITE = 1;
/** A fence, or a read whose result was not observed. */
const NO_ACCESS = 2;
/** A read-modify-write whose old value was observed. (Otherwise it is a write that drains the buffer.) */
const READ_WRITE = 3;

/** What an operation comes to where its result is not observed. */
const unobserved: readonly number[] = [NO_ACCESS, WRITE, NO_ACCESS, WRITE];

/**
 * The reads and writes of a history of type `memory`. A variable belongs to its object; it starts with
 * what `initial` says, or 0; and a read of null is also a read of the initial value (CONTRACT).
 */
export function readAccesses(history: History, initial: Value | undefined): Accesses {
  const { size, sessions, session } = history;
  const threads = sessions.length;
  const first = new Int32Array(threads + 1);
  for (let id = 0; id < size; id++) first[session[id] + 1]++;
  for (let t = 0; t < threads; t++) first[t + 1] += first[t];
  const next = first.slice(0, -1);
  const ids = new Int32Array(size);
  const place = new Int32Array(size); // id → operation
  for (let id = 0; id < size; id++) {
    place[id] = next[session[id]]++;
    ids[place[id]] = id;
  }
  const columns = readColumns(history, ids);
  const thread = Int32Array.from(ids, (id) => session[id]);
  return {
    size,
    threads,
    first,
    thread,
    ids,
    given: history.happensBefore.map((id) => place[id]),
    ...columns.accesses,
    ...findCandidates(history, initial, { ...columns, ids, thread }),
  };
}

interface Columns {
  readonly accesses: Pick<
    Accesses,
    "isWrite" | "rmw" | "drains" | "variable" | "idle" | "optional" | "names"
  >;
  /** Operation → READ, WRITE, NO_ACCESS or READ_WRITE. */
  readonly kind: Uint8Array;
  /** Operation → the number of the value read. */
  readonly readValue: Int32Array;
  /** Operation → the number of the value written. */
  readonly writtenValue: Int32Array;
  /** Variable → its name as the history has it. */
  readonly variables: readonly Variable[];
  readonly valueNumber: (value: Value) => number;
}

/** What each operation does to which variable: worked out once per label. */
function readColumns(history: History, ids: Int32Array): Columns {
  const { size, labels, objects } = history;
  const valueNumber = createValueTable();
  const labelKind = Uint8Array.from(labels, kindOf);
  const labelVariable = Int32Array.from(labels, ({ args }) => valueNumber(args.length > 0 ? args[0] : null));
  const labelRead = Int32Array.from(labels, ({ result }) => valueNumber(result ?? null));
  const labelWritten = Int32Array.from(labels, ({ args }) => valueNumber(args.length > 1 ? args[1] : null));
  const kind = new Uint8Array(size);
  const readValue = new Int32Array(size);
  const writtenValue = new Int32Array(size);
  const variable = new Int32Array(size);
  const isWrite = new Uint8Array(size);
  const rmw = new Uint8Array(size);
  const drains = new Uint8Array(size);
  const idle = new Uint8Array(size);
  const optional = new Uint8Array(size);
  const numbers = new Map<number, number>();
  const variables: Variable[] = [];
  for (let o = 0; o < size; o++) {
    const id = ids[o];
    const label = history.label[id];
    const { method, args } = labels[label];
    optional[o] = mayBeAbsent(history, id) ? 1 : 0;
    kind[o] = optional[o] === 1 ? unobserved[labelKind[label]] : labelKind[label];
    isWrite[o] = kind[o] === WRITE || kind[o] === READ_WRITE ? 1 : 0;
    rmw[o] = kind[o] === READ_WRITE ? 1 : 0;
    drains[o] = method === "exchange" || (method === "fence" && optional[o] === 0) ? 1 : 0;
    idle[o] = kind[o] === NO_ACCESS ? 1 : 0;
    if (args.length === 0) continue; // a fence has no variable
    const key = labelVariable[label] * objects.length + history.object[id];
    let x = numbers.get(key);
    if (x === undefined) {
      x = variables.length;
      numbers.set(key, x);
      variables.push({ object: objects[history.object[id]], name: args[0] });
    }
    readValue[o] = labelRead[label];
    writtenValue[o] = labelWritten[label];
    variable[o] = x;
  }
  const accesses = {
    isWrite,
    variable,
    idle,
    optional,
    names: variableNames(variables),
    ...(rmw.includes(1) && { rmw }),
    ...(drains.includes(1) && { drains }),
  };
  return { accesses, kind, readValue, writtenValue, variables, valueNumber };
}

/** The kind of an operation, by its label. */
function kindOf({ method, result }: Label): number {
  switch (method) {
    case "read":
      return result === undefined ? NO_ACCESS : READ;
    case "exchange":
      return result === undefined ? WRITE : READ_WRITE;
    default:
      return method === "write" ? WRITE : NO_ACCESS;
  }
}

/** The writes that each read may have its value from, by variable and value. */
function findCandidates(
  history: History,
  initial: Value | undefined,
  table: Columns & { readonly ids: Int32Array; readonly thread: Int32Array },
): Pick<Accesses, "candidatesFrom" | "candidates" | "impossible"> {
  const { kind, readValue, writtenValue, variables, valueNumber, ids, thread } = table;
  const { variable, isWrite } = table.accesses;
  const { size } = history;
  const given = new Map(initialEntries(initial, "memory").map(([x, v]) => [canonical(x), v]));
  const initialValue = variables.map(({ name }) => {
    const value = given.get(canonical(name));
    return valueNumber(value === undefined ? 0 : value);
  });
  const nothing = valueNumber(null);
  const head = new Map<number, number>(); // variable and value → its last write so far
  const previous = new Int32Array(size).fill(INITIAL);
  const keyOf = (o: number, value: Int32Array): number => value[o] * variables.length + variable[o];
  for (let o = 0; o < size; o++)
    if (isWrite[o] === 1) {
      previous[o] = head.get(keyOf(o, writtenValue)) ?? INITIAL;
      head.set(keyOf(o, writtenValue), o);
    }
  let impossible: Impossible | undefined;
  const reject = (o: number, reason: string, pattern?: string): void => {
    if (impossible !== undefined && impossible.id < ids[o]) return;
    impossible = { id: ids[o], reason, ...(pattern !== undefined && { pattern }) };
  };
  const candidatesFrom = new Int32Array(size + 1);
  const candidates: number[] = [];
  for (let o = 0; o < size; o++) {
    if (kind[o] === READ || kind[o] === READ_WRITE) {
      const from = candidates.length;
      if (readValue[o] === initialValue[variable[o]] || readValue[o] === nothing) candidates.push(INITIAL);
      const later: number[] = []; // writes of the thread itself that come after the read
      for (let w = head.get(keyOf(o, readValue)) ?? INITIAL; w !== INITIAL; w = previous[w])
        if (w !== o) (thread[w] === thread[o] && w > o ? later : candidates).push(w);
      if (candidates.length === from) candidates.push(...later);
      if (candidates.length === from) {
        const { args, result } = history.labels[history.label[ids[o]]];
        const written = `no operation writes ${printValue(result ?? null)} to ${printValue(args[0])}, and it is not its initial value`;
        reject(
          o,
          `${printOperation(history.labels[history.label[ids[o]]])} is out of thin air: ${written}`,
          "ThinAirRead",
        );
      }
    } else {
      const label = history.labels[history.label[ids[o]]];
      const returnsNothing = label.method === "write" || label.method === "fence";
      if (returnsNothing && label.result !== undefined && label.result !== null)
        reject(o, `${printOperation(label)}: a ${label.method} returns nothing (null)`);
    }
    candidatesFrom[o + 1] = candidates.length;
  }
  return { candidatesFrom, candidates: Int32Array.from(candidates), impossible };
}

/**
 * The history in which each read has the source given; reads left `UNSETTLED` constrain nothing, and
 * pending writes that nobody reads did not take effect. These stay as writes to a variable of their
 * own per thread, which nobody reads: order passes through them, and that is all.
 */
export function settle(accesses: Accesses, source: Int32Array): MemoryHistory {
  const { size, threads, first, thread, given, ids, names, idle, optional } = accesses;
  const isWrite = accesses.isWrite.slice();
  const rmw = accesses.rmw?.slice();
  const drains = accesses.drains?.slice();
  const variable = accesses.variable.slice();
  const settled = source.slice();
  const isRead = new Uint8Array(size); // which writes are read
  for (let o = 0; o < size; o++) if (source[o] >= 0) isRead[source[o]] = 1;
  let idles = false;
  for (let o = 0; o < size; o++) {
    if (accesses.isWrite[o] === 1 && source[o] === UNSETTLED) {
      settled[o] = INITIAL; // a read-modify-write whose read is left open still writes
      if (rmw !== undefined) rmw[o] = 0;
    }
    const isUnread = accesses.isWrite[o] === 1 && optional[o] === 1 && isRead[o] === 0;
    if (drains !== undefined && isUnread) drains[o] = 0;
    const nothing = accesses.isWrite[o] === 1 ? isUnread : idle[o] === 1 || source[o] === UNSETTLED;
    if (!nothing) continue;
    idles = true;
    isWrite[o] = 1;
    variable[o] = names.length + thread[o];
    settled[o] = INITIAL;
  }
  const variables = names.length + (idles ? threads : 0);
  return {
    size,
    threads,
    first,
    thread,
    isWrite,
    ...(rmw !== undefined && { rmw }),
    ...(drains !== undefined && { drains }),
    variable,
    variables,
    source: settled,
    given,
    ids,
    names,
  };
}

/** The sources where there is only one candidate; reads with several are `UNSETTLED`, and listed. */
export function certainSources(accesses: Accesses): {
  readonly source: Int32Array;
  readonly ambiguous: readonly number[];
} {
  const { size, idle, candidatesFrom, candidates } = accesses;
  const source = new Int32Array(size).fill(INITIAL);
  const ambiguous: number[] = [];
  for (let o = 0; o < size; o++) {
    if (!takesValue(accesses, o)) continue;
    const count = candidatesFrom[o + 1] - candidatesFrom[o];
    if (count === 1) source[o] = candidates[candidatesFrom[o]];
    else source[o] = UNSETTLED;
    if (count > 1 && idle[o] === 0) ambiguous.push(o);
  }
  return { source, ambiguous };
}
