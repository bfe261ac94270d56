import { type History, type Label, PENDING } from "../history/history.js";
import { canonical, type Value } from "../history/value.js";
import type { Order, Part } from "../linearize/part.js";
import type { SequentialType } from "../types/type.js";
import { jointLabel, jointType } from "./joint-type.js";
import { mustPrecede, predecessors } from "./predecessors.js";

/** A part with its place in the history: which object, which key. */
export interface NamedPart extends Part {
  readonly object?: string | number;
  readonly key?: Value;
}

/** The parts of a timed history. */
export interface Decomposition {
  readonly parts: readonly NamedPart[];
  /**
   * Whether the history is linearizable exactly when each part is. It is not when session order or
   * declared happens-before orders operations of different parts that overlap in real time: then
   * a part that fails refutes the history, but parts that all pass prove nothing.
   */
  readonly exact: boolean;
}

/**
 * Splits a timed history by object (locality, Herlihy & Wing) and each object by key where all
 * its operations touch one key (P-compositionality, FORTE'15 Definition 6 and Algorithm 3).
 */
export function split(history: History, type: SequentialType, initial: Value | undefined): Decomposition {
  const groups = groupByObjectAndKey(history, type);
  const { pieces, rowOf } = distribute(history, groups.of, groups.names.length);
  const orders = collectOrders(history, groups.of, rowOf, pieces.length);
  const localise = createLocaliser(history.labels);
  const parts = pieces.map(({ size, ids, call, ret }, group): NamedPart => {
    const { label, labels } = localise(history.label, ids);
    const order = orders.lists === undefined ? undefined : packOrder(size, orders.lists[group]);
    return { type, initial, size, ids, label, labels, call, ret, order, ...groups.names[group] };
  });
  return { parts, exact: !orders.crossing };
}

/** The whole timed history as one part; several objects become one joint object. */
export function wholePart(history: History, type: SequentialType, initial: Value | undefined): NamedPart {
  const group = new Int32Array(history.size);
  const { pieces, rowOf } = distribute(history, group, 1);
  const [piece] = pieces;
  const { lists } = collectOrders(history, group, rowOf, 1);
  const order = lists === undefined ? undefined : packOrder(piece.size, lists[0]);
  const plain = { ...piece, initial, order };
  if (history.objects.length <= 1)
    return { ...plain, ...createLocaliser(history.labels)(history.label, piece.ids), type };
  const joint = jointLabels(history);
  return {
    ...plain,
    ...createLocaliser(joint.labels)(joint.label, piece.ids),
    type: jointType(type, history.objects.length),
  };
}

/** The labels of a history of several objects, each with its object. */
export function jointLabels(history: History): { labels: Label[]; label: Int32Array } {
  const labels: Label[] = [];
  const numbers = new Map<number, number>();
  const label = history.label.map((original, id) => {
    const pair = original * history.objects.length + history.object[id];
    let number = numbers.get(pair);
    if (number === undefined) {
      number = labels.length;
      numbers.set(pair, number);
      labels.push(jointLabel(history.object[id], history.labels[original]));
    }
    return number;
  });
  return { labels, label };
}

/** Renumbers labels so that a part knows only its own; one scratch array serves all parts. */
function createLocaliser(
  labels: readonly Label[],
): (label: Int32Array, ids: Int32Array) => Pick<Part, "label" | "labels"> {
  const local = new Int32Array(labels.length).fill(-1);
  return (label, ids) => {
    const own: Label[] = [];
    const met: number[] = [];
    const column = new Int32Array(ids.length);
    for (let row = 0; row < ids.length; row++) {
      const global = label[ids[row]];
      if (local[global] < 0) {
        local[global] = own.length;
        own.push(labels[global]);
        met.push(global);
      }
      column[row] = local[global];
    }
    for (const global of met) local[global] = -1;
    return { label: column, labels: own };
  };
}

/** Which operations touch the same object and, where all its operations touch one key, the same key. */
interface Groups {
  /** Operation → its group. */
  readonly of: Int32Array;
  readonly names: readonly { object?: string | number; key?: Value }[];
}

/** Groups operations by object and key. */
function groupByObjectAndKey(history: History, type: SequentialType): Groups {
  const { size, labels, label, object, objects } = history;
  const partition = type.partition;
  const keyed = new Uint8Array(objects.length).fill(partition === undefined ? 0 : 1);
  const keyOfLabel = labels.map((one) => partition?.call(type, one));

  // Number the keys once per label, 0 for none, then pairs (object, key) once per pair: no text per operation.
  const numberOf = createKeyNumbers();
  const keyNumber = new Int32Array(labels.length);
  let keyCount = 0;
  for (let l = 0; l < labels.length; l++) {
    const key = keyOfLabel[l];
    if (key !== undefined) keyNumber[l] = numberOf(key);
    if (keyNumber[l] > keyCount) keyCount = keyNumber[l];
  }
  for (let id = 0; id < size; id++) if (keyNumber[label[id]] === 0) keyed[object[id]] = 0;
  const names: { object?: string | number; key?: Value }[] = [];
  const groupOfPair = new Int32Array((keyCount + 1) * objects.length).fill(-1);
  const of = new Int32Array(size);
  for (let id = 0; id < size; id++) {
    const key = keyed[object[id]] === 1 ? keyNumber[label[id]] : 0;
    const pair = key * objects.length + object[id];
    if (groupOfPair[pair] < 0) {
      groupOfPair[pair] = names.length;
      const named = objects[object[id]];
      const touched = keyOfLabel[label[id]];
      names.push({
        ...(named !== undefined && { object: named }),
        ...(key === 0 || touched === undefined ? {} : { key: touched }),
      });
    }
    of[id] = groupOfPair[pair];
  }
  return { of, names };
}

/** Numbers 1, 2, 3, … for keys, the same for equal ones. Only those that are lists or objects are told apart by their text. */
function createKeyNumbers(): (key: Value) => number {
  const plain = new Map<Value, number>();
  const byText = new Map<string, number>();
  return (key) => {
    const isPlain = key === null || typeof key !== "object";
    const text = isPlain ? "" : canonical(key);
    const known = isPlain ? plain.get(key) : byText.get(text);
    if (known !== undefined) return known;
    const number = plain.size + byText.size + 1;
    if (isPlain) plain.set(key, number);
    else byText.set(text, number);
    return number;
  };
}

type Piece = Pick<Part, "size" | "ids" | "call" | "ret">;

/** The operations of each group in the order of their calls, with positions of their own: 0, 1, 2, … */
function distribute(
  history: History,
  groupOf: Int32Array,
  groupCount: number,
): { pieces: Piece[]; rowOf: (id: number) => number } {
  const { size, call, ret } = history;
  const eventAt = new Int32Array(2 * size).fill(-1); // 2 × id for a call, 2 × id + 1 for a return
  const counts = new Int32Array(groupCount);
  for (let id = 0; id < size; id++) {
    eventAt[call[id]] = 2 * id;
    if (ret[id] !== PENDING) eventAt[ret[id]] = 2 * id + 1;
    counts[groupOf[id]]++;
  }
  const ids = new Int32Array(size);
  const calls = new Int32Array(size);
  const returns = new Int32Array(size).fill(PENDING);
  const starts = new Int32Array(groupCount + 1);
  for (let group = 0; group < groupCount; group++) starts[group + 1] = starts[group] + counts[group];
  const nextRow = starts.slice();
  const nextPosition = new Int32Array(groupCount);
  const placeOf = new Int32Array(size);
  for (let position = 0; position < eventAt.length; position++) {
    const event = eventAt[position];
    if (event < 0) continue;
    const id = event >> 1;
    const group = groupOf[id];
    if ((event & 1) === 0) {
      const place = nextRow[group]++;
      placeOf[id] = place;
      ids[place] = id;
      calls[place] = nextPosition[group]++;
    } else returns[placeOf[id]] = nextPosition[group]++;
  }
  const pieces = Array.from(counts, (count, group) => {
    const [start, end] = [starts[group], starts[group + 1]];
    return {
      size: count,
      ids: ids.subarray(start, end),
      call: calls.subarray(start, end),
      ret: returns.subarray(start, end),
    };
  });
  return { pieces, rowOf: (id) => placeOf[id] - starts[groupOf[id]] };
}

/** Whether each session called its next operation only after the one before had returned. */
export function sessionsFollowTime({ size, session, sessions, call, ret }: History): boolean {
  const lastReturn = new Int32Array(sessions.length).fill(-1);
  for (let id = 0; id < size; id++) {
    if (lastReturn[session[id]] >= call[id]) return false;
    lastReturn[session[id]] = ret[id];
  }
  return true;
}

/** Per group: row → rows that must precede it; `crossing` where an order leads from group to group. */
function collectOrders(
  history: History,
  groupOf: Int32Array,
  rowOf: (id: number) => number,
  groupCount: number,
): { lists: Map<number, number[]>[] | undefined; crossing: boolean } {
  if (history.happensBefore.length === 0 && sessionsFollowTime(history))
    return { lists: undefined, crossing: false };
  const links = predecessors(history);
  const timeSaysItAll = (id: number): boolean => {
    for (let link = links.head[id]; link >= 0; link = links.next[link])
      if (history.ret[links.from[link]] >= history.call[id]) return false;
    return true;
  };
  let lists: Map<number, number[]>[] | undefined;
  let crossing = false;
  for (let id = 0; id < history.size; id++) {
    if (timeSaysItAll(id)) continue;
    for (const before of mustPrecede(history, links, id, true)) {
      lists ??= Array.from({ length: groupCount }, () => new Map());
      if (groupOf[before] !== groupOf[id]) {
        crossing = true;
        continue;
      }
      const list = lists[groupOf[id]].get(rowOf(id));
      if (list === undefined) lists[groupOf[id]].set(rowOf(id), [rowOf(before)]);
      else list.push(rowOf(before));
    }
  }
  return { lists, crossing };
}

function packOrder(size: number, lists: ReadonlyMap<number, readonly number[]>): Order | undefined {
  if (lists.size === 0) return undefined;
  const first = new Int32Array(size + 1);
  for (const [row, list] of lists) first[row + 1] = list.length;
  for (let row = 0; row < size; row++) first[row + 1] += first[row];
  const before = new Int32Array(first[size]);
  for (const [row, list] of lists) before.set(list, first[row]);
  return { first, before };
}
