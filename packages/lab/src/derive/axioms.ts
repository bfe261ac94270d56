import type { LevelName } from "@sightline/core";
import { strongestFirst } from "../object/admitted.js";
import { stepsOf } from "../object/notation.js";
import type { Outcome } from "../object/program.js";
import { type Admission, difference } from "./admission.js";
import type { MethodLevels } from "./method-levels.js";
import type { Observation } from "./observe.js";

/** The methods of one level: the sets over which axioms are tried. */
export interface MethodGroup {
  readonly level: LevelName;
  readonly methods: readonly string[];
}

/** One axiom of POPL'19 Table 4 with its two sets of methods. */
export interface AxiomInstance {
  readonly schema: string;
  readonly from: MethodGroup;
  readonly to: MethodGroup;
}

/** A maximal model: no further axiom of Table 4 over the groups is consistent with all that was seen. */
export interface AxiomFindings {
  /** The model in the axiom language: the axioms of the levels and those below. */
  readonly text: string;
  /** Consistent, and not said by the levels: they rule out outcomes of programs that were run. */
  readonly beyond: readonly AxiomInstance[];
  /** Consistent too, but they rule out nothing on the programs that were run. */
  readonly idle: readonly AxiomInstance[];
  /** How many outcomes that are not atomic the model was held against. */
  readonly outcomes: number;
}

/**
 * The schemas of Table 4 other than HbConsistentLin, which every model here has: of several maximal ones
 * those are preferred that do not relax the linearization (POPL'19 §6.4).
 */
const schemas: readonly string[] = [
  "ReadPreviousOps",
  "HbMonotonicReads",
  "ReadHbPrefix",
  "TransVis",
  "SingleOrder",
  "LinMonotonicReads",
  "ReadLinPrefix",
];

/**
 * What the levels say of the methods that have them (POPL'19, end of §6.4). Who sees all before it satisfies
 * every schema: of complete methods only SingleOrder is written.
 */
const saidBy: Readonly<Record<LevelName, readonly string[]>> = {
  weak: [],
  basic: ["ReadPreviousOps"],
  monotonic: ["ReadPreviousOps", "HbMonotonicReads"],
  peer: ["ReadPreviousOps", "HbMonotonicReads", "ReadHbPrefix"],
  causal: ["ReadPreviousOps", "TransVis"],
  complete: ["SingleOrder"],
};

/** So many programs are asked whether an axiom rules something out. */
const MOST_PROGRAMS = 40;

/**
 * From the axioms of the levels to a maximal model: each further axiom is added if all outcomes are still
 * expected. What a model forbids a larger one forbids too, so what is once refused stays refused.
 */
export function deriveAxioms(
  levels: readonly MethodLevels[],
  observations: readonly Observation[],
): AxiomFindings {
  const groups = strongestFirst
    .map((level) => ({
      level,
      methods: levels.filter((own) => own.level === level).map(({ method }) => method),
    }))
    .filter(({ methods }) => methods.length > 0);
  const known = new Set(groups.flatMap(({ methods }) => methods));
  const usable = observations.filter(({ admission: { program } }) =>
    stepsOf(program).every(({ on, method }) => on !== undefined || known.has(method)),
  );
  const seen = usable.flatMap(({ admission, outcomes }) =>
    outcomes.map(({ results }) => ({ admission, results })),
  );
  const all = schemas.flatMap((schema) =>
    groups.flatMap((to) => groups.map((from): AxiomInstance => ({ schema, from, to }))),
  );
  const said = all.filter(({ schema, to }) => saidBy[to.level].includes(schema));
  const unsaid = all.filter((axiom) => axiom.to.level !== "complete" && !said.includes(axiom));
  const isConsistent = (model: readonly AxiomInstance[]): boolean => {
    const axioms = printModel(model, groups);
    return seen.every(({ admission, results }) => admission.admits(results, { axioms }));
  };
  // First what rules something out: an axiom that does not may still stand in the way of one that does.
  const beyond: AxiomInstance[] = [];
  let open = unsaid.filter((axiom) => isConsistent([...said, axiom]));
  let possible = outcomesToRuleOut(usable, printModel(said, groups));
  for (let changed = true; changed; ) {
    changed = false;
    for (const axiom of open) {
      const model = [...said, ...beyond, axiom];
      const axioms = printModel(model, groups);
      const left = possible.filter(({ admission, results }) => admission.admits(results, { axioms }));
      if (left.length === possible.length || !isConsistent(model)) continue;
      beyond.push(axiom);
      possible = left;
      changed = true;
    }
    open = open.filter((axiom) => !beyond.includes(axiom));
  }
  const idle: AxiomInstance[] = [];
  for (const axiom of open) if (isConsistent([...said, ...beyond, ...idle, axiom])) idle.push(axiom);
  return { text: printModel([...said, ...beyond], groups), beyond, idle, outcomes: seen.length };
}

/** Outcomes of the programs that were run which the levels admit though they are not atomic. */
function outcomesToRuleOut(
  observations: readonly Observation[],
  axioms: string,
): readonly { readonly admission: Admission; readonly results: Outcome }[] {
  const atomic = { levels: { "*": "complete" } } as const;
  return observations
    .toSorted((a, b) => b.outcomes.length - a.outcomes.length)
    .slice(0, MOST_PROGRAMS)
    .flatMap(({ admission }) =>
      [...difference(admission, { axioms }, atomic)].map((results) => ({ admission, results })),
    );
}

/** `ReadPreviousOps(*, [size,toArray]); …`: axioms that differ in one set only are put into one. */
function printModel(axioms: readonly AxiomInstance[], groups: readonly MethodGroup[]): string {
  const print = (set: readonly MethodGroup[]): string =>
    set.length === groups.length ? "*" : `[${set.flatMap(({ methods }) => methods).join(",")}]`;
  return schemas
    .flatMap((schema) => {
      const bySources = new Map<string, { from: readonly MethodGroup[]; to: MethodGroup[] }>();
      for (const to of groups) {
        const from = axioms.filter((one) => one.schema === schema && one.to === to).map((one) => one.from);
        if (from.length === 0) continue;
        const key = print(from);
        const entry = bySources.get(key) ?? { from, to: [] };
        bySources.set(key, { ...entry, to: [...entry.to, to] });
      }
      return [...bySources.values()].map(({ from, to }) => `${schema}(${print(from)}, ${print(to)})`);
    })
    .join("; ");
}

/** One axiom in the axiom language. */
export function printAxiomInstance({ schema, from, to }: AxiomInstance): string {
  return `${schema}([${from.methods.join(",")}], [${to.methods.join(",")}])`;
}
