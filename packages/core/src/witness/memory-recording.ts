import { type History, mayBeAbsent, labelOf } from "../history/history.js";
import { createValueTable } from "../history/value-tables.js";
import { type Variable, variableNames } from "../history/names.js";
import { printOperation } from "../history/print.js";
import { canonical, type Value } from "../history/value.js";
import type { Witness } from "../result.js";
import { initialEntries } from "../types/arguments.js";

/** The source of a read that takes the initial value of its variable. */
export const INITIAL_VALUE = -1;

/** What an operation does to its variable. A read whose result was not observed does nothing. */
export const NOTHING = 0;
export const READ = 1;
export const WRITE = 2;
/** It reads and writes in one step: an exchange whose result was observed. */
export const READ_WRITE = READ | WRITE;

/** A recorded history as its witness has it: what took effect, on which variable, and who read from whom. */
export interface Recording {
  readonly history: History;
  /** Session → the ids of its operations that took effect, in session order. */
  readonly sessions: readonly Int32Array[];
  /** Operation → `NOTHING`, `READ`, `WRITE` or `READ_WRITE`. */
  readonly access: Uint8Array;
  /** Operation → 1 for what finds the store buffer of its session empty: a fence or an exchange. */
  readonly drains: Uint8Array;
  /** Operation → its variable. */
  readonly variable: Int32Array;
  /** Variable → its name, with its object. */
  readonly names: readonly string[];
  /** Read → the id of its write, or `INITIAL_VALUE`. */
  readonly source: Int32Array;
  /** Declared happens-before between operations that took effect, flattened; also where it passes through others. */
  readonly declared: readonly number[];
}

/** An operation in words, as a clause: `operation 3, write(x,1),`. */
export const words = (history: History, id: number): string =>
  `operation ${id}, ${printOperation(labelOf(history, id))},`;

/**
 * Reads the history as the witness has it: what its linearization lists took effect; each observed read
 * takes its value from the only write that fits, or from the one that `sources` tells. Returns in words
 * what is wrong, if anything.
 */
export function readRecording(
  history: History,
  initial: Value | undefined,
  witness: Witness,
): Recording | string {
  const wrong = wrongMembers(history, witness.linearization, "the linearization") ?? wrongLabel(history);
  if (wrong !== undefined) return wrong;
  const tookEffect = new Uint8Array(history.size);
  for (const id of witness.linearization) tookEffect[id] = 1;
  const accesses = readAccesses(history, initial, tookEffect);
  const { access, drains, variable, variables } = accesses;
  const source = findSources(history, witness, accesses);
  if (typeof source === "string") return source;
  return {
    history,
    sessions: sessionsOf(history, tookEffect),
    access,
    drains,
    variable,
    names: variableNames(variables),
    source,
    declared: declaredEdges(history, tookEffect),
  };
}

/** Every id is an operation, none occurs twice, and only pending and optional operations are left out. */
export function wrongMembers(history: History, order: unknown, what: string): string | undefined {
  if (!Array.isArray(order)) return `${what} is not a list of operation ids`;
  const present = new Uint8Array(history.size);
  for (const id of order as unknown[]) {
    if (typeof id !== "number" || !Number.isInteger(id) || id < 0 || id >= history.size)
      return `${JSON.stringify(id)} in ${what} is not the id of an operation: ids go from 0 to ${history.size - 1}`;
    if (present[id]++ > 0) return `${words(history, id)} occurs twice in ${what}`;
  }
  for (let id = 0; id < history.size; id++)
    if (present[id] === 0 && !mayBeAbsent(history, id))
      return `${words(history, id)} is missing in ${what}: only a pending operation may be left out`;
  return undefined;
}

/** All are of the memory's methods, and no write and no fence returned a value. */
function wrongLabel(history: History): string | undefined {
  const returnsValue = (method: string): boolean => method === "read" || method === "exchange";
  const returnsNull = (method: string): boolean => method === "write" || method === "fence";
  const wrong = history.labels.findIndex(
    ({ method, result }) =>
      !returnsValue(method) && !(returnsNull(method) && (result === undefined || result === null)),
  );
  if (wrong < 0) return undefined;
  const id = history.label.indexOf(wrong);
  const { method } = history.labels[wrong];
  return returnsNull(method)
    ? `${words(history, id)} returned a value, but a ${method} returns null`
    : `${words(history, id)} is neither a read nor a write`;
}

/** What operations do to which variables, and with which values. */
export interface Accesses {
  readonly access: Uint8Array;
  /** Operation → 1 for what finds the store buffer of its session empty. */
  readonly drains: Uint8Array;
  readonly variable: Int32Array;
  readonly variables: readonly Variable[];
  /** Operation → the number of the value that it read. */
  readonly readValue: Int32Array;
  /** Operation → the number of the value that it wrote. */
  readonly writtenValue: Int32Array;
  /** Whether the operation read the initial value of its variable: null always is. */
  isInitial(operation: number): boolean;
}

/** Reads what those operations do that took effect. */
export function readAccesses(history: History, initial: Value | undefined, tookEffect: Uint8Array): Accesses {
  const { size, labels, label, objects, object } = history;
  const numberOf = createValueTable();
  const numberOfArgument = (args: readonly Value[], place: number): number =>
    numberOf(place < args.length ? args[place] : null);
  const nameOfLabel = Int32Array.from(labels, ({ args }) => numberOfArgument(args, 0));
  const readByLabel = Int32Array.from(labels, ({ result }) => numberOf(result ?? null));
  const writtenByLabel = Int32Array.from(labels, ({ args }) => numberOfArgument(args, 1));
  const access = new Uint8Array(size);
  const variable = new Int32Array(size);
  const drains = new Uint8Array(size);
  const readValue = new Int32Array(size);
  const writtenValue = new Int32Array(size);
  const numbers = new Map<number, number>();
  const variables: Variable[] = [];
  for (let id = 0; id < size; id++) {
    const { method, args, result } = labels[label[id]];
    drains[id] = method === "fence" || method === "exchange" ? tookEffect[id] : 0;
    if (method === "fence") continue;
    const key = nameOfLabel[label[id]] * objects.length + object[id];
    let x = numbers.get(key);
    if (x === undefined) {
      numbers.set(key, (x = variables.length));
      variables.push({ object: objects[object[id]], name: args[0] });
    }
    variable[id] = x;
    readValue[id] = readByLabel[label[id]];
    writtenValue[id] = writtenByLabel[label[id]];
    const reads = method !== "write" && result !== undefined ? READ : NOTHING;
    if (tookEffect[id] === 1) access[id] = reads | (method === "read" ? NOTHING : WRITE);
  }
  const initials = new Map(initialEntries(initial, "memory").map(([x, v]) => [canonical(x), v]));
  const initialValue = Int32Array.from(variables, ({ name }) => {
    const told = initials.get(canonical(name));
    return numberOf(told === undefined ? 0 : told); // an initial null is null, not 0
  });
  const isInitial = (id: number): boolean =>
    readValue[id] === initialValue[variable[id]] || readValue[id] === numberOf(null);
  return { access, drains, variable, readValue, writtenValue, variables, isInitial };
}

/** Read → the write that it takes its value from. */
function findSources(
  history: History,
  witness: Witness,
  { access, variable, readValue, writtenValue, isInitial }: Accesses,
): Int32Array | string {
  const { size, session } = history;
  const told = new Map(Object.entries(witness.sources ?? {}).map(([id, source]) => [Number(id), source]));
  for (const id of told.keys())
    if (((access[id] ?? NOTHING) & READ) === 0)
      return `the sources name ${JSON.stringify(id)}, which is not an observed read that took effect`;
  const last = new Map<number, number>(); // variable and value → the last write of that value
  const previous = new Int32Array(size); // write → the one before it of the same value
  const keyOf = (id: number, value: Int32Array): number => value[id] * size + variable[id];
  for (let id = 0; id < size; id++)
    if ((access[id] & WRITE) !== 0) {
      previous[id] = last.get(keyOf(id, writtenValue)) ?? INITIAL_VALUE;
      last.set(keyOf(id, writtenValue), id);
    }
  const source = new Int32Array(size).fill(INITIAL_VALUE);
  for (let id = 0; id < size; id++) {
    if ((access[id] & READ) === 0) continue;
    const fitting: number[] = isInitial(id) ? [INITIAL_VALUE] : [];
    const later: number[] = []; // of its own session, after it: no model allows that
    for (let w = last.get(keyOf(id, readValue)) ?? INITIAL_VALUE; w !== INITIAL_VALUE; w = previous[w])
      if (w !== id) (session[w] === session[id] && w > id ? later : fitting).push(w);
    const choice = told.get(id);
    if (choice !== undefined && !fitting.includes(choice) && !later.includes(choice))
      return `${words(history, id)} cannot take its value from ${choice === INITIAL_VALUE ? "the initial value" : `operation ${choice}`}`;
    if (choice === undefined && fitting.length > 1)
      return `${words(history, id)} may take its value from any of ${fitting.length}: the sources must tell which`;
    if (choice === undefined ? fitting.length === 0 : later.includes(choice))
      return later.length > 0
        ? `${words(history, id)} takes its value from a later write of its own session`
        : `${words(history, id)} is out of thin air: nothing that took effect wrote that value`;
    source[id] = choice ?? fitting[0];
  }
  return source;
}

function sessionsOf({ size, session, sessions }: History, tookEffect: Uint8Array): Int32Array[] {
  const counts = new Int32Array(sessions.length);
  for (let id = 0; id < size; id++) counts[session[id]] += tookEffect[id];
  const lists = Array.from(counts, (count) => new Int32Array(count));
  const next = new Int32Array(sessions.length);
  for (let id = 0; id < size; id++) if (tookEffect[id] === 1) lists[session[id]][next[session[id]]++] = id;
  return lists;
}

/**
 * The declared edges between operations that took effect. Order also passes through the others, so
 * each of those hands on the last ones that took effect before it.
 */
function declaredEdges(history: History, tookEffect: Uint8Array): number[] {
  const { size, session, sessions, happensBefore } = history;
  if (happensBefore.length === 0 || !tookEffect.includes(0)) return [...happensBefore];
  const predecessors = Array.from({ length: size }, (): number[] => []);
  const latest = new Int32Array(sessions.length).fill(-1);
  for (let id = 0; id < size; id++) {
    if (latest[session[id]] >= 0) predecessors[id].push(latest[session[id]]);
    latest[session[id]] = id;
  }
  for (let i = 0; i < happensBefore.length; i += 2) predecessors[happensBefore[i + 1]].push(happensBefore[i]);
  const edges: number[] = [];
  for (let id = 0; id < size; id++) {
    if (tookEffect[id] === 0) continue;
    const seen = new Set<number>();
    const behind = [...predecessors[id]];
    for (let p = behind.pop(); p !== undefined; p = behind.pop()) {
      if (seen.has(p)) continue;
      seen.add(p);
      if (tookEffect[p] === 1) edges.push(p, id);
      else behind.push(...predecessors[p]);
    }
  }
  return edges;
}
