import { HistoryError } from "../history/error.js";
import { type MemoryModel, memoryModels } from "./memory-models.js";
import { findName } from "../text/find-name.js";
import { didYouMean } from "../text/did-you-mean.js";
import { type LevelName, levelNames } from "./levels.js";
import type { OrderName } from "./order-name.js";
import { findNamedModel } from "./axioms/named.js";
import { parseAxioms } from "./axioms/parse.js";
import { catalogue, convergence, type Criterion, type CriterionName } from "./catalogue.js";
import { transactionCriteria } from "./transactions.js";
import { checkLevelMap, type LevelMap, parseLevelMap, printLevelMap } from "./level-map.js";

export type { Criterion, CriterionName };

/**
 * A criterion as plain data, to be handed to a worker thread or kept. `name` is what results call
 * it, and `findCriterion(name)` gives the same criterion again.
 */
export type CriterionSpec =
  | { readonly kind: "linearizability" | "sequential"; readonly name: string }
  /** A visibility level per method (POPL'19). */
  | {
      readonly kind: "levels";
      readonly name: string;
      readonly levels: LevelMap;
      readonly order: OrderName;
    }
  /** A model in the axiom language (CAV'18 Fig. 2–3, POPL'19 §6.4). */
  | {
      readonly kind: "axioms";
      readonly name: string;
      readonly axioms: string;
      readonly order: OrderName;
    }
  /** A model of shared memory (CAV'19). */
  | { readonly kind: "memory"; readonly name: MemoryModel }
  /** Whether final reads agree. */
  | { readonly kind: "convergence"; readonly name: string };

/** The ways to say which criterion is meant: at most one of the first three. */
export interface CriterionOptions {
  /**
   * The name of a criterion, or its text as results carry it: `levels put=complete,*=weak`,
   * `axioms vis >= hb`, `causal (realtime)`. Default: `linearizability` where the history has real
   * time, else `sequential`.
   */
  readonly criterion?: string;
  /** A level per method; `*` for the rest, by default `complete`. */
  readonly levels?: Readonly<Record<string, LevelName>>;
  /** A model in the axiom language. */
  readonly axioms?: string;
  /** Levels and axioms: whether happens-before has real time in it. Default: `session`, it has not. */
  readonly order?: OrderName;
}

/** The criterion that the options ask for. Throws a `HistoryError` where they make no sense. */
export function resolveCriterion(
  options: CriterionOptions,
  history: { readonly timed: boolean },
): CriterionSpec {
  const { criterion, levels, axioms, order } = options;
  if ([criterion, levels, axioms].filter((given) => given !== undefined).length > 1)
    throw new HistoryError("SL1304", "a criterion, levels or axioms: give only one of the three");
  if (levels !== undefined) return ofLevels(checkLevelMap(levels), order);
  if (axioms !== undefined) return ofAxioms(axioms, order);
  return findCriterion(criterion ?? defaultCriterion(history), order);
}

/** The criterion of a history where none is asked for. */
export function defaultCriterion(history: { readonly timed: boolean }): CriterionName {
  return history.timed ? "linearizability" : "sequential";
}

/** The criterion of that name or text. Throws a `HistoryError`. */
export function findCriterion(text: string, order?: OrderName): CriterionSpec {
  const realtime = text.endsWith(REALTIME);
  const bare = realtime ? text.slice(0, -REALTIME.length) : text;
  const asked = order ?? (realtime ? "realtime" : undefined);
  if (bare.startsWith("levels ")) return ofLevels(parseLevelMap(bare.slice("levels ".length)), asked);
  if (bare.startsWith("axioms ")) return ofAxioms(bare.slice("axioms ".length), asked);
  const oneOrder = ofOneOrder.find(({ name }) => name === bare.toLowerCase());
  if (oneOrder !== undefined) return { kind: oneOrder.kind, name: fixed(oneOrder, asked) };
  if (bare.toLowerCase() === convergence.name)
    return { kind: "convergence", name: withoutTime(convergence.name, asked) };
  const level = findName(bare, levelNames);
  if (level !== undefined)
    return { kind: "levels", name: named(level, asked), levels: { "*": level }, order: asked ?? "session" };
  const memory = findName(bare, memoryModels);
  if (memory !== undefined) return { kind: "memory", name: withoutOrder(memory, asked) };
  const model = findNamedModel(bare);
  if (model !== undefined)
    return {
      kind: "axioms",
      name: named(model.name, asked),
      axioms: model.text,
      order: asked ?? "session",
    };
  const names = Object.keys(catalogue);
  const hint = didYouMean(bare, names, `the criteria are ${names.join(", ")}`);
  throw new HistoryError("SL1303", `unknown criterion "${text}": ${hint}`);
}

/** The criteria of one order, under each of their names; with real time and without, side by side. */
const ofOneOrder: readonly { readonly name: string; readonly kind: CriterionName }[] = [
  { name: "sequential", kind: "sequential" },
  { name: "linearizability", kind: "linearizability" },
  ...transactionCriteria,
];

const REALTIME = " (realtime)";

const named = (text: string, order: OrderName | undefined): string =>
  order === "realtime" ? text + REALTIME : text;

function ofLevels(levels: LevelMap, order: OrderName | undefined): CriterionSpec {
  const name = named(`levels ${printLevelMap(levels)}`, order);
  return { kind: "levels", name, levels, order: order ?? "session" };
}

function ofAxioms(text: string, order: OrderName | undefined): CriterionSpec {
  parseAxioms(text); // refuses what cannot be read
  const axioms = text.replace(/\s+/g, " ").trim();
  return { kind: "axioms", name: named(`axioms ${axioms}`, order), axioms, order: order ?? "session" };
}

/** Shared memory knows program order, and no clock. */
function withoutOrder(model: MemoryModel, order: OrderName | undefined): MemoryModel {
  if (order === "realtime")
    throw new HistoryError(
      "SL1304",
      `"${model}" is by program order: with real time, ask for "linearizability"`,
    );
  return model;
}

/** Final reads are what they are marked as. */
function withoutTime(name: string, order: OrderName | undefined): string {
  if (order !== undefined)
    throw new HistoryError("SL1304", `"${name}" asks for no order: leave out whether real time counts`);
  return name;
}

/** These say themselves whether real time counts. */
function fixed(asked: (typeof ofOneOrder)[number], order: OrderName | undefined): string {
  const { name, kind } = asked;
  if (order === undefined || (order === "realtime") === (kind === "linearizability")) return name;
  const other = ofOneOrder[ofOneOrder.indexOf(asked) ^ 1].name;
  throw new HistoryError(
    "SL1304",
    order === "realtime"
      ? `"${name}" is without real time: with it, ask for "${other}"`
      : `"${name}" is by real time: without it, ask for "${other}"`,
  );
}
