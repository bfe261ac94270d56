import type { MemoryModel } from "../../criteria/memory-models.js";
import { type History, labelOf, mayBeAbsent } from "../../history/history.js";
import { canonical, equal, type Value } from "../../history/value.js";
import { initialEntries } from "../../types/arguments.js";
import type { Fact, MemoryFact } from "./facts.js";
import { closeTransitively } from "./relations.js";
import { refuse } from "./refusal.js";

/** A part of program order: all of it, what store buffers leave of it, or that of each variable alone. */
export type ProgramOrder = "po" | "ppo" | "po-loc";

interface Rules {
  /** The parts that count; with who read from whom, each by itself must lead in no circle. */
  readonly orders: readonly ProgramOrder[];
  /** Whether what the thread of an operation has seen counts (hb_o). */
  readonly eyes: boolean;
  /**
   * The order of the writes to one variable: there is none; causality forces some of it (cf); what threads have
   * seen does, and reads come before what overwrites what they read (pww, rw); or it is a total one (ww, rw).
   */
  readonly stores: "none" | "causal" | "partial" | "total";
}

/** The models as in CAV'19, where that has slips as docs/memory.md has them. */
const rules: Readonly<Record<MemoryModel, Rules>> = {
  cc: { orders: ["po"], eyes: false, stores: "none" },
  ccv: { orders: ["po"], eyes: false, stores: "causal" },
  cm: { orders: ["po"], eyes: true, stores: "none" },
  ccm: { orders: ["po"], eyes: true, stores: "partial" },
  wccm: { orders: ["ppo", "po-loc"], eyes: true, stores: "partial" },
  tso: { orders: ["ppo", "po-loc"], eyes: false, stores: "total" },
  sc: { orders: ["po"], eyes: false, stores: "total" },
};

/** What facts about shared memory come to. */
export interface MemoryClosure {
  /** Whether they cannot hold together. */
  readonly clash: boolean;
  /** Whether a fact is among them, or follows by one rule. */
  holds(fact: MemoryFact): boolean;
}

/** Shared memory, as proofs of a model speak of it. */
export interface MemoryScene {
  /** Whether two writes of one variable are stored in one order or the other. */
  readonly total: boolean;
  /** The parts of program order by which what a thread has seen counts. */
  readonly eyes: readonly ProgramOrder[];
  /** Whose value the operation may have returned: writes of it, and `start` for the initial value. */
  sourcesOf(operation: number): readonly (number | "start")[];
  /** Whether reads come before what overwrites what they returned. */
  readonly overwrites: boolean;
  /** Whether the first writes the variable that the second is about. */
  writesVariableOf(a: number, b: number): boolean;
  close(facts: readonly Fact[]): MemoryClosure;
}

/** The scene of a model of shared memory. */
export function createMemoryScene(
  history: History,
  model: MemoryModel,
  initial: Value | undefined,
): MemoryScene {
  const { orders, eyes, stores } = rules[model];
  const { session } = history;
  const isRw = stores === "partial" || stores === "total";
  const of = (id: number) => labelOf(history, id);
  const writes = (id: number): boolean => of(id).method === "write" || of(id).method === "exchange";
  const drains = (id: number): boolean =>
    !mayBeAbsent(history, id) && (of(id).method === "fence" || of(id).method === "exchange");
  const variables = history.labels.map(({ args }) => canonical(args[0] ?? null));
  const sameVariable = (a: number, b: number): boolean =>
    of(a).method !== "fence" &&
    of(b).method !== "fence" &&
    history.object[a] === history.object[b] &&
    variables[history.label[a]] === variables[history.label[b]];
  const isRead = ({ method, result }: ReturnType<typeof of>): boolean =>
    result !== undefined && (method === "read" || method === "exchange");
  if (stores !== "total" && history.labels.some((label) => label.method === "exchange" && isRead(label)))
    refuse(`${model} has no meaning for exchange`);
  if (orders.length > 1 && history.happensBefore.length > 0)
    refuse(`${model} has no meaning for declared happens-before`);
  const starts = new Map(initialEntries(initial, "memory").map(([x, value]) => [canonical(x), value]));
  const startOf = (x: Value): Value => {
    const told = starts.get(canonical(x));
    return told === undefined ? 0 : told; // a null that is told is null
  };

  /** Whether a given order counts. Store buffers let a read overtake the writes before it in its thread. */
  const counts = (order: ProgramOrder, a: number, b: number): boolean =>
    order === "po" ||
    (order === "po-loc" ? sameVariable(a, b) : !writes(a) || drains(a) || writes(b) || drains(b));

  return {
    total: stores === "total",
    eyes: eyes ? orders : [],
    overwrites: isRw,
    writesVariableOf: (a, b) => writes(a) && sameVariable(a, b),
    sourcesOf(op) {
      const label = of(op);
      if (mayBeAbsent(history, op) || label.result === undefined)
        refuse(`${op} returned nothing that was seen`);
      const value = label.result;
      // A write returns null, and so does a fence.
      if (!isRead(label)) return value === null ? refuse(`${op} reads nothing`) : [];
      const found: (number | "start")[] = [];
      if (value === null || equal(value, startOf(label.args[0]))) found.push("start");
      for (let id = 0; id < history.size; id++)
        if (id !== op && writes(id) && sameVariable(id, op) && equal(of(id).args[1] ?? null, value))
          found.push(id);
      return found;
    },
    close(facts) {
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
      const isExternal = ({ source, read }: Read): boolean =>
        source >= 0 && session[source] !== session[read];
      // One that may not have taken effect did if somebody read it.
      const present = ids.filter(
        (id) => writes(id) && (!mayBeAbsent(history, id) || reads.some(({ source }) => source === id)),
      );
      const rivals = ({ source, read }: Read): number[] =>
        present.filter((id) => id !== source && id !== read && sameVariable(id, read));

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
        select(row, (a, b) => present.includes(a) && present.includes(b) && sameVariable(a, b));
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
          rivals(one).some(
            (w) => co[at(w, one.read)] === 1 && (one.source < 0 || co[at(one.source, w)] === 1),
          );
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
    },
  };
}

/** Who returned whose value; -1 for the initial one. */
interface Read {
  readonly source: number;
  readonly read: number;
}
