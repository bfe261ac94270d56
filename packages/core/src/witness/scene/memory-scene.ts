import type { MemoryModel } from "../../criteria/memory-models.js";
import { type MemoryRules, memoryRules, type ProgramOrder } from "../../criteria/memory-rules.js";
import { type History, labelOf, mayBeAbsent } from "../../history/history.js";
import type { Value } from "../../history/value.js";
import { READ, readAccesses, READ_WRITE, WRITE } from "../memory-recording.js";
import type { Fact, MemoryFact } from "../proof/facts.js";
import { refuse } from "./reach.js";
import { closed, isCircular, type Pairs, pairsOf, relates, type Relation } from "./relation.js";

/** Shared memory, as proofs of a model speak of it. */
export interface MemoryScene {
  readonly rules: MemoryRules;
  /** Whose value the operation may have returned: writes of it, and `start` for the initial value. */
  sourcesOf(operation: number): readonly (number | "start")[];
  /** Whether the first writes the variable that the second is about. */
  writesVariableOf(a: number, b: number): boolean;
  /** Whether both write one variable and surely took effect, and writes are stored one after the other. */
  areOrdered(a: number, b: number): boolean;
  /** Whether a given order is of that part. Store buffers let a read overtake the writes before it in its thread. */
  isOf(order: ProgramOrder, a: number, b: number): boolean;
  /** What facts come to: whether they cannot hold together, and whether another follows. */
  close(facts: readonly Fact[]): { readonly clash: boolean; holds(fact: MemoryFact): boolean };
}

/** The initial values: one write to every variable, before all else. */
const START = -1;

/** The scene of a model of shared memory. */
export function createMemoryScene(
  history: History,
  model: MemoryModel,
  initial: Value | undefined,
): MemoryScene {
  const rules = memoryRules[model];
  const { orders, eyes, stores } = rules;
  const { session } = history;
  const { access, drains, variable, readValue, writtenValue, isInitial } = readAccesses(
    history,
    initial,
    new Uint8Array(history.size).fill(1),
  );
  const maybe = (id: number): boolean => mayBeAbsent(history, id);
  if (stores !== "total" && access.includes(READ_WRITE)) refuse(`${model} has no meaning for exchange`);
  if (orders.length > 1 && history.happensBefore.length > 0)
    refuse(`${model} has no meaning for declared happens-before`);
  const isFence = (id: number): boolean => labelOf(history, id).method === "fence";
  const isOne = (a: number, b: number): boolean => variable[a] === variable[b] && !isFence(a) && !isFence(b);
  const writes = (id: number): boolean => (access[id] & WRITE) !== 0;
  const writesVariableOf = (a: number, b: number): boolean => writes(a) && isOne(a, b);
  const empties = (id: number): boolean => drains[id] === 1 && !maybe(id);
  const isOf: MemoryScene["isOf"] = (order, a, b) =>
    order === "po" || (order === "ppo" ? !writes(a) || writes(b) || empties(a) || empties(b) : isOne(a, b));

  function sourcesOf(op: number): readonly (number | "start")[] {
    const { result } = labelOf(history, op);
    if (maybe(op) || result === undefined) refuse(`${op} returned nothing that was seen`);
    // A write returns null, and so does a fence.
    if ((access[op] & READ) === 0) return result === null ? refuse(`${op} reads nothing`) : [];
    const isSource = (id: number): boolean =>
      id !== op && writesVariableOf(id, op) && writtenValue[id] === readValue[op];
    return [...(isInitial(op) ? (["start"] as const) : []), ...Array.from(access.keys()).filter(isSource)];
  }

  function close(facts: readonly Fact[]): ReturnType<MemoryScene["close"]> {
    const known = facts.filter((fact) => "a" in fact);
    const those = (isSo: (fact: (typeof known)[number]) => boolean) =>
      known.filter(isSo).map(({ a, b }) => [a, b] as const);
    const ids = [...new Set(those(() => true).flat())].filter((id) => id !== START);
    const wr = those(({ kind }) => kind === "wr");
    // One that may not have taken effect did if somebody read it.
    const present = ids.filter((id) => !maybe(id) || wr.some(([w]) => w === id));
    /** The other writes to the variable of a read. */
    const rivals = ([w, r]: readonly [number, number]): number[] =>
      present.filter((id) => id !== w && id !== r && writesVariableOf(id, r));
    const isExternal = ([w, r]: readonly [number, number]): boolean =>
      w !== START && session[w] !== session[r];
    const ofOneVariable = (relation: Relation): Pairs =>
      pairsOf(relation).filter(
        ([a, b]) => present.includes(a) && present.includes(b) && writes(b) && writesVariableOf(a, b),
      );
    /** cf[R]: a write before another that a read returned although the first was R-before the read. */
    const cf = (before: Relation, reads = wr): (readonly [number, number])[] =>
      reads.flatMap(([w, r]) =>
        rivals([w, r])
          .filter((a) => relates(before, a, r))
          .map((a) => [a, w] as const),
      );
    /** rw[R]: a read before the writes that come R-after the one it returned. */
    const rw = (ww: Relation): Pairs =>
      wr.flatMap(([w, r]) =>
        rivals([w, r])
          .filter((a) => w === START || relates(ww, w, a))
          .map((a) => [r, a] as const),
      );
    /** The least transitive relation with these pairs and what follows from it. */
    const saturate = (pairs: Pairs, more: (relation: Relation) => Pairs): Relation => {
      for (let all = closed(pairs); ; ) {
        const fresh = [...more(all)].filter(([a, b]) => !relates(all, a, b));
        if (fresh.length === 0) return all;
        all = closed(pairsOf(all), fresh);
      }
    };

    // co, of each part of program order: with who read from whom, of other threads where a buffer is in between.
    const co = orders.map((order) =>
      closed(
        ids.map((id) => [START, id] as const),
        those(({ kind, a, b }) => kind === "<" && isOf(order, a, b)),
        wr.filter((one) => order !== "ppo" || isExternal(one)),
      ),
    );
    /** hb_o: of what is before o, what its thread has seen: by causality and by what its own reads returned. */
    const seenBy = (part: number, o: number): Relation => {
      const isPast = (id: number): boolean => id === o || relates(co[part], id, o);
      const isOwn = (r: number): boolean =>
        session[r] === session[o] && (r === o || (r < o && isOf(orders[part], r, o)));
      const past = pairsOf(co[part]).filter(([a, b]) => isPast(a) && isPast(b));
      const told = known.filter((fact) => fact.kind === orders[part] && "eyes" in fact && fact.eyes === o);
      const own = wr.filter(([, r]) => isOwn(r));
      return saturate([...past, ...told.map(({ a, b }) => [a, b] as const)], (hb) => cf(hb, own));
    };
    const sights = eyes ? orders.map((_, part) => new Map(ids.map((o) => [o, seenBy(part, o)]))) : [];
    const hb = sights.map((views) => closed(...[...views.values()].map(pairsOf)));

    const stored = those(({ kind }) => kind === "ww");
    const withStores = (ww: Relation): Relation[] =>
      co.map((one) => closed(pairsOf(one), pairsOf(ww), rw(ww)));
    const forced: Readonly<Record<typeof stores, () => Relation>> = {
      none: () => closed(),
      causal: () => closed(stored, cf(co[0])),
      partial: () =>
        closed(
          stored,
          ofOneVariable(closed(...hb.map(pairsOf))),
          ...hb.map((one) => cf(one, orders.length > 1 ? wr.filter(isExternal) : wr)),
        ),
      total: () =>
        saturate(stored, (ww) => withStores(ww).flatMap((one) => [...ofOneVariable(one), ...cf(one)])),
    };
    const ww = forced[stores]();
    const isStore = stores === "partial" || stores === "total";
    const all = [
      ...(isStore ? withStores(ww) : co.map((one) => closed(pairsOf(one), pairsOf(ww)))),
      ...sights.flatMap((views) => [...views.values()]),
    ];
    // No read returned what was overwritten in its causal past.
    const isStale = co.some((one) => cf(one).some(([a, w]) => relates(one, w, a)));
    return {
      clash: isStale || all.some(isCircular),
      holds({ kind, a, b, eyes: o = START }) {
        const view = sights[orders.findIndex((order) => order === kind)]?.get(o);
        return kind === "ww" ? relates(ww, a, b) : view !== undefined && relates(view, a, b);
      },
    };
  }
  const areOrdered = (a: number, b: number): boolean =>
    stores === "total" && writes(b) && writesVariableOf(a, b) && !maybe(a) && !maybe(b);
  return { rules, sourcesOf, writesVariableOf, areOrdered, isOf, close };
}
