import type { Axiom, AxiomModel, Relation } from "../criteria/axioms/model.js";
import { LEVEL } from "../criteria/levels.js";

/** Two levels, as numbers of `LEVEL`: what satisfies the model has the first, what has the second satisfies the model. */
export interface LevelsAround {
  readonly implied: number;
  readonly sufficient: number;
}

/**
 * The levels between which a model of axioms lies; `undefined` where its linearization need not include
 * happens-before, which every level asks for.
 *
 * @param onlySessions whether happens-before is session order alone, so that `hb` and `po` are one
 */
export function levelsAround(
  { axioms, relaxLin }: AxiomModel,
  onlySessions: boolean,
): LevelsAround | undefined {
  if (relaxLin) return undefined;
  const sufficient = Math.max(LEVEL.weak, ...axioms.map(levelImplying));
  const paths = new Set(axioms.flatMap((axiom) => plainPath(axiom, onlySessions) ?? []));
  return { implied: impliedBy(paths), sufficient };
}

/** The relations of a path, filters left out. */
const relationsIn = ({ path }: Axiom): readonly Relation[] =>
  path.filter((step): step is Relation => typeof step === "string");

/** The weakest level at which the axiom holds, whatever its filters: they only ask for less. */
function levelImplying(axiom: Axiom): number {
  const relations = relationsIn(axiom);
  if (relations.length === 0) return Infinity; // an operation before itself: no level has that
  if (axiom.left === "lin") return LEVEL.weak; // all relations are within lin, which is transitive
  if (relations.includes("lin")) return LEVEL.complete;
  const seen = relations.filter((relation) => relation === "vis").length;
  // To see what is seen: trivial by itself, `monotonic` after it only happens-before, `peer` before it too.
  if (seen === 0) return LEVEL.basic;
  if (seen > 1) return LEVEL.causal;
  if (relations.length === 1) return LEVEL.weak;
  return relations[0] === "vis" ? LEVEL.monotonic : LEVEL.peer;
}

/** An axiom about all operations, as its path in words; `undefined` of others. */
function plainPath({ left, path }: Axiom, onlySessions: boolean): string | undefined {
  const steps = path.filter((step) => typeof step === "string");
  if (left !== "vis" || steps.length < path.length) return undefined;
  return steps.map((step) => (step === "po" && onlySessions ? "hb" : step)).join();
}

/** The strongest level that follows from axioms with these paths (POPL'19, end of Section 6.4). */
function impliedBy(paths: ReadonlySet<string>): number {
  if (paths.has("lin")) return LEVEL.complete;
  if (!paths.has("hb")) return LEVEL.weak;
  if (paths.has("vis,vis")) return LEVEL.causal;
  if (!paths.has("vis,hb")) return LEVEL.basic;
  return paths.has("hb,vis") ? LEVEL.peer : LEVEL.monotonic;
}
