import { unanswerable } from "./answers.js";
import type { Fact, Quiet, States } from "./facts.js";
import { closeFacts, type Relations } from "./relations.js";
import { refuse } from "./refusal.js";
import type { Scene } from "./scene.js";
import { type Surroundings, statesAtEnd } from "./states-at-end.js";

/** No single step hides more situations than this from its reader. */
export const STEP_SITUATIONS = 40;
/** A step that says that it is a search may look at so many. */
export const SEARCH_SITUATIONS = 20_000;

/**
 * Whether the facts cannot hold together, the only rule of inference: a circle, an operation that sees and
 * does not see another, or a state that must stay while those between end it.
 */
export function clash(
  scene: Scene,
  facts: readonly Fact[],
  between: readonly number[],
  most = STEP_SITUATIONS,
): boolean {
  if (new Set(between).size < between.length) refuse("an operation takes effect once: it is named twice");
  const relations = closeFacts(scene, facts);
  if (relations.clash) return true;
  if (scene.replicated !== undefined) return isUnanswerable(scene, facts, relations);
  return facts.some((fact) => {
    if (fact.kind !== "quiet" || !liesBetween(fact, relations, between)) return false;
    const states = statesAtEnd(scene, fact, surroundings(fact, facts, relations, between), most);
    return !lets(scene, fact, states ?? refuse("too much for one step"));
  });
}

/** Whether operations of a replicated type cannot have answered as they did, by what is known of who sees whom. */
function isUnanswerable(scene: Scene, facts: readonly Fact[], relations: Relations): boolean {
  const { history, replicated, initial } = scene;
  const isSeen = (id: number): boolean =>
    facts.some((fact) => fact.kind === "sees" && (fact.a === id || fact.b === id));
  const answered = facts.flatMap((fact) =>
    fact.kind === "answered" && (!scene.maybe(fact.op) || isSeen(fact.op)) ? [fact.op] : [],
  );
  const unseen = new Set(facts.flatMap((fact) => (fact.kind === "blind" ? [`${fact.a} ${fact.b}`] : [])));
  const isLater = (a: number, b: number): boolean =>
    relations.before(a, b) || (scene.ordered && scene.before(a, b));
  const blind = (a: number, b: number): boolean => unseen.has(`${a} ${b}`) || isLater(a, b);
  return (
    replicated !== undefined &&
    unanswerable({ history, replicated, initial }, answered, { sees: relations.sees, blind })
  );
}

/** Whether the operation at the end of a span may take effect as it did in one of these states. */
export function lets(scene: Scene, { line, view, until }: Quiet, states: States): boolean {
  const space = scene.space(view, line);
  const own = line === "all" || until === line;
  return [...states].some((state) => (own ? space.returns(until, state) : space.to(until, state).length > 0));
}

/** Whether all these operations are known to take effect within the span, and to be seen where that counts. */
function liesBetween(
  { line, from, until }: Quiet,
  relations: Relations,
  between: readonly number[],
): boolean {
  return between.every(
    (id) =>
      relations.before(id, until) &&
      (from < 0 || relations.before(from, id)) &&
      (line === "all" || relations.sees(line, id)),
  );
}

/** What the facts say of the operations in and around a span. */
export function surroundings(
  { line, view, from, until }: Quiet,
  facts: readonly Fact[],
  relations: Relations,
  between: readonly number[],
): Surroundings {
  const unseen = new Set(facts.flatMap((fact) => (fact.kind === "blind" && fact.a === line ? [fact.b] : [])));
  return {
    between,
    before: relations.before,
    isOutside: (id) =>
      relations.before(until, id) ||
      (from >= 0 && relations.before(id, from)) ||
      (line !== "all" && (unseen.has(id) || relations.before(line, id))),
    at: facts.filter((fact) => fact.kind === "at").filter((fact) => fact.line === line && fact.view === view),
  };
}
