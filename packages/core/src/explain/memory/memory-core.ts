import { type History, labelOf } from "../../history/history.js";
import { canonical, type Value } from "../../history/value.js";
import { memory } from "../../types/memory.js";
import type { Selection } from "../../history/select.js";
import { relaxTo, tellHistory, type ToldCore } from "../core-history.js";
import { smallest } from "../shrink.js";

/** How a history of reads and writes is decided, and for how long. */
export interface MemoryCoreSearch {
  readonly initial: Value | undefined;
  /** Whether a history violates the model, as far as one trial can tell. */
  violates(history: History): boolean;
  mayGoOn(): boolean;
}

/** More operations than this are not tried all at once. */
const MOST = 2000;

/**
 * The core of a violation as a history: the operations that are blamed and, as optional, the other writes
 * that a read among them may have its value from. Where these do not violate the model by themselves
 * (the blame took who read from whom for granted), more are kept.
 */
export function memoryCore(history: History, blamed: readonly number[], search: MemoryCoreSearch): ToldCore {
  const tell = (kept: readonly number[]): ToldCore => {
    const { history: core, ids } = relaxMemory(history, kept);
    return tellHistory(core, { type: memory, initial: search.initial, useTime: false }, [...ids]);
  };
  const fails = (kept: readonly number[]): boolean => search.violates(relaxMemory(history, kept).history);
  if (blamed.length > 0 && fails(blamed)) return tell(blamed);
  const all = Array.from(history.label.keys());
  if (all.length > MOST || !fails(all)) return {};
  const first = new Set(blamed);
  const rest = smallest(
    all.filter((id) => !first.has(id)),
    (kept) => fails([...blamed, ...kept]),
    () => search.mayGoOn(),
  );
  return tell([...blamed, ...rest]);
}

/**
 * The history of the kept operations and, as optional, of the writes that a kept read may read from.
 * Whatever explained the history explains this: a read, a fence, a write that nobody reads may always be
 * left out.
 */
export function relaxMemory(history: History, kept: readonly number[]): Selection {
  const isKept = new Set(kept);
  const read = new Set<string>();
  const key = (id: number, value: Value): string =>
    `${history.object[id]} ${canonical([labelOf(history, id).args[0], value])}`;
  for (const id of kept) {
    const { method, result } = labelOf(history, id);
    if ((method === "read" || method === "exchange") && result !== undefined) read.add(key(id, result));
  }
  const present = Array.from(history.label.keys()).filter((id) => {
    if (isKept.has(id)) return true;
    const { method, args } = labelOf(history, id);
    return (method === "write" || method === "exchange") && read.has(key(id, args[1]));
  });
  return relaxTo(history, Int32Array.from(present), (id) => !isKept.has(id));
}
