import { createBudget } from "@sightline/core/budget.js";
import type { History } from "@sightline/core/history/history.js";
import type { Engine, EngineOptions } from "@sightline/core/linearize/engine.js";
import type { Witness } from "@sightline/core/result.js";
import type { SequentialType } from "@sightline/core/types/type.js";
import { verify } from "@sightline/core/witness/verify.js";
import { generateHistory } from "../history/generate-history.js";
import { type OrderCriterion, satisfies } from "./order-oracle.js";
import { createRandom } from "@sightline/core/random.js";
import { withLessToExplain, withMoreOrder, withoutTime } from "../history/vary.js";
import { wholePart } from "../history/whole-part.js";

/** Something that decides histories and is to be compared with the oracle. */
export interface Decider {
  readonly name: string;
  /** `undefined` where it does not take such a history. */
  decide(history: History, type: SequentialType, criterion: OrderCriterion): Decision | undefined;
}

/** A verdict; `satisfied` comes with its witness. */
export type Decision =
  | { readonly verdict: "satisfied"; readonly witness: Witness }
  | { readonly verdict: "violated" | "unknown" };

/** An engine as a decider: it is given the whole history as one part. */
export function engineDecider(name: string, engine: Engine, options?: EngineOptions): Decider {
  return {
    name,
    decide(history, type, criterion) {
      const part = wholePart(history, type, criterion);
      const found = engine(part, createBudget(), options);
      if (found.verdict !== "satisfied") return { verdict: found.verdict };
      return {
        verdict: "satisfied",
        witness: { linearization: Array.from(found.linearization, (row) => part.ids[row]) },
      };
    },
  };
}

/** What went wrong, and on which history. */
export interface Problem {
  readonly what: string;
  readonly history: History;
}

/** What came of one seed: the oracle's verdicts, and every disagreement with them. */
export interface FuzzReport {
  readonly type: string;
  readonly seed: number;
  readonly satisfied: Verdicts;
  /** How many (history, criterion) pairs were compared: the generated history and its variations. */
  readonly comparisons: number;
  readonly problems: readonly Problem[];
}

type Verdicts = Readonly<Record<OrderCriterion, boolean>>;
const criteria: readonly OrderCriterion[] = ["linearizability", "sequential"];

/**
 * Compares deciders with the oracle on random histories of the types in turn, without end: one
 * report per seed, from `seed` on. Every witness is verified. Each history is varied too, and the
 * laws are checked: linearizable implies sequentially consistent; more order never turns
 * violated into satisfied; less to explain, and no time, never turns satisfied into violated.
 */
export function* fuzz(options: {
  readonly types: readonly SequentialType[];
  readonly deciders: readonly Decider[];
  readonly seed: number;
}): Generator<FuzzReport, never> {
  const { types, deciders } = options;
  for (let seed = options.seed; ; seed++) {
    const type = types[(seed - options.seed) % types.length];
    yield fuzzOne(type, deciders, seed);
  }
}

/** The report of one seed. */
export function fuzzOne(type: SequentialType, deciders: readonly Decider[], seed: number): FuzzReport {
  const problems: Problem[] = [];
  let comparisons = 0;
  const judge = (history: History): Verdicts => {
    comparisons += criteria.length;
    const truth = {
      linearizability: satisfies(history, type, "linearizability"),
      sequential: satisfies(history, type, "sequential"),
    };
    for (const criterion of criteria)
      for (const decider of deciders) {
        const what = disagreement(decider, history, type, criterion, truth[criterion]);
        if (what !== undefined) problems.push({ what, history });
      }
    if (truth.linearizability && !truth.sequential)
      problems.push({ what: "law broken: linearizable, yet not sequentially consistent", history });
    return truth;
  };

  const history = generateHistory(type, seed);
  const satisfied = judge(history);
  const random = createRandom(~seed);
  const expectImplied = (weaker: boolean, stronger: boolean, law: string, about: History): void => {
    if (stronger && !weaker) problems.push({ what: `law broken: ${law}`, history: about });
  };
  const ordered = withMoreOrder(history, random);
  if (ordered !== undefined) {
    const more = judge(ordered);
    for (const criterion of criteria)
      expectImplied(satisfied[criterion], more[criterion], `more order made ${criterion} hold`, ordered);
  }
  const relaxed = withLessToExplain(history, random);
  const less = judge(relaxed);
  for (const criterion of criteria)
    expectImplied(less[criterion], satisfied[criterion], `less to explain made ${criterion} fail`, relaxed);
  const untimed = withoutTime(history);
  if (untimed !== undefined) {
    const timeless = judge(untimed);
    for (const criterion of criteria)
      expectImplied(timeless[criterion], satisfied[criterion], `no time made ${criterion} fail`, untimed);
  }
  return { type: type.name, seed, satisfied, comparisons, problems };
}

/** In what the decider and the oracle differ, if in anything. */
function disagreement(
  decider: Decider,
  history: History,
  type: SequentialType,
  criterion: OrderCriterion,
  truth: boolean,
): string | undefined {
  let decision: Decision | undefined;
  try {
    decision = decider.decide(history, type, criterion);
  } catch (error) {
    return `${decider.name} throws on ${criterion}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
  if (decision === undefined) return undefined;
  const expected = truth ? "satisfied" : "violated";
  if (decision.verdict !== expected)
    return `${decider.name} says that ${criterion} is ${decision.verdict}, the oracle says ${expected}`;
  if (decision.verdict !== "satisfied") return undefined;
  const verification = verify(history, { type, criterion }, decision.witness);
  return verification.valid
    ? undefined
    : `${decider.name} gives a wrong witness of ${criterion}, [${decision.witness.linearization.join(", ")}]: ${verification.reason}`;
}
