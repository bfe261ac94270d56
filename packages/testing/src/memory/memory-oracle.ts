import { INITIAL, type MemoryHistory } from "@sightline/core/memory/memory-history.js";
import type { MemoryModel } from "@sightline/core/criteria/memory-models.js";
import {
  add,
  closure,
  compose,
  has,
  isAcyclic,
  isIrreflexive,
  isSame,
  type Relation,
  relation,
  union,
} from "./relation.js";

/**
 * A history with its initial writes made explicit: operation `memory.size + x` writes the initial
 * value of variable x, before all that are not initial writes.
 */
export interface LiteralHistory {
  /** The number of operations, initial writes included. */
  readonly size: number;
  readonly isWrite: readonly boolean[];
  readonly variable: readonly number[];
  /** Read → its write. For writes −1. */
  readonly source: readonly number[];
  /** Program order of each thread alone. */
  readonly threadOrder: Relation;
  /** Program order: that of the threads, the initial writes before all, and the declared edges. */
  readonly po: Relation;
  readonly wr: Relation;
}

/**
 * Which models the history satisfies, by the definitions alone: relations are matrices over all
 * operations, hb_o is computed for every operation o, and store orders are tried one by one. It knows
 * no lemma and shares nothing with the engines; it is for histories of up to about ten operations.
 *
 * Declared edges count as program order, except that `tso` and `wccm` are not defined with any.
 */
export function memoryOracle(memory: MemoryHistory): Record<MemoryModel, boolean> {
  const history = literalHistory(memory);
  return {
    cc: isCc(history),
    ccv: isCcv(history),
    cm: isCm(history),
    ccm: isCcm(history),
    wccm: isWccm(history),
    tso: isTso(history),
    sc: isSc(history),
  };
}

/** As `memoryOracle`, for one model. */
export function satisfiesModel(memory: MemoryHistory, model: MemoryModel): boolean {
  return literalModels[model](literalHistory(memory));
}

/** CC: po ∪ wr is acyclic, and no read has a write to its variable causally between its source and itself. */
export function isCc(history: LiteralHistory): boolean {
  const co = causalOrder(history);
  // POPL'17 WriteCORead and WriteCOInitRead. CAV'19 prints acyclic(po ∪ wr ∪ rw[co]), which is too strong.
  return isIrreflexive(co) && isIrreflexive(compose(readsBefore(history, co), co));
}

/** CCv: CC, and po ∪ wr ∪ cf[co] is acyclic. */
export function isCcv(history: LiteralHistory): boolean {
  const conflicts = conflictOrder(history, causalOrder(history));
  return isCc(history) && isAcyclic(union(history.po, history.wr, conflicts));
}

/** CM: CC, and hb_o is irreflexive for every operation o. */
export function isCm(history: LiteralHistory): boolean {
  return isCc(history) && happensBefores(history).every(isIrreflexive);
}

/** CCM: po ∪ wr ∪ pww ∪ rw[pww] is acyclic. */
export function isCcm(history: LiteralHistory): boolean {
  const pww = partialStoreOrderOf(history);
  return isAcyclic(union(history.po, history.wr, pww, readsBefore(history, pww)));
}

/** wCCM: no read of an own later write; ppo and po-loc, each with wr_e ∪ wpww ∪ rw[wpww], are acyclic. */
export function isWccm(history: LiteralHistory): boolean {
  if (readsOwnFuture(history)) return false;
  const wpww = weakPartialStoreOrderOf(history);
  const more = union(externalReads(history), wpww, readsBefore(history, wpww));
  return isAcyclic(union(preservedOrder(history), more)) && isAcyclic(union(orderByVariable(history), more));
}

/** SC: there is a store order ww such that po ∪ wr ∪ ww ∪ rw[ww] is acyclic. */
export function isSc(history: LiteralHistory): boolean {
  for (const ww of storeOrders(history))
    if (isAcyclic(union(history.po, history.wr, ww, readsBefore(history, ww)))) return true;
  return false;
}

/** TSO: no read of an own later write; with some ww, ppo and po-loc, each with wr_e ∪ ww ∪ rw[ww], are acyclic. */
export function isTso(history: LiteralHistory): boolean {
  if (readsOwnFuture(history)) return false;
  const [ppo, poLoc, external] = [preservedOrder(history), orderByVariable(history), externalReads(history)];
  for (const ww of storeOrders(history)) {
    const more = union(external, ww, readsBefore(history, ww));
    if (isAcyclic(union(ppo, more)) && isAcyclic(union(poLoc, more))) return true;
  }
  return false;
}

/** Saturation: the least transitive R ⊇ po ∪ wr that is closed under cf and rw has no cycle. Every SC history passes. */
export function isSaturable(history: LiteralHistory): boolean {
  return isIrreflexive(saturate(history));
}

const literalModels: Readonly<Record<MemoryModel, (history: LiteralHistory) => boolean>> = {
  cc: isCc,
  ccv: isCcv,
  cm: isCm,
  ccm: isCcm,
  wccm: isWccm,
  tso: isTso,
  sc: isSc,
};

/** The history with explicit initial writes, as matrices. */
export function literalHistory(memory: MemoryHistory): LiteralHistory {
  const named = memory.names.length;
  const size = memory.size + named;
  const isInitial = (o: number): boolean => o >= memory.size;
  const isWrite = all(size, (o) => isInitial(o) || memory.isWrite[o] === 1);
  const variable = all(size, (o) => (isInitial(o) ? o - memory.size : memory.variable[o]));
  const source = all(size, (o) => {
    if (isWrite[o]) return -1;
    return memory.source[o] === INITIAL ? memory.size + variable[o] : memory.source[o];
  });
  const threadOrder = relation(
    size,
    (a, b) => a < b && b < memory.size && memory.thread[a] === memory.thread[b],
  );
  const po = relation(size, (a, b) => (isInitial(a) && !isInitial(b)) || has(threadOrder, a, b));
  for (let i = 0; i < memory.given.length; i += 2) add(po, memory.given[i], memory.given[i + 1]);
  const wr = relation(size, (a, b) => source[b] === a);
  return { size, isWrite, variable, source, threadOrder, po, wr };
}

/** co = (po ∪ wr)+. */
export function causalOrder({ po, wr }: LiteralHistory): Relation {
  return closure(union(po, wr));
}

/** rw[R] = wr⁻¹ ; R_WW: a read is before the writes that R puts after its source. */
export function readsBefore(history: LiteralHistory, related: Relation): Relation {
  return relation(
    history.size,
    (r, w) =>
      !history.isWrite[r] && has(related, history.source[r], w) && areWrites(history, history.source[r], w),
  );
}

/** cf[R] = (R_WR ; wr⁻¹) \ id: a write that R puts before a read of its variable is before that read's source. */
export function conflictOrder(
  history: LiteralHistory,
  related: Relation,
  wr: Relation = history.wr,
): Relation {
  const { size, isWrite, variable } = history;
  return relation(size, (w1, w2) => {
    if (w1 === w2 || !isWrite[w1]) return false; // CAV'19's cf, repaired: w1 ≠ w2
    for (let r = 0; r < size; r++)
      if (has(wr, w2, r) && variable[w1] === variable[r] && has(related, w1, r)) return true;
    return false;
  });
}

/** hb_o of every operation o. */
export function happensBefores(history: LiteralHistory): Relation[] {
  const co = causalOrder(history);
  return all(history.size, (o) => happensBefore(history, o, history.threadOrder, co));
}

/** pww = (hb_WW ∪ cf[hb])+ with hb = (⋃ hb_o)+. */
export function partialStoreOrderOf(history: LiteralHistory): Relation {
  const hb = closure(union(...happensBefores(history)));
  return closure(union(betweenWrites(history, hb), conflictOrder(history, hb)));
}

/** wpww = (whb_WW ∪ cf_e[hb^ppo] ∪ cf_e[hb^po-loc])+ with whb = (hb^ppo ∪ hb^po-loc)+. */
export function weakPartialStoreOrderOf(history: LiteralHistory): Relation {
  const external = externalReads(history);
  const [hbPpo, hbPoLoc] = [preservedOrder(history), orderByVariable(history)].map((pi) => {
    const co = closure(union(pi, external));
    return closure(union(...all(history.size, (o) => happensBefore(history, o, pi, co))));
  });
  const whb = closure(union(hbPpo, hbPoLoc));
  return closure(
    union(
      betweenWrites(history, whb),
      conflictOrder(history, hbPpo, external),
      conflictOrder(history, hbPoLoc, external),
    ),
  );
}

/** ppo = po \ (W × R). */
export function preservedOrder({ size, po, isWrite }: LiteralHistory): Relation {
  return relation(size, (a, b) => has(po, a, b) && !(isWrite[a] && !isWrite[b]));
}

/** po-loc: po between accesses of one variable. */
export function orderByVariable({ size, po, variable }: LiteralHistory): Relation {
  return relation(size, (a, b) => has(po, a, b) && variable[a] === variable[b]);
}

/** wr_e = wr \ (po ∪ po⁻¹). */
export function externalReads({ size, po, wr }: LiteralHistory): Relation {
  return relation(size, (w, r) => has(wr, w, r) && !has(po, w, r) && !has(po, r, w));
}

/** The least transitive R ⊇ po ∪ wr that is closed under cf and rw. */
export function saturate(history: LiteralHistory): Relation {
  for (let grown = causalOrder(history); ; ) {
    const next = closure(union(grown, conflictOrder(history, grown), readsBefore(history, grown)));
    if (isSame(next, grown)) return grown;
    grown = next;
  }
}

/**
 * hb_o, CAV'19 Definition 3, repaired: the least transitive relation with
 * (1) a hb_o b where a co b, a co o, and b co o or b = o;
 * (2) w1 hb_o w2 where w1 hb_o r, w2 wr r, w1 ≠ w2, all on one variable, and (r, o) ∈ po*.
 */
function happensBefore(history: LiteralHistory, o: number, pi: Relation, co: Relation): Relation {
  const { size, isWrite, variable, source } = history;
  let hb = closure(relation(size, (a, b) => has(co, a, b) && has(co, a, o) && (b === o || has(co, b, o))));
  const reads = all(size, (r) => r).filter((r) => !isWrite[r] && (r === o || has(pi, r, o)));
  for (;;) {
    const grown = hb.slice();
    for (const r of reads)
      for (let w = 0; w < size; w++)
        if (isWrite[w] && variable[w] === variable[r] && w !== source[r] && has(hb, w, r))
          add(grown, w, source[r]);
    if (isSame(grown, hb)) return hb;
    hb = closure(grown);
  }
}

/** Whether a read takes its value from a write that is after it in its own thread. */
function readsOwnFuture({ size, source, threadOrder }: LiteralHistory): boolean {
  return all(size, (r) => r).some((r) => source[r] >= 0 && has(threadOrder, r, source[r]));
}

/**
 * Every store order: for each variable, a total order of its writes. Those against program order are
 * skipped: po between writes is in ppo too, so they make a cycle at once.
 */
function* storeOrders(history: LiteralHistory): Generator<Relation> {
  const writes = all(history.size, (o) => o).filter((o) => history.isWrite[o]);
  const choices = [...new Set(history.variable)].map((x) =>
    extensions(
      history.po,
      writes.filter((w) => history.variable[w] === x),
    ),
  );
  const ww = new Int32Array(history.size);
  yield* choose(0);
  function* choose(index: number): Generator<Relation> {
    if (index === choices.length) return yield ww;
    for (const order of choices[index]) {
      for (const w of order) ww[w] = 0;
      order.forEach((w, place) => {
        for (const later of order.slice(place + 1)) add(ww, w, later);
      });
      yield* choose(index + 1);
    }
  }
}

/** Every total order of the list that agrees with the relation. */
function extensions(before: Relation, list: readonly number[]): number[][] {
  if (list.length === 0) return [[]];
  return list
    .filter((first) => !list.some((other) => has(before, other, first)))
    .flatMap((first) =>
      extensions(
        before,
        list.filter((other) => other !== first),
      ).map((rest) => [first, ...rest]),
    );
}

const areWrites = ({ isWrite, variable }: LiteralHistory, a: number, b: number): boolean =>
  isWrite[a] && isWrite[b] && variable[a] === variable[b];

/** R_WW: R between writes to one variable. */
function betweenWrites(history: LiteralHistory, related: Relation): Relation {
  return relation(history.size, (a, b) => has(related, a, b) && areWrites(history, a, b));
}

const all = <T>(size: number, of: (o: number) => T): T[] => Array.from({ length: size }, (_, o) => of(o));
