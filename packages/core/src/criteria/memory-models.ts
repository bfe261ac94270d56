/** What there is to know about a model of shared memory. */
interface Facts {
  /** In one sentence. */
  readonly doc: string;
  /** How CAV'19 puts it. */
  readonly definition: string;
  /** The models that every history satisfies which satisfies this one, as far as no other leads to them (CAV'19 Fig. 2). */
  readonly implies: readonly string[];
  /** Whether what happened before is enough to decide it, or a store order has to be found: an order of the writes to each variable. */
  readonly asksFor: "causality" | "a store order";
  /** Whether program order is as store buffers leave it. They know nothing of declared happens-before. */
  readonly buffered: boolean;
}

/**
 * The models of shared memory (CAV'19), for histories of type `memory`, weakest first where they compare.
 * co = (po ∪ wr)⁺; cf[R] orders a write before another that a read returned although the first was
 * R-before the read; rw[R] orders a read before the writes that come R-after the one it read.
 */
const table = {
  cc: {
    doc: "causal consistency: no read returns a value that was overwritten in its causal past",
    definition: "po ∪ wr is acyclic, and rw[co] ∘ co is irreflexive",
    implies: [],
    asksFor: "causality",
    buffered: false,
  },
  ccv: {
    doc: "causal convergence: cc, and all threads agree on one order of concurrent writes",
    definition: "cc, and po ∪ wr ∪ cf[co] is acyclic",
    implies: ["cc"],
    asksFor: "causality",
    buffered: false,
  },
  cm: {
    doc: "causal memory: cc, and each thread sees all writes in one order of its own",
    definition: "cc, and for every operation o, hb_o is acyclic",
    implies: ["cc"],
    asksFor: "causality",
    buffered: false,
  },
  ccm: {
    doc: "convergent causal memory: the strongest of the causal models here that is polynomial to check, implied by sc",
    definition: "po ∪ wr ∪ pww ∪ rw[pww] is acyclic, with pww = (hb_WW ∪ cf[hb])⁺ and hb = (∪ hb_o)⁺",
    implies: ["cm", "ccv"],
    asksFor: "causality",
    buffered: false,
  },
  wccm: {
    doc: "weak convergent causal memory: ccm with program order as store buffers leave it, implied by tso",
    definition: "ppo ∪ wr_e ∪ wpww ∪ rw[wpww] and po-loc ∪ wr_e ∪ wpww ∪ rw[wpww] are acyclic",
    implies: [],
    asksFor: "causality",
    buffered: true,
  },
  tso: {
    doc: "total store order: each thread writes through a first-in first-out store buffer of its own, as on x86",
    definition: "for some store order ww, ppo ∪ wr_e ∪ ww ∪ rw and po-loc ∪ wr_e ∪ ww ∪ rw are acyclic",
    implies: ["wccm", "ccv"],
    asksFor: "a store order",
    buffered: true,
  },
  sc: {
    doc: "sequential consistency: one interleaving of all threads explains every read; the same as sequential of type memory",
    definition: "for some store order ww, po ∪ wr ∪ ww ∪ rw is acyclic",
    implies: ["ccm", "tso"],
    asksFor: "a store order",
    buffered: false,
  },
} as const satisfies Record<string, Facts>;

export type MemoryModel = keyof typeof table;

/** The models that a store order decides. */
export type StoreOrderModel = {
  [Model in MemoryModel]: (typeof table)[Model]["asksFor"] extends "a store order" ? Model : never;
}[MemoryModel];

/** The shared-memory models, weakest first where they compare. */
export const memoryModels = Object.keys(table) as readonly MemoryModel[];

/** The facts of each model. */
export const factsOf: Readonly<Record<MemoryModel, Facts>> = table;

/** Whether a store order decides the criterion: only such models have a meaning for atomic exchanges, or a use for SAT. */
export function asksForStoreOrder(criterion: string): criterion is StoreOrderModel {
  return memoryModels.some((model) => model === criterion && factsOf[model].asksFor === "a store order");
}

/** Whether every history that satisfies `stronger` satisfies `weaker`. */
export function implies(stronger: MemoryModel, weaker: MemoryModel): boolean {
  return stronger === weaker || table[stronger].implies.some((model) => implies(model, weaker));
}
