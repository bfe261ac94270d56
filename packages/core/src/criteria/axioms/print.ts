import { isWord } from "../../history/text-cursor.js";
import type { Axiom, AxiomModel, Step } from "./model.js";

/** Options of `printAxioms`. */
export interface PrintOptions {
  /** Whether to write `>=` and `.` for `⊇` and `∘`. Default: false. */
  readonly ascii?: boolean;
}

const printMethod = (method: string): string => (isWord(method) ? method : JSON.stringify(method));

const printStep = (step: Step): string =>
  typeof step === "string" ? step : `[${step.methods.map(printMethod).join(",")}]`;

/** An axiom as people write it: `vis ⊇ [put]∘hb`. */
export function printAxiom(axiom: Axiom, { ascii = false }: PrintOptions = {}): string {
  return `${axiom.left} ${ascii ? ">=" : "⊇"} ${axiom.path.map(printStep).join(ascii ? "." : "∘")}`;
}

/** A model as people write it, in one line; `parseAxioms` reads it back. */
export function printAxioms(model: AxiomModel, options: PrintOptions = {}): string {
  const statements = model.axioms.map((axiom) => printAxiom(axiom, options));
  return (model.relaxLin ? ["relax lin", ...statements] : statements).join("; ");
}
