import { type AxiomModel, impliedAxioms } from "../criteria/axioms/model.js";
import { parseAxioms } from "../criteria/axioms/parse.js";
import { HistoryError } from "../history/error.js";
import type { History } from "../history/history.js";
import type { Witness } from "../result.js";
import { refuseUnknown } from "../text/refuse-unknown.js";
import { type BrokenAxiom, brokenAxiom } from "./broken-axiom.js";
import { type Execution, executionOf, relationsOf, words, wrongMembers } from "./execution.js";
import { malformed } from "./malformed.js";

/** An axiom that does not hold, and where. */
export interface AxiomBreach {
  /** The axiom as people write it: `vis ⊇ vis∘hb`. */
  readonly axiom: string;
  /** Ids of two operations: the axiom's right side leads from this one … */
  readonly from: number;
  /** … to this one, and its left side does not. */
  readonly to: number;
  /** What is breached, in words. */
  readonly reason: string;
}

/**
 * Which axiom of a model does not hold of a linearization and a visibility, if any: the first, in the order
 * `lin ⊇ vis`, `lin ⊇ hb` (unless the model relaxes it), then the model's own. Results are not asked for
 * here (`Ret`): `verifyWitness` does that too.
 *
 * Throws an `AxiomError` where the axioms cannot be read, and a `HistoryError` where the witness is none of
 * this history.
 *
 * ```ts
 * const history = parseHistory("register { write(1) } || { read() => 1; read() => null }");
 * evaluateAxioms(history, "vis ⊇ vis∘hb", { linearization: [0, 1, 2], visibility: { 2: [] } })?.reason;
 * ```
 *
 * @param axioms the model, or its text
 * @param options `order`: whether happens-before has real time in it. Default: `session`, it has not
 */
export function evaluateAxioms(
  history: History,
  axioms: AxiomModel | string,
  witness: Pick<Witness, "linearization" | "visibility">,
  options: { readonly order?: "session" | "realtime" } = {},
): AxiomBreach | undefined {
  refuseUnknown("option", options, ["order"]);
  const { order = "session" } = options;
  const model = typeof axioms === "string" ? parseAxioms(axioms) : axioms;
  const wrong = malformed(witness) ?? wrongMembers(history, witness.linearization);
  if (wrong !== undefined) throw new HistoryError("SL1011", wrong);
  const early = seenTooEarly(history, witness);
  if (early !== undefined) return early;
  const execution = executionOf(history, witness, order);
  if (typeof execution === "string") throw new HistoryError("SL1011", execution);
  const all = { ...model, axioms: [...impliedAxioms(model), ...model.axioms] };
  const broken = brokenAxiom(all, relationsOf(execution));
  return broken && breachOf(execution, broken);
}

/** An operation that sees one which stands after it: `lin ⊇ vis`. */
function seenTooEarly(
  history: History,
  { linearization, visibility = {} }: Witness,
): AxiomBreach | undefined {
  const place = new Map(linearization.map((id, at) => [id, at]));
  for (const [key, seen] of Object.entries(visibility)) {
    const to = Number(key);
    const from = seen.find((id) => (place.get(id) ?? -1) > (place.get(to) ?? Infinity));
    if (from === undefined) continue;
    const reason = `the axiom lin ⊇ vis does not hold: ${words(history, from)} must stand before ${words(history, to)} and does not`;
    return { axiom: "lin ⊇ vis", from, to, reason };
  }
  return undefined;
}

/** A broken axiom by the ids of its operations, and in words. */
export function breachOf({ history, order }: Execution, broken: BrokenAxiom): AxiomBreach {
  const { axiom, left } = broken;
  const [from, to] = [order[broken.from], order[broken.to]];
  const [a, b] = [words(history, from), words(history, to)];
  const must =
    left === "vis" ? `${b} must see ${a} and does not` : `${a} must stand before ${b} and does not`;
  return { axiom, from, to, reason: `the axiom ${axiom} does not hold: ${must}` };
}
