import type { ProgramOrder } from "../../../criteria/memory-rules.js";
import { type History, mayBeAbsent } from "../../../history/history.js";
import type { Fact, MemoryFact } from "../../../witness/proof/facts.js";
import type { MemoryScene } from "../../../witness/scene/memory-scene.js";

/** What facts about shared memory come to. */
export interface MemoryClosure {
  /** Whether they cannot hold together. */
  readonly clash: boolean;
  /** Whether a fact is among them, or follows by one rule. */
  holds(fact: MemoryFact): boolean;
}

/** Who returned whose value; -1 for the initial one. */
interface Read {
  readonly source: number;
  readonly read: number;
}

/**
 * What follows from facts about shared memory by one rule of the model: a step that a reader can take. The verifier
 * closes facts under all rules at once, so it accepts each.
 */
export function closeByOneRule(history: History, memory: MemoryScene, facts: readonly Fact[]): MemoryClosure {
  const { rules, isOf: counts, writesVariableOf } = memory;
  const { orders, eyes, stores } = rules;
  const { session } = history;
  const isRw = stores === "partial" || stores === "total";
  const known = facts.filter((fact) => "a" in fact);
  const ids = [...new Set(known.flatMap(({ a, b }) => [a, b]))].filter((id) => id >= 0);
  const size = ids.length;
  const place = new Map(ids.map((id, at) => [id, at]));
  const at = (a: number, b: number): number => (place.get(a) ?? 0) * size + (place.get(b) ?? 0);
  const union = (...some: readonly Uint8Array[]): Uint8Array => {
    const all = Uint8Array.from({ length: size * size }, (_, i) =>
      some.some((one) => one[i] === 1) ? 1 : 0,
    );
    closeTransitively(all, size);
    return all;
  };
  const relation = (pairs: readonly { readonly a: number; readonly b: number }[]): Uint8Array => {
    const row = new Uint8Array(size * size);
    for (const { a, b } of pairs) row[at(a, b)] = 1;
    return row;
  };
  const select = (row: Uint8Array, holds: (a: number, b: number) => boolean): Uint8Array =>
    row.map((one, i) => (one === 1 && holds(ids[Math.floor(i / size)], ids[i % size]) ? 1 : 0));
  const isCircle = (row: Uint8Array): boolean => ids.some((_, x) => row[x * size + x] === 1);

  const reads = known.filter((fact) => fact.kind === "wr").map(({ a, b }) => ({ source: a, read: b }));
  const isExternal = ({ source, read }: Read): boolean => source >= 0 && session[source] !== session[read];
  // One that may not have taken effect did if somebody read it.
  const present = ids.filter(
    (id) =>
      writesVariableOf(id, id) && (!mayBeAbsent(history, id) || reads.some(({ source }) => source === id)),
  );
  const rivals = ({ source, read }: Read): number[] =>
    present.filter((id) => id !== source && id !== read && writesVariableOf(id, read));

  // Causality, by each part of program order.
  const causal = orders.map((order) =>
    union(
      relation(known.filter(({ kind, a, b }) => kind === "<" && counts(order, a, b))),
      relation(
        reads
          .filter((one) => one.source >= 0 && (order !== "ppo" || isExternal(one)))
          .map(({ source, read }) => ({ a: source, b: read })),
      ),
    ),
  );
  /** What the thread of o has seen by then (hb_o): causality among what is before it, and what its reads force. */
  const seenBy = (index: number, o: number): Uint8Array => {
    const co = causal[index];
    const isPast = (id: number): boolean => id === o || co[at(id, o)] === 1;
    return union(
      select(co, (a, b) => isPast(a) && isPast(b)),
      relation(known.filter((fact) => fact.kind === orders[index] && fact.eyes === o)),
    );
  };
  const isOwn = (order: ProgramOrder, read: number, o: number): boolean =>
    session[read] === session[o] && (read === o || (read < o && counts(order, read, o)));
  const stored = relation(known.filter(({ kind }) => kind === "ww"));
  const ofOneVariable = (row: Uint8Array): Uint8Array =>
    select(row, (a, b) => present.includes(a) && present.includes(b) && writesVariableOf(a, b));
  const overwritten = (ww: Uint8Array): Uint8Array =>
    relation(
      reads.flatMap((one) =>
        rivals(one)
          .filter((w) => one.source < 0 || ww[at(one.source, w)] === 1)
          .map((w) => ({ a: one.read, b: w })),
      ),
    );
  /** Whether some read of the initial value comes after a write. */
  const isLate = (row: Uint8Array, some: readonly Read[]): boolean =>
    some.some((one) => one.source < 0 && rivals(one).some((w) => row[at(w, one.read)] === 1));

  const views = eyes ? orders.map((_, index) => ids.map((o) => seenBy(index, o))) : [];
  const happened = eyes ? causal.map((co, index) => union(co, ...views[index])) : causal;
  // The order of the writes, and what comes before what by it.
  const begun = stores === "total" ? causal.map((co) => union(co, stored)) : [union(...happened)];
  const ww = isRw ? union(stored, ...begun.map(ofOneVariable)) : stored;
  const before = causal.map((co) => (isRw ? union(co, ww, overwritten(ww)) : union(co, ww)));

  const clash = (): boolean => {
    if (before.some(isCircle)) return true;
    if (stores === "causal") return isLate(causal[0], reads);
    if (isRw) return false;
    if (eyes)
      return views[0].some((row, o) => {
        const own = reads.filter(({ read }) => isOwn("po", read, ids[o]));
        return isCircle(row) || isLate(row, own);
      });
    const co = causal[0];
    const isStale = (one: Read): boolean =>
      rivals(one).some((w) => co[at(w, one.read)] === 1 && (one.source < 0 || co[at(one.source, w)] === 1));
    return reads.some(isStale);
  };
  const readsOf = (w: number): readonly Read[] => reads.filter(({ source }) => source === w);
  return {
    clash: clash(),
    holds({ kind, a, b, eyes: o }) {
      if (!place.has(a) || !place.has(b)) return false;
      const isRival = (one: Read): boolean => rivals(one).includes(a);
      if (kind === "ww") {
        if (stores === "none") return false;
        const seen = stores === "total" ? before : happened;
        const mayTell = (one: Read): boolean =>
          stores !== "partial" || orders.length === 1 || isExternal(one);
        return (
          ww[at(a, b)] === 1 ||
          (stores === "total" && before.some((row) => ofOneVariable(row)[at(a, b)] === 1)) ||
          readsOf(b).some(
            (one) => isRival(one) && mayTell(one) && seen.some((row) => row[at(a, one.read)] === 1),
          )
        );
      }
      const index = orders.findIndex((order) => order === kind);
      if (!eyes || index < 0 || o === undefined || !place.has(o)) return false;
      const row = views[index][place.get(o) ?? 0];
      return readsOf(b).some(
        (one) => isRival(one) && isOwn(orders[index], one.read, o) && row[at(a, one.read)] === 1,
      );
    },
  };
}

/** Closes a relation of so many, given as rows. */
function closeTransitively(row: Uint8Array, size: number): void {
  for (let via = 0; via < size; via++)
    for (let x = 0; x < size; x++)
      if (row[x * size + via] === 1)
        for (let y = 0; y < size; y++) if (row[via * size + y] === 1) row[x * size + y] = 1;
}
