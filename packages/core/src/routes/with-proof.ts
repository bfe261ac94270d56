import type { Asked } from "../ask/understand.js";
import { orExhausted } from "../budget.js";
import { type CriterionSpec, findCriterion } from "../criteria/criterion.js";
import { type Effort, STEPS_PER_WORK } from "../explain/effort.js";
import { evidenceOf } from "../explain/evidence-of.js";
import type { Explained } from "../explain/explained.js";
import { proveMemory } from "../explain/proof/memory/prove-memory.js";
import { blameLists } from "../explain/blame-lists.js";
import { proveNumber } from "../explain/proof/prove-number.js";
import { stepsOf } from "../explain/proof/measure-proof.js";
import { prove, type Violated } from "../explain/proof/prove.js";
import { tellProof } from "../explain/proof/tell/tell-proof.js";
import { type History, labelOf } from "../history/history.js";
import type { Violation } from "../result.js";
import { keptOf } from "../types/views.js";
import type { Proof } from "../witness/proof/proof.js";
import { createScene } from "../witness/scene/scene.js";
import { verifyProof } from "../witness/proof/verify-proof.js";

/** What looking for a proof may take of what is left: the rest is for verifying and telling it. */
const LOOKING = 0.85;
/** What the first attempt may take of what is left, the second and those by cases; to shorten a proof takes half as much besides. */
const [MOST_FUEL, LESS_FUEL, CASES_FUEL] = [0.4, 0.12, 0.25];
/** What counting may take, which needs no search; and each attempt at one element of a list. */
const [COUNTING, LIST_FUEL] = [0.15, 0.05];
/** A proof by states of no more steps is as good as one by counting. */
const FEW_STEPS = 2;
/** Of so many operations; of more it takes longer to make each distinction, and of many too long, of fewer less. */
const [FEW_BY_CASES, MOST_BY_CASES] = [12, 20];
/** In a history longer than this few operations are tried first. */
const [LONG, FEW] = [160, 5];
/** And then, where who sees whom is asked, so many that are about the same. */
const SAME = 16;

/**
 * The violation with a proof: of the part that fails, or else of the few operations that the reason is about.
 * It is verified as a witness is: one that does not hold is a bug. Where none is found, it says so.
 *
 * @param isSatisfied whether another history of the same type is found to satisfy the criterion
 */
export function withProof(
  asked: Asked,
  explained: Explained,
  decision: object,
  effort: Effort,
  isSatisfied: (other: History) => boolean,
): Explained {
  const { history, type, initial, options } = asked;
  const { plain, unproved, blamed = [], ...violation } = explained;
  if (options.explain === false || unproved === true || hasNoProofs(asked)) return violation;
  const spec = named(asked.criterion);
  // Steps are counted, not timed; where the caller's limits cut it short, the whole explanation is left out.
  const looking = effort.shareOfRest(LOOKING);
  const { mayGoOn } = looking;
  const fuel = looking.left() / STEPS_PER_WORK;
  const part = "ids" in decision ? (decision.ids as readonly number[]) : undefined;
  const fuelByCases = (ids: readonly number[] | undefined): number => {
    const size = ids?.length ?? history.size;
    if (spec.kind === "memory" || size > MOST_BY_CASES) return 0;
    return CASES_FUEL * Math.min(2, (FEW_BY_CASES / size) ** 3);
  };
  let tooLarge: string | undefined;
  const attempt = (ids: readonly number[] | undefined, share: number, byCases = false) =>
    ids?.length === 0 || share === 0
      ? undefined
      : find({
          history,
          spec,
          type,
          initial,
          fuel: share * fuel,
          byCases,
          mayGoOn,
          work: looking.work(),
          tooLarge: (reason) => (tooLarge ??= reason),
          ...(ids !== undefined && { ids }),
        });
  // Who is blamed in a circle, or for a model of memory, violates it alone; of states the whole part has shorter proofs.
  const isAlone = spec.kind === "memory" || violation.kind === "cycle";
  const [first, second] = isAlone ? [violation.operations, part] : [part, violation.operations];
  const isLong = spec.kind !== "memory" && history.size > LONG;
  const isOfSights = spec.kind === "levels" || spec.kind === "axioms";
  const pointed = [violation.stuck, violation.about, ...violation.operations, ...blamed];
  const count = (): Proof | undefined =>
    proveNumber(
      { history, spec, type, initial, mayGoOn, work: looking.shareOfRest(COUNTING).work() },
      pointed.filter((id) => id !== undefined),
    );
  /** Of a long history of lists: element by element. */
  const byElements = (): Proof | undefined => {
    const { replicated } = type;
    if (replicated === undefined) return undefined;
    for (const ids of blameLists(history, replicated, violation.stuck ?? violation.operations.at(-1))) {
      const found = attempt(ids, LIST_FUEL);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const found =
    (isLong ? (count() ?? byElements()) : undefined) ??
    attempt(blamed, MOST_FUEL) ??
    attempt(isLong ? lastOf(violation) : [], MOST_FUEL) ??
    attempt(isLong && isOfSights ? aboutTheSame(asked, violation) : [], MOST_FUEL) ??
    attempt(first, MOST_FUEL) ??
    attempt(second, LESS_FUEL) ??
    attempt(second, fuelByCases(second), true) ??
    attempt(first, fuelByCases(first), true);
  // To count is shorter than to go through states, unless these are few.
  const proof =
    isLong || (found !== undefined && stepsOf(found.tree) <= FEW_STEPS) ? found : (count() ?? found);
  const verifying = effort.work();
  const checked =
    proof === undefined || options.verify === false
      ? { valid: true as const }
      : orExhausted(
          () => verifyProof(history, spec, { type, initial }, proof, verifying),
          () => undefined,
        );
  if (checked === undefined) tooLarge = "it takes too long to verify";
  if (proof === undefined || checked === undefined)
    return {
      ...violation,
      reason: `${violation.reason}. ${tooLarge === undefined ? "A proof was looked for, and not found" : `A proof was found, but it is larger than proofs may be: ${tooLarge}`}`,
      proof: { kind: "exhausted", criterion: spec.name },
    };
  if (!checked.valid) throw new Error(`a proof of ${spec.name} does not hold: ${checked.reason}`);
  const scene = createScene(history, spec, { type, initial }, proof.views);
  // Of shared memory the core is known already: what a read among it may have returned belongs to it.
  if (scene.memory !== undefined)
    return { ...violation, ...(plain !== true && tellProof(scene, proof)), proof };
  return evidenceOf(
    { history, spec, type, initial, proof, isSatisfied, work: () => effort.work() },
    explained,
  );
}

/** Two reads that differ need none. */
const hasNoProofs = ({ criterion: { kind } }: Asked): boolean => kind === "convergence";

/** The operation that the words are about, and the last of those before it that are to blame. */
function lastOf({ operations, about, stuck }: Violation): readonly number[] {
  const pointed = [about, stuck].filter((id) => id !== undefined);
  return [...new Set([...operations.slice(-FEW), ...pointed])].sort((a, b) => a - b);
}

/**
 * The operations about the same keys or elements as the one that the words are about, those of its session and those
 * that are listed next to it first: who else has seen what it has not.
 */
function aboutTheSame({ history, type }: Asked, { about, stuck = about }: Violation): readonly number[] {
  if (stuck === undefined || type.views === undefined) return [];
  const { views } = type;
  const isKept = keptOf(views.names(labelOf(history, stuck)));
  const { session, object } = history;
  const all = Array.from(history.label.keys()).filter(
    (id) => object[id] === object[stuck] && views.names(labelOf(history, id)).some(isKept),
  );
  const distance = (id: number): number =>
    (session[id] === session[stuck] ? 0 : history.size) + Math.abs(id - stuck);
  return all
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, SAME)
    .sort((a, b) => a - b);
}

/** Looks for a proof of the kind that the criterion has: about states, or about who read from whom. */
function find(violated: Violated): Proof | undefined {
  const { spec } = violated;
  if (spec.kind !== "memory") return prove(violated);
  const found = proveMemory(violated);
  if (found !== undefined || spec.name !== "sc") return found;
  // SC is an order of all, too; a proof that looks at no state would be read as one about who read from whom.
  const other = prove(violated);
  return other !== undefined && other.views.length > 0 ? other : undefined;
}

/** The criterion as its name says it, which is what a proof is verified by. */
const named = (criterion: CriterionSpec): CriterionSpec => findCriterion(criterion.name);
