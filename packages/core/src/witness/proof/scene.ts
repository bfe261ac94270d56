import { modelOfLevels } from "../../criteria/axioms/model-of-levels.js";
import type { Axiom, AxiomModel } from "../../criteria/axioms/model.js";
import { parseAxioms } from "../../criteria/axioms/parse.js";
import type { CriterionSpec } from "../../criteria/criterion.js";
import { levelOf } from "../../criteria/level-map.js";
import { type History, mayBeAbsent } from "../../history/history.js";
import type { Value } from "../../history/value.js";
import type { Replicated } from "../../types/replicated.js";
import type { SequentialType } from "../../types/type.js";
import { type GivenOrder, givenOrder } from "./given-order.js";
import { createMemoryScene, type MemoryScene } from "./memory-rules.js";
import type { Line, ProofView } from "./proof.js";
import { refuse } from "./refusal.js";
import { createSpace, type Space, type Work } from "./space.js";

/** What a proof is about, as its rules see it. */
export interface Scene {
  readonly history: History;
  readonly type: SequentialType;
  readonly initial: Value | undefined;
  readonly views: readonly ProofView[];
  /** Whether every operation sees all before it: then there is one line, with all results. */
  readonly oneLine: boolean;
  /** What the criterion asks of sights beyond `lin ⊇ vis`; empty where there is one line. */
  readonly axioms: readonly Axiom[];
  /** Whether the order of all operations extends happens-before. */
  readonly ordered: boolean;
  readonly before: GivenOrder;
  /** Shared memory, where the criterion is a model of it: then facts are about who read from whom, not about states. */
  readonly memory?: MemoryScene;
  /** Values that are there by what is seen, where the type is of that kind: then facts are not about states either. */
  readonly replicated?: Replicated;
  /** Whether the operation may not have taken effect. */
  maybe(operation: number): boolean;
  readonly work: Work;
  /** The space of a view as a line goes through it. Throws a `Refusal` where it is too large. */
  space(view: number, line: Line): Space;
}

/** The scene of a history and a criterion. Throws a `Refusal` where proofs do not speak of the criterion. */
export function createScene(
  history: History,
  spec: CriterionSpec,
  subject: { readonly type: SequentialType; readonly initial?: Value | undefined },
  views: readonly ProofView[],
): Scene {
  const { type, initial = history.initial } = subject;
  const model = modelOf(history, spec);
  const isSingle = ({ left, path }: Axiom): boolean =>
    left === "vis" && path.length === 1 && path[0] === "lin";
  const oneLine = model === undefined || model.axioms.some(isSingle);
  const realTime =
    spec.kind === "linearizability" ||
    ((spec.kind === "levels" || spec.kind === "axioms") && spec.order === "realtime");
  // Where each operation is judged by a run of its own, results tell of one run only if there is but one.
  const work: Work = { done: 0 };
  const viewed = { history, type, initial, singleState: oneLine && model !== undefined, work };
  const maybe = (id: number): boolean => mayBeAbsent(history, id);
  // Sequential consistency is both: one order that explains all results, and a model of memory.
  const isMemory = spec.kind === "memory" && (spec.name !== "sc" || views.length === 0);
  if (isMemory && type.name !== "memory") refuse(`${spec.name} is a model of memory, not of ${type.name}`);
  const spaces = new Map<string, Space | Error>();
  return {
    history,
    type,
    initial,
    views,
    oneLine,
    axioms: model?.axioms.filter((axiom) => !oneLine || axiom.left === "lin") ?? [],
    ordered: model === undefined || !model.relaxLin,
    ...(isMemory && { memory: createMemoryScene(history, spec.name, initial) }),
    before: withoutMoot(givenOrder(history, realTime), history.size, maybe),
    ...(!oneLine && type.replicated !== undefined && { replicated: type.replicated }),
    maybe,
    work,
    space(view, line) {
      if (!oneLine && type.replicated !== undefined)
        refuse(`what is seen of a ${type.name} is no run of states`);
      if (views[view] === undefined) refuse(`there is no view ${view}`);
      const counted = line === "all";
      const key = `${view} ${counted}`;
      let space = spaces.get(key);
      if (space === undefined) {
        try {
          space = createSpace(viewed, views[view], counted);
        } catch (error) {
          space = error as Error;
        }
        spaces.set(key, space);
      }
      if (space instanceof Error) throw space;
      return space;
    },
  };
}

/**
 * The order without operations that cannot have taken effect: orders lead in a circle from one back to it, by
 * way of none that did take effect. Such orders bind nobody.
 */
function withoutMoot(before: GivenOrder, size: number, maybe: (id: number) => boolean): GivenOrder {
  const ids = Array.from({ length: size }, (_, id) => id);
  const isMoot = (id: number): boolean =>
    maybe(id) &&
    before(id, id) &&
    !ids.some((other) => !maybe(other) && before(id, other) && before(other, id));
  return (a, b) => before(a, b) && !isMoot(a) && !isMoot(b);
}

/** The axioms of the criterion; `undefined` where it asks for one order that explains all results, or is a model of memory. */
function modelOf(history: History, spec: CriterionSpec): AxiomModel | undefined {
  switch (spec.kind) {
    case "linearizability":
    case "sequential":
    case "memory":
      return undefined;
    case "levels":
      return modelOfLevels(
        (method) => levelOf(spec.levels, method),
        history.labels.map(({ method }) => method),
      );
    case "axioms":
      return parseAxioms(spec.axioms);
    case "convergence":
      return refuse("two reads that differ need no proof");
  }
}
