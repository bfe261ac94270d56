import type { MemoryHistory } from "../../memory/memory-history.js";
import type { Edge, Path } from "./edge.js";

/** Bad patterns of causal models by their names in Bouajjani et al., POPL 2017. */
export type Pattern =
  | "CyclicCO"
  | "WriteCOInitRead"
  | "WriteCORead"
  | "CyclicCF"
  | "WriteHBInitRead"
  | "CyclicHB";

/** Why a small history violates a model. Operations are in the numbering of that history. */
export type Refutation =
  | {
      readonly kind: "cycle";
      readonly cycle: Path;
      readonly pattern?: Pattern;
      /** In the eyes of the thread of this operation, where the order is that of one thread. */
      readonly eyes?: number;
    }
  | {
      readonly kind: "split";
      /** Two writes of one variable: either may come first in the store order. */
      readonly first: number;
      readonly second: number;
      readonly ifBefore: Refutation;
      readonly ifAfter: Refutation;
    };

/** All operations that a refutation rests on, and the writes that they read from: they violate the model by themselves. */
export function mentioned({ source }: MemoryHistory, refutation: Refutation): number[] {
  const found = new Set<number>();
  const told = new Set<Edge>();
  const visit = (edge: Edge): void => {
    if (told.has(edge)) return;
    told.add(edge);
    found.add(edge.from).add(edge.to);
    const { proof } = edge;
    if (proof.rule === "seen") found.add(proof.read);
    if (proof.rule === "coherence") found.add(proof.first).add(proof.second);
    if ("path" in proof) proof.path.forEach(visit);
  };
  const visitAll = (one: Refutation): void => {
    if (one.kind === "cycle") one.cycle.forEach(visit);
    else [one.ifBefore, one.ifAfter].forEach(visitAll);
  };
  visitAll(refutation);
  for (const o of found) if (source[o] >= 0) found.add(source[o]);
  return [...found].sort((a, b) => a - b);
}
