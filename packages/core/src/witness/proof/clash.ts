import { impossibleNumber } from "../scene/impossible-number.js";
import { refuse } from "../scene/reach.js";
import type { Scene } from "../scene/scene.js";
import { statesAtEnd, type Surroundings } from "../scene/states-at-end.js";
import { unanswerable } from "../scene/values-there.js";
import { type Closure, closeFacts } from "./close-facts.js";
import type { Fact, Quiet, States } from "./facts.js";

/** No single step hides more situations than this from its reader. */
export const STEP_SITUATIONS = 40;
/** A step that says that it is a search may look at so many. */
export const SEARCH_SITUATIONS = 20_000;

/**
 * Whether the facts cannot hold together, the only rule of inference: a circle, an operation that sees and does not see
 * another, a state that must stay while those between end it, or a number that cannot be. Of shared memory: the model's
 * own rules; of a replicated type: an operation that cannot have answered as it did.
 */
export function clash(
  scene: Scene,
  facts: readonly Fact[],
  between: readonly number[],
  most = STEP_SITUATIONS,
): boolean {
  if (scene.memory !== undefined) return scene.memory.close(facts).clash;
  if (new Set(between).size < between.length) refuse("an operation takes effect once: it is named twice");
  const closure = closeFacts(scene, facts);
  if (closure.clash) return true;
  const answered = facts.filter((fact) => fact.kind === "answered");
  const ops = [...new Set(answered.map(({ op }) => op))].filter(closure.tookEffect);
  const { sees, before, tookEffect } = closure;
  const seen = scene.oneLine ? (a: number, b: number): boolean => before(b, a) && tookEffect(b) : sees;
  const blind = (a: number, b: number): boolean =>
    closure.blind(a, b) || (scene.ordered && scene.before(a, b));
  if (impossibleNumber(scene, ops, closure) !== undefined) return true;
  if (unanswerable(scene, ops, { sees: seen, blind })) return true;
  return facts.some((fact) => {
    if (fact.kind !== "quiet" || !between.every((id) => liesIn(fact, closure, id))) return false;
    const ends = statesAtEnd(scene, fact, surroundings(fact, facts, closure, between), most);
    return !lets(scene, fact, ends);
  });
}

/** Whether the operation is known to take effect within the span, and to be seen where that counts. */
const liesIn = ({ line, from, until }: Quiet, { before, sees }: Closure, id: number): boolean =>
  before(id, until) && (from < 0 || before(from, id)) && (line === "all" || sees(line, id));

/** Whether the operation at the end of a span may take effect as it did in one of these states. */
export const lets = (scene: Scene, { line, view, until }: Quiet, states: States): boolean =>
  [...states].some((state) => scene.space(view, line).lets(line, until, state));

/** What the facts say of the operations in and around a span. */
export const surroundings = (
  { line, view, from, until }: Quiet,
  facts: readonly Fact[],
  { before, blind }: Closure,
  between: readonly number[],
): Surroundings => ({
  between,
  before,
  isOutside: (id) =>
    before(until, id) || (from >= 0 && before(id, from)) || (line !== "all" && blind(line, id)),
  at: facts.filter((fact) => fact.kind === "at").filter((fact) => fact.line === line && fact.view === view),
});
