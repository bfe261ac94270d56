import { modelOfCriterion } from "../../criteria/axioms/model-of-criterion.js";
import type { Axiom } from "../../criteria/axioms/model.js";
import type { CriterionSpec } from "../../criteria/criterion.js";
import { type History, mayBeAbsent } from "../../history/history.js";
import type { Value } from "../../history/value.js";
import type { Replicated } from "../../types/replicated.js";
import type { SequentialType } from "../../types/type.js";
import { type GivenOrder, givenOrder } from "./given-order.js";
import { createMemoryScene, type MemoryScene } from "./memory-scene.js";
import type { Pair } from "../proof/facts.js";
import type { Line, ProofView } from "../proof/proof.js";
import { Refusal, refuse, refusedOr, type Work } from "./reach.js";
import { recordedSights } from "./recorded-sights.js";
import { createSpace, type Space } from "./space.js";

/** What a proof is about, as its rules see it. */
export interface Scene {
  readonly history: History;
  readonly type: SequentialType;
  readonly initial: Value | undefined;
  readonly views: readonly ProofView[];
  /** Whether every operation sees all before it: then there is one line, with all results. */
  readonly oneLine: boolean;
  /** Whether each operation is judged by a run of its own all the same: then results tell of one run only if there is but one. */
  readonly singleState: boolean;
  /** What the criterion asks of sights beyond `lin ⊇ vis`; where there is one line, of the order alone. */
  readonly axioms: readonly Axiom[];
  /** Whether the order of all operations extends happens-before. */
  readonly ordered: boolean;
  readonly before: GivenOrder;
  /** Shared memory, where the criterion is a model of it: then facts are about who read from whom, not about states. */
  readonly memory?: MemoryScene;
  /** Values that are there by what is seen, where the type is of that kind: then, if there are many lines, facts are not about states either. */
  readonly replicated?: Replicated;
  /** What the history tells of whether one operation saw another, where it does. */
  recorded(a: number, b: number): Pair | undefined;
  /** Whether the operation may not have taken effect. */
  maybe(operation: number): boolean;
  readonly work: Work;
  /** The space of a view as a line goes through it. Throws a `Refusal` where there is none or it is too large. */
  space(view: number, line: Line): Space;
}

/**
 * The scene of a history and a criterion; `work` is told of what is done in it. Throws a `Refusal` where proofs do not speak of
 * the criterion.
 */
export function createScene(
  history: History,
  spec: CriterionSpec,
  subject: { readonly type: SequentialType; readonly initial?: Value | undefined },
  views: readonly ProofView[],
  work: Work = { done: 0 },
): Scene {
  if (spec.kind === "convergence") refuse("two reads that differ need no proof");
  const { type, initial = history.initial } = subject;
  const methods = history.labels.map(({ method }) => method);
  const { axioms, relaxLin } = modelOfCriterion(spec, methods);
  const oneLine = axioms.some(({ left, path }) => left === "vis" && path.length === 1 && path[0] === "lin");
  const realTime = spec.kind === "linearizability" || ("order" in spec && spec.order === "realtime");
  // Sequential consistency is both: one order that explains all results, and a model of memory.
  const isMemory = spec.kind === "memory" && (spec.name !== "sc" || views.length === 0);
  if (isMemory && type.name !== "memory") refuse(`${spec.name} is a model of memory, not of ${type.name}`);
  const hasNoStates = isMemory || (!oneLine && type.replicated !== undefined);
  const isOfSights = spec.kind === "levels" || spec.kind === "axioms";
  const singleState = oneLine && isOfSights;
  const viewed = { history, type, initial, singleState, work };
  const viewAt = (view: number): ProofView => views[view] ?? refuse(`there is no view ${view}`);
  const spaces = new Map<number, Space | Refusal>();
  return {
    history,
    type,
    initial,
    views,
    oneLine,
    singleState,
    axioms: axioms.filter((axiom) => !oneLine || axiom.left === "lin"),
    ordered: !relaxLin,
    before: givenOrder(history, realTime),
    ...(isMemory && { memory: createMemoryScene(history, spec.name, initial) }),
    ...(type.replicated !== undefined && { replicated: type.replicated }),
    recorded: isOfSights ? recordedSights(history, type, oneLine) : () => undefined,
    maybe: (id) => mayBeAbsent(history, id),
    work,
    space(view, line) {
      if (hasNoStates) refuse("of shared memory and of replicated types no states are spoken of");
      if (oneLine && line !== "all") refuse("here there is one line, of all operations");
      if (!oneLine && line === "all") refuse("here each operation has a line of its own");
      const known = spaces.get(view) ?? refusedOr(() => createSpace(viewed, viewAt(view), oneLine));
      spaces.set(view, known);
      if (known instanceof Refusal) throw known;
      return known;
    },
  };
}
