import { parseAxioms } from "../criteria/axioms/parse.js";
import { type CriterionSpec, findCriterion } from "../criteria/criterion.js";
import { checkTransactions } from "../criteria/transactions.js";
import { levelOf } from "../criteria/level-map.js";
import type { History } from "../history/history.js";
import type { Value } from "../history/value.js";
import type { Witness } from "../result.js";
import type { SequentialType } from "../types/type.js";
import { malformed } from "./malformed.js";
import { type Verification, verify } from "./verify.js";
import { verifyConvergence } from "./verify-convergence.js";
import { verifyMemory } from "./verify-memory.js";
import { verifyVisibility } from "./verify-visibility.js";

/** The type and the initial state that the operations were done on. */
export interface Subject {
  readonly type: SequentialType;
  /** The state to start from, over the history's own `initial`. */
  readonly initial?: Value | undefined;
}

/** Checks a witness of any criterion from the definition alone. */
export function verifyCriterion(
  history: History,
  spec: CriterionSpec,
  { type, initial }: Subject,
  witness: Witness,
): Verification {
  switch (spec.kind) {
    case "axioms":
      return verifyVisibility(
        history,
        { type, initial, order: spec.order, axioms: parseAxioms(spec.axioms) },
        witness,
      );
    case "levels": {
      const { order, levels } = spec;
      // Where all see all before them, one run in linear time shows any level: most witnesses are such.
      const seesAll =
        history.sights === undefined &&
        witness.sights === undefined &&
        Object.keys({ ...witness.visibility, ...witness.unseen }).length === 0;
      const asOrder = order === "realtime" ? "linearizability" : "sequential";
      if (seesAll && verify(history, { type, initial, criterion: asOrder }, witness).valid)
        return { valid: true };
      const claim = { type, initial, order, levels: (method: string) => levelOf(levels, method) };
      return verifyVisibility(history, claim, witness);
    }
    case "memory": {
      const claim = { model: spec.name, ...(initial !== undefined && { initial }) };
      return verifyMemory(history, claim, witness);
    }
    case "convergence":
      return verifyConvergence(history, type, witness);
    default:
      return verify(history, { type, initial, criterion: spec.kind }, witness);
  }
}

/** What a witness is said to show, by the name or text of its criterion as results carry it. */
export interface NamedClaim extends Subject {
  readonly criterion: string;
}

/**
 * Checks a witness of any criterion from the definition alone. Throws a `HistoryError` where there is
 * no such criterion, or not of such a type.
 */
export function verifyWitness(history: History, claim: NamedClaim, witness: Witness): Verification {
  const criterion = findCriterion(claim.criterion);
  checkTransactions(criterion.name, claim.type);
  const reason = malformed(witness);
  if (reason !== undefined) return { valid: false, reason };
  return verifyCriterion(history, criterion, claim, witness);
}
