import type { CriterionSpec } from "../criterion.js";
import { levelOf } from "../level-map.js";
import { modelOfLevels } from "./model-of-levels.js";
import type { AxiomModel } from "./model.js";
import { parseAxioms } from "./parse.js";

/**
 * The criterion as axioms, over histories of these methods: one order that explains all results is one in which
 * everybody sees all before it.
 */
export function modelOfCriterion(spec: CriterionSpec, methods: Iterable<string>): AxiomModel {
  if (spec.kind === "levels") return modelOfLevels((method) => levelOf(spec.levels, method), methods);
  if (spec.kind === "axioms") return parseAxioms(spec.axioms);
  return { axioms: [{ left: "vis", path: ["lin"] }], relaxLin: false };
}
