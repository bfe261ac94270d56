import { admittedOutcomes, check, type History, type LevelName, type SequentialType } from "@sightline/core";
import { type Admitting, type LevelMap, strongestFirst } from "../object/admitted.js";
import { axiomOfBlocked, levelsOfBlocked, withBlocked } from "../object/blocking.js";
import { programHistory, stepsOf } from "../object/notation.js";
import type { ObjectSpec } from "../object/object-spec.js";
import { isBlocked, type Outcome, type Program } from "../object/program.js";
import { hasBulk, splitBulk } from "../object/split-bulk.js";
import { typesOfTarget } from "../object/type-of-target.js";
import type { Target } from "../object/target.js";
import { outcomesOfOne } from "./outcomes-of-one.js";

/** What is asked of an outcome: a level per method, or axioms. */
export type Model = { readonly levels: LevelMap } | { readonly axioms: string };

/** What is known of one program without running it concurrently. */
export interface Admission {
  readonly program: Program;
  /** Whether the model admits an outcome. */
  admits(outcome: Outcome, model: Model): boolean;
  /** Every outcome that the model admits; `undefined` where bulk calls are split: there are too many ways. */
  outcomes(model: Model): Iterable<Outcome> | undefined;
  /**
   * The outcomes at each level of a method that the program calls once, all others complete, as keys: much
   * quicker than `outcomes`. `undefined` where it is called more often, bulk calls are split, or there are flags and locks.
   */
  relaxing(method: string): ((level: LevelName) => ReadonlySet<string>) | undefined;
}

/**
 * Runs the calls of programs in every sequence on the target (POPL'19 Fig. 7), to tell from then on which
 * outcomes a model admits; or a `RangeError` where a program is too large for that.
 */
export async function admissionsOf(
  target: Target,
  programs: readonly Program[],
  spec: ObjectSpec,
  split: boolean,
): Promise<readonly (Admission | RangeError)[]> {
  const bulks = programs.map((program) => (split && hasBulk(program) ? splitBulk(program, spec) : undefined));
  const types = await typesOfTarget(
    target,
    programs.map((program, i) => bulks[i]?.program ?? program),
  );
  return types.map((own, i) => (own instanceof RangeError ? own : admissionBy(own, programs[i], bulks[i])));
}

function admissionBy(
  own: SequentialType,
  program: Program,
  bulk: ReturnType<typeof splitBulk> | undefined,
): Admission {
  const type = bulk === undefined ? own : bulk.fit(own);
  const blocking = withBlocked(type);
  const satisfies = (history: History, outcome: Outcome, model: Model): boolean => {
    const asked =
      "axioms" in model
        ? { axioms: model.axioms + axiomOfBlocked(program, outcome) }
        : { levels: { ...model.levels, ...levelsOfBlocked(program, outcome) } };
    const own = outcome.some(isBlocked) ? blocking : type;
    const result = check(history, { type: own, ...asked, explain: false, verify: false });
    if (result.verdict === "unknown") throw new Error(`no verdict on a program: ${result.reason}`);
    return result.verdict === "satisfied";
  };
  return {
    program,
    admits: (outcome, model) =>
      (bulk === undefined ? [programHistory(program, outcome)] : bulk.histories(outcome)).some((history) =>
        satisfies(history, outcome, model),
      ),
    outcomes: (model) => (bulk === undefined ? outcomesOf(program, type, model) : undefined),
    relaxing(method) {
      const steps = stepsOf(program);
      const calls = steps.flatMap((step, i) => (step.method === method ? [i] : []));
      const isPlain = bulk === undefined && steps.every(({ on }) => on === undefined);
      return isPlain && calls.length === 1 ? outcomesOfOne(program, type, calls[0]) : undefined;
    },
  };
}

/**
 * Which levels of one method admit an outcome, the others as `others` says. Each level is asked on its
 * own, for with mixed levels the six are no chain; only `complete`, which implies them all, comes first.
 */
export function admittingEach(
  { admits }: Admission,
  outcome: Outcome,
  method: string,
  others: LevelMap,
): Admitting {
  const at = (level: LevelName): boolean => admits(outcome, { levels: { ...others, [method]: level } });
  const atomic = at("complete");
  return Object.fromEntries(strongestFirst.map((level) => [level, atomic || at(level)])) as Record<
    LevelName,
    boolean
  >;
}

/** The outcomes that one model admits and another does not, as they are found. */
export function* difference(
  { outcomes, admits }: Admission,
  weaker: Model,
  stronger: Model,
): Generator<Outcome, void> {
  for (const outcome of outcomes(weaker) ?? []) if (!admits(outcome, stronger)) yield outcome;
}

function* outcomesOf(program: Program, type: SequentialType, model: Model): Generator<Outcome, void> {
  for (const { results } of admittedOutcomes(programHistory(program), { type, ...model })) yield results;
}
