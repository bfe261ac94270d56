import type { MemoryModel } from "./memory-models.js";

/** A part of program order: all of it, what store buffers leave of it, or that of each variable alone. */
export type ProgramOrder = "po" | "ppo" | "po-loc";

/** What a model of shared memory is made of. */
export interface MemoryRules {
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
export const memoryRules: Readonly<Record<MemoryModel, MemoryRules>> = {
  cc: { orders: ["po"], eyes: false, stores: "none" },
  ccv: { orders: ["po"], eyes: false, stores: "causal" },
  cm: { orders: ["po"], eyes: true, stores: "none" },
  ccm: { orders: ["po"], eyes: true, stores: "partial" },
  wccm: { orders: ["ppo", "po-loc"], eyes: true, stores: "partial" },
  tso: { orders: ["ppo", "po-loc"], eyes: false, stores: "total" },
  sc: { orders: ["po"], eyes: false, stores: "total" },
};
