import type { LevelName } from "../levels.js";
import type { Axiom, AxiomModel } from "./model.js";
import { findSchema, instantiate, type Schema } from "./schemas.js";

/** Which schema each level asks for (POPL'19, end of Section 6.4). */
const schemasOfLevels: readonly (readonly [schema: string, levels: readonly LevelName[]])[] = [
  ["ReadPreviousOps", ["basic", "monotonic", "peer", "causal"]],
  ["HbMonotonicReads", ["monotonic", "peer"]],
  ["ReadHbPrefix", ["peer"]],
  ["TransVis", ["causal"]],
  ["SingleOrder", ["complete"]],
];

/**
 * The visibility levels as axioms: a model that holds exactly where each operation has the level of its
 * method (POPL'19 Fig. 6), over histories of the given methods.
 *
 * In Fig. 6 an operation sees itself; the axioms' `vis` is irreflexive. That is why each level from
 * `basic` to `causal` asks for `vis ⊇ hb`: from "j happens before i" and "j sees itself" Fig. 6 draws
 * "i sees j" (`monotonic`), and from "i sees itself" that it sees what happens before it (`peer`).
 */
export function modelOfLevels(levelOf: (method: string) => LevelName, methods: Iterable<string>): AxiomModel {
  const all = [...new Set(methods)];
  const axioms = schemasOfLevels.flatMap(([name, levels]): Axiom[] => {
    const bound = all.filter((method) => levels.includes(levelOf(method)));
    if (bound.length === 0) return [];
    return [
      instantiate(findSchema(name) as Schema, undefined, bound.length === all.length ? undefined : bound),
    ];
  });
  return { axioms, relaxLin: false };
}
