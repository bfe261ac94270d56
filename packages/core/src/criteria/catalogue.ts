import { namedModels } from "./axioms/named.js";
import { transactionCriteria } from "./transactions.js";
import { factsOf, memoryModels } from "./memory-models.js";
import { type LevelName, levelNames } from "./levels.js";

/** A criterion and what it asks. */
export interface Criterion {
  readonly name: string;
  /** In one sentence. */
  readonly doc: string;
  /** How its paper puts it, where it has one. */
  readonly definition?: string;
}

/** The criteria that ask for one order of all operations, in which each sees all before it. */
export type CriterionName = "linearizability" | "sequential";

/** The two criteria that ask for one order. */
export const orderCriteria: Readonly<Record<CriterionName, Criterion>> = {
  linearizability: {
    name: "linearizability",
    doc: "one order of all operations that extends session order, happens-before and real time and explains every result",
  },
  sequential: {
    name: "sequential",
    doc: "one order of all operations that extends session order and declared happens-before and explains every result",
  },
};

/** The criterion of final reads. */
export const convergence: Criterion = {
  name: "convergence",
  doc: "final reads that ask the same return the same: those that are marked final, or else the last read of each session",
};

/** The six levels (POPL'19 Fig. 6); `vis(i)` is what operation i sees, itself included. */
const levelCriteria: Readonly<Record<LevelName, Omit<Criterion, "name">>> = {
  weak: {
    doc: "there is an order of all operations that extends happens-before, and each operation's result is explained by some of those before it",
    definition: "weak(i): true",
  },
  basic: {
    doc: "weak, and each operation sees those that happen before it",
    definition: "basic(i): hb(i) ⊆ vis(i)",
  },
  monotonic: {
    doc: "basic, and each operation sees what those that happen before it see",
    definition: "monotonic(i): for all j in hb(i), vis(j) ⊆ vis(i)",
  },
  peer: {
    doc: "monotonic, and with an operation each sees those that happen before that one",
    definition: "peer(i): monotonic(i), and for all j in vis(i), hb(j) ⊆ vis(i)",
  },
  causal: {
    doc: "peer, and with an operation each sees what that one sees",
    definition: "causal(i): hb(i) ⊆ vis(i), and for all j in vis(i), vis(j) ⊆ vis(i)",
  },
  complete: {
    doc: "each operation sees all before it in the order: over session order this is sequential, over real time linearizability",
    definition: "complete(i): vis(i) = all before i in lin, and i",
  },
};

/**
 * Every criterion that has a name, with what it asks: the two of one order, by either of their names, the
 * levels, the axiom models, the models of shared memory.
 */
export const catalogue: Readonly<Record<string, Criterion>> = {
  ...orderCriteria,
  ...Object.fromEntries(transactionCriteria.map(({ name, doc }) => [name, { name, doc }])),
  ...Object.fromEntries(levelNames.map((name) => [name, { name, ...levelCriteria[name] }])),
  convergence,
  ...Object.fromEntries(
    namedModels.map(({ name, doc, text, source }) => {
      const axioms = text === "" ? "no axiom of its own" : text;
      return [name, { name, doc, definition: `${axioms} (${source})` }];
    }),
  ),
  ...Object.fromEntries(
    memoryModels.map((name) => [
      name,
      { name, doc: factsOf[name].doc, definition: factsOf[name].definition },
    ]),
  ),
};
