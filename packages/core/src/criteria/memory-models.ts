/** The shared-memory models, weakest first where they compare (CAV'19 Fig. 2). */
export const memoryModels = ["cc", "ccv", "cm", "ccm", "wccm", "tso", "sc"] as const;

export type MemoryModel = (typeof memoryModels)[number];

/** Model → those that it implies directly: SC ⇒ CCM ⇒ {CM, CCv} ⇒ CC; SC ⇒ TSO ⇒ {wCCM, CCv}; wCCM stands below TSO. */
const impliesDirectly: Readonly<Record<MemoryModel, readonly MemoryModel[]>> = {
  cc: [],
  ccv: ["cc"],
  cm: ["cc"],
  ccm: ["cm", "ccv"],
  wccm: [],
  tso: ["wccm", "ccv"],
  sc: ["ccm", "tso"],
};

/** Whether every history that satisfies `stronger` satisfies `weaker`. */
export function implies(stronger: MemoryModel, weaker: MemoryModel): boolean {
  return stronger === weaker || impliesDirectly[stronger].some((model) => implies(model, weaker));
}
