import { findName } from "../../text/find-name.js";
import type { AxiomModel } from "./model.js";
import { parseAxioms } from "./parse.js";

/** A model with a name of its own. */
export interface NamedModel {
  readonly name: string;
  /** Other names for it, as the papers write them. */
  readonly aliases: readonly string[];
  /** Its axioms in the axiom language, beyond those that every model has; empty where there are none. */
  readonly text: string;
  /** One sentence: what it asks. */
  readonly doc: string;
  /** Where it comes from. */
  readonly source: string;
  readonly model: AxiomModel;
}

const define = (
  name: string,
  aliases: readonly string[],
  text: string,
  doc: string,
  source: string,
): NamedModel => ({ name, aliases, text, doc, source, model: { name, ...parseAxioms(text) } });

/**
 * The models that have a name. Each has Ret, `lin ⊇ vis` and `lin ⊇ hb` besides its own axioms. The first
 * seven speak of session order (`po`), the others of happens-before or the linearization.
 */
export const namedModels: readonly NamedModel[] = [
  define(
    "return-value",
    ["returnValue"],
    "",
    "every result is what the type returns after some earlier operations, in the order of the linearization",
    "CAV'18 Section 2 (Φ0); Burckhardt 2014",
  ),
  define(
    "read-my-writes",
    ["readMyWrites", "read-your-writes", "readYourWrites"],
    "vis ⊇ po",
    "an operation sees those before it in its session",
    "CAV'18 Section 2; Terry et al. 1994",
  ),
  define(
    "monotonic-reads",
    ["monotonicReads"],
    "vis ⊇ vis∘po",
    "an operation sees what those before it in its session saw",
    "CAV'18 Section 2; Terry et al. 1994",
  ),
  define(
    "monotonic-writes",
    ["monotonicWrites"],
    "vis ⊇ po∘vis",
    "who sees an operation sees those before it in that operation's session",
    "POPL'19 Section 3; Terry et al. 1994",
  ),
  define(
    "writes-follow-reads",
    ["writesFollowReads"],
    "vis ⊇ vis∘po∘vis",
    "who sees an operation sees what those before it in that operation's session saw",
    "Terry et al. 1994",
  ),
  define(
    "session-guarantees",
    ["sessionGuarantees"],
    "vis ⊇ po; vis ⊇ vis∘po; vis ⊇ po∘vis; vis ⊇ vis∘po∘vis",
    "read-my-writes, monotonic-reads, monotonic-writes and writes-follow-reads together",
    "Terry et al. 1994",
  ),
  define(
    "causal-convergence",
    ["causalConvergence"],
    "vis ⊇ vis∘vis; vis ⊇ po",
    "an operation sees those before it in its session, and what they saw, and so on",
    "CAV'18 Section 2",
  ),
  define(
    "read-previous-ops",
    ["readPreviousOps", "ReadPreviousOps"],
    "vis ⊇ hb",
    "an operation sees those that happen before it: read-my-writes over happens-before, the level basic",
    "POPL'19 Table 4",
  ),
  define(
    "hb-monotonic-reads",
    ["hbMonotonicReads", "HbMonotonicReads"],
    "vis ⊇ vis∘hb",
    "an operation sees what those that happen before it saw: monotonic-reads over happens-before (monotonic*)",
    "POPL'19 Section 6.2 and Table 4",
  ),
  define(
    "read-hb-prefix",
    ["readHbPrefix", "ReadHbPrefix"],
    "vis ⊇ hb∘vis",
    "who sees an operation sees those that happen before it: monotonic-writes over happens-before",
    "POPL'19 Table 4",
  ),
  define(
    "trans-vis",
    ["transVis", "TransVis"],
    "vis ⊇ vis∘vis",
    "who sees an operation sees what it saw: visibility is transitive",
    "POPL'19 Table 4",
  ),
  define(
    "lin-monotonic",
    ["linMonotonic", "LinMonotonicReads", "linMonotonicReads"],
    "vis ⊇ vis∘lin",
    "an operation sees what any operation before it in the linearization saw",
    "POPL'19 Section 6.2 and Table 4",
  ),
  define(
    "lin-prefix",
    ["linPrefix", "ReadLinPrefix", "readLinPrefix", "prefix-consistency", "prefixConsistency"],
    "vis ⊇ lin∘vis",
    "what an operation sees is a prefix of the linearization: prefix consistency",
    "POPL'19 Section 6.2 and Table 4; Terry et al. 1995",
  ),
  define(
    "single-order",
    ["singleOrder", "SingleOrder"],
    "vis ⊇ lin",
    "an operation sees all before it in the linearization: sequential consistency, or linearizability where happens-before has real time",
    "CAV'18 Section 2; POPL'19 Table 4",
  ),
];

/** The model of that name or alias. */
export const findNamedModel = (name: string): NamedModel | undefined =>
  namedModels.find((named) => findName(name, [named.name, ...named.aliases]) !== undefined);
