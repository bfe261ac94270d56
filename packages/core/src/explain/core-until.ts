import { predecessors } from "../decompose/predecessors.js";
import { type History, labelOf, mayBeAbsent, PENDING } from "../history/history.js";
import { relaxTo } from "./core-history.js";
import type { Effort } from "./effort.js";
import type { Refuted } from "./explain.js";
import { mayNotice, type Relaxable } from "./relax-visibility.js";
import { smallest } from "./shrink.js";

/** A core, and the history of it. */
export interface Shrunk {
  /** The operations that keep their results. */
  readonly kept: readonly number[];
  /** These, and what may matter besides, as optional. */
  readonly core: History;
  /** The operations of the core. */
  readonly ids: readonly number[];
}

/** In a history no longer than this it is worth asking of each pair whether one may notice the other. */
const SHORT = 64;

/**
 * A core of what was called before the position `until`. What is not kept is left out if it changes no
 * state, or nobody who is kept can notice it; else it is optional. What a monitor blames is kept.
 */
export function coreUntil(
  refuted: Refuted,
  timed: History,
  until: number,
  isRefuted: (relaxed: History) => boolean,
  effort: Effort,
): Shrunk | undefined {
  const { type, decision, criterion } = refuted;
  const useTime = criterion === "linearizability" && refuted.history.timed;
  const all = Int32Array.from(decision.ids)
    .sort()
    .filter((id) => timed.call[id] <= until);
  const changesState = (id: number): boolean => type.pure?.(labelOf(timed, id)) !== true;
  // An operation that may not have happened must not pass an order on: by real time to one side and
  // another order to the other. One that the history itself says may not have happened does so there too.
  const timeSaysItAll = !useTime || ordersFollowTime(timed);
  const relaxed = (source: History, present: Int32Array, kept: ReadonlySet<number>): History => {
    const isOptional = (id: number): boolean => !kept.has(id);
    const loose = (id: number): boolean =>
      !kept.has(id) && (timed.ret[id] > until || !mayBeAbsent(timed, id));
    return relaxTo(source, present, isOptional, timeSaysItAll ? undefined : loose).history;
  };
  const order = useTime ? "realtime" : "session";
  const relaxable = { history: refuted.history, type, order } as const;
  const isShort = all.length <= SHORT;
  const readers = isShort ? readersOf(relaxable, all, changesState) : undefined;
  /** Those that are kept, and the updates that one of them may notice. */
  const noticed = (kept: ReadonlySet<number>): Int32Array => {
    const isNoticed = (id: number): boolean =>
      readers === undefined
        ? changesState(id) && [...kept].some((reader) => mayNotice(relaxable, reader, id))
        : readers[id].some((reader) => kept.has(reader));
    return all.filter((id) => kept.has(id) || isNoticed(id));
  };
  const fails = (kept: readonly number[]): boolean => {
    const keptSet = new Set(kept);
    const present = isShort ? noticed(keptSet) : all.filter((id) => keptSet.has(id) || changesState(id));
    return isRefuted(relaxed(timed, present, keptSet));
  };
  const mayBeKept = (id: number): boolean => all.includes(id) && timed.ret[id] <= until;
  const blamed = decision.pattern?.ids.filter(mayBeKept) ?? [];
  const returned = [...all].filter((id) => !mayBeAbsent(timed, id) && timed.ret[id] <= until);
  // A result that a pending operation would have to return may matter too, but no cut may be made before it.
  const observed = until === PENDING ? [...all].filter((id) => labelOf(timed, id).result !== undefined) : [];
  const starts = [blamed, returned, [...new Set([...returned, ...observed])].sort((a, b) => a - b)];
  const start = starts.find((one) => one.length > 0 && fails(one));
  if (start === undefined) return undefined;
  const alsoNeeded = start.filter((id) => !blamed.includes(id));
  const rest = smallest(
    start === blamed ? blamed : alsoNeeded,
    (kept) => fails(start === blamed ? kept : [...blamed, ...kept]),
    () => effort.mayGoOn(),
  );
  const kept = [...new Set(start === blamed ? rest : [...blamed, ...rest])].sort((a, b) => a - b);
  const keptSet = new Set(kept);
  const source = order === "realtime" ? timed : refuted.history;
  const ids = noticed(keptSet);
  return { kept, core: relaxed(source, ids, keptSet), ids: [...ids] };
}

/** Those who may notice each update. */
function readersOf(
  relaxable: Relaxable,
  all: Int32Array,
  changesState: (id: number) => boolean,
): readonly (readonly number[])[] {
  const readers: number[][] = [];
  for (const id of all)
    readers[id] = changesState(id) ? [...all].filter((reader) => mayNotice(relaxable, reader, id)) : [];
  return readers;
}

/** Whether session order and declared happens-before order nothing that real time does not. */
function ordersFollowTime(history: History): boolean {
  const { head, from, next } = predecessors(history);
  for (let id = 0; id < history.size; id++)
    for (let link = head[id]; link >= 0; link = next[link])
      if (history.ret[from[link]] >= history.call[id]) return false;
  return true;
}
