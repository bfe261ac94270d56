import type { CriterionSpec } from "../../criteria/criterion.js";
import type { History } from "../../history/history.js";
import { malformedProof } from "../malformed-proof.js";
import { Refusal, refuse, refusedOr, type Work } from "../scene/reach.js";
import { createScene, type Scene } from "../scene/scene.js";
import type { Subject } from "../verify-criterion.js";
import { clash, SEARCH_SITUATIONS, STEP_SITUATIONS } from "./clash.js";
import { type Fact, factIn, isPair, type MemoryFact, opposite, type Pair } from "./facts.js";
import type { Literal, MemoryLiteral, Proof, ProofCase, ProofEnd, ProofNode, Ref, Since } from "./proof.js";
import { restsOnLike } from "./rests-on-like.js";
import { refutesAllOrders } from "./refutes-all-orders.js";
import { entriesOf } from "./entries.js";

/** Whether a proof shows what it claims; if not, why, and whether only because it is larger than a proof may be. */
export type ProofVerification =
  | { readonly valid: true }
  | { readonly valid: false; readonly reason: string; readonly tooLarge: boolean };

/**
 * Checks, from the definition alone, a proof that a history violates a criterion: every fact follows, every distinction
 * names all cases, every branch ends in a contradiction. Shares no code with the engines.
 * Why a proof that passes is right. Suppose that the criterion holds: then there is an order of the operations that took
 * effect and, for each, what it sees, as the definition asks; so each premise is a line of it, and each rule leads from
 * what is so in it to what is so in it. A branch whose facts cannot be so is not the one we are in; as every distinction
 * has a case for all that can be, one branch always is. If all end in contradictions, there was no such order.
 * - `[a, b]` is happens-before of the history, which every order extends (unless the model relaxes that).
 * - `until`, `answered`, `recorded`: what took effect did so in some state, returned what it did, saw what it is told to.
 * - *clash*: the order is transitive and has no circle, who is seen stands before, each axiom holds (Ret apart, all
 *   that the definition says); and results: a run of states from one in a set to an operation that ends it goes through
 *   all between, each once, what may or may not be both ways; a number is what those that are seen add up to.
 * - *follows*: the premises clash with the opposite of the fact; for any two operations one of both is so.
 * - *since*: the state before an operation is one that lets it happen as it did. Go back to the last step from outside
 *   into such states: whoever took it is listed, since the states are all that can occur and all operations are asked.
 * - *source*, *either*, *orders*: a value that was read was written or there at first; one of two; all orders.
 * - *like*: an order with two operations exchanged that nothing tells apart explains the history as well.
 * - A view keeps what an operation does to a part of the state (types/views.ts); where a type has none, it is the whole.
 */
export function verifyProof(
  history: History,
  spec: CriterionSpec,
  subject: Subject,
  proof: unknown,
  work?: Work,
): ProofVerification {
  return answerOf(() => {
    const malformed = malformedProof(proof, history.size);
    if (malformed !== undefined) refuse(malformed);
    const { views, tree, criterion } = proof as Proof;
    if (criterion !== spec.name) refuse(`it is a proof about ${criterion}, not about ${spec.name}`);
    verifyNode(createScene(history, spec, subject, views, work), tree, new Map());
  });
}

/** Checks the tree of a proof in a scene that has its views. */
export const verifyTree = (scene: Scene, tree: ProofNode): ProofVerification =>
  answerOf(() => verifyNode(scene, tree, new Map()));
function answerOf(check: () => void): ProofVerification {
  const refused = refusedOr(check);
  if (!(refused instanceof Refusal)) return { valid: true };
  return { valid: false, reason: refused.message, tooLarge: refused.tooLarge };
}

/** Facts in force, by their names. */
type Facts = ReadonlyMap<string, Fact>;
/** What a distinction says in each case: facts, by the ends of their names. */
type Cases = Map<number | "start", Readonly<Record<string, Fact>>>;

/** Checks a node where these facts are in force. Returns those of them that its contradictions rest on. */
function verifyNode(scene: Scene, { steps = [], end }: ProofNode, outer: Facts): ReadonlySet<Fact> {
  const facts = new Map(outer);
  const restsOn: Fact[] = [];
  const named = (refs: readonly Ref[]): Fact[] => {
    const those = refs.map((ref) => factOf(scene, ref, facts));
    restsOn.push(...those);
    return those;
  };
  for (const { id, fact, from, between = [] } of steps) {
    const known = literal(scene, fact);
    const follows = isPair(known)
      ? clash(scene, [...named(from), opposite(known)], between)
      : scene.memory?.close(named(from)).holds(known);
    if (follows !== true) refuse(`${id} does not follow`);
    facts.set(fresh(id, facts), known);
  }
  if ("clash" in end) {
    const most = end.search === true ? SEARCH_SITUATIONS : STEP_SITUATIONS;
    if (!clash(scene, named(end.clash), end.between ?? [], most))
      refuse("a branch ends without a contradiction");
  } else if ("orders" in end) {
    if (!refutesAllOrders(scene, named(end.orders))) refuse("there is an order that explains the history");
  } else if ("like" in end) refuse("only a case of a distinction is like another");
  else {
    const id = fresh(end.id, facts);
    const told = new Map(end.cases.map((one: ProofNode | ProofCase, at) => ["by" in one ? one.by : at, one]));
    if (told.size < end.cases.length) refuse(`${id} has a case twice`);
    const premises = named("since" in end ? (end.since.from ?? []) : []);
    const cases = [...casesOf(scene, end, premises)].map(([by, known]) => {
      const inside = Object.entries(known).map(([name, fact]) => [id + name, fact] as const);
      const node = told.get(by) ?? refuse(`${id} has no case for ${by}`);
      return { node, facts: new Map([...facts, ...inside]) };
    });
    const proved: ReadonlySet<Fact>[] = [];
    for (const { node, facts: here } of cases)
      if (!("like" in node.end)) proved.push(verifyNode(scene, node, here));
    restsOn.push(...proved.flatMap((some) => [...some]));
    for (const { node, facts: here } of cases)
      if ("like" in node.end) restsOn.push(...restsOnLike(scene, node.end.like, here, proved));
  }
  const around = new Set(outer.values());
  return new Set(restsOn.filter((fact) => around.has(fact)));
}

/** All cases that a distinction must name. */
function casesOf(scene: Scene, end: Extract<ProofEnd, { id: string }>, premises: readonly Fact[]): Cases {
  if ("since" in end) return leadersTo(scene, end.since, premises);
  if ("source" in end) {
    const { source: b } = end;
    const sources =
      scene.memory?.sourcesOf(b) ?? refuse("only of shared memory it is asked who wrote a value");
    return new Map(sources.map((by) => [by, { ".wr": { kind: "wr", a: by === "start" ? -1 : by, b } }]));
  }
  const known = literal(scene, end.either);
  if (!isPair(known) && (known.kind !== "ww" || scene.memory?.areOrdered(known.a, known.b) !== true))
    refuse("nothing says that it is one or the other");
  return new Map([known, opposite(known)].map((fact, at) => [at, { "": fact }]));
}

/** An operation took effect in a state that lets it: so from the start on, or since some operation led there last. */
function leadersTo(scene: Scene, since: Since, premises: readonly Fact[]): Cases {
  const { line, view, op } = since;
  const at = premises.filter((fact) => fact.kind === "at");
  if (at.some((fact) => fact.line !== line || fact.view !== view || fact.op !== op))
    refuse(`what is said of a state is not about ${op}`);
  // Who leads into states, sees or is seen has taken effect.
  const isSight = (fact: Fact): boolean => fact.kind === "sees" && (fact.a === op || fact.b === op);
  const tookEffect = !scene.maybe(op) || premises.some(isSight);
  if (at.length === 0 && !(tookEffect && (line === "all" || op === line)))
    refuse(`${op} may not have taken effect there`);
  const { states, start, by } = entriesOf(scene, since, at);
  const quiet = { kind: "quiet", line, view, until: op, states } as const;
  const cases: Cases = new Map(start ? [["start", { ".quiet": { ...quiet, from: -1 } }]] : []);
  for (const [entry, outside] of by)
    cases.set(entry, {
      ".quiet": { ...quiet, from: entry },
      ".before": { kind: "<", a: entry, b: op },
      ".at": { kind: "at", line, view, op: entry, states: outside },
      ...(line !== "all" && { ".sees": { kind: "sees", a: line, b: entry } }),
    });
  return cases;
}

/** The fact that a premise names. */
function factOf(scene: Scene, ref: Ref, facts: Facts): Fact {
  if (typeof ref === "string") return facts.get(ref) ?? refuse(`there is no fact ${ref} here`);
  if ("until" in ref) {
    const { until, line, view } = ref;
    const { all: states } = scene.space(view, line);
    if ((line !== "all" && until !== line) || scene.maybe(until))
      refuse(`${until} may not have taken effect there`);
    return { kind: "quiet", line, view, from: -1, until, states };
  }
  if ("answered" in ref) {
    if ((scene.replicated ?? scene.type.counts) === undefined) refuse("nothing is counted here");
    return { kind: "answered", op: ref.answered };
  }
  if ("recorded" in ref) return scene.recorded(...ref.recorded) ?? refuse("of a sight nothing was recorded");
  const [a, b] = ref;
  if (!scene.before(a, b)) refuse(`${a} does not happen before ${b}`);
  return { kind: "<", a, b, given: true };
}

/** A fact that can be said here. */
function literal(scene: Scene, fact: Literal | MemoryLiteral): Pair | MemoryFact {
  const known = factIn(fact);
  if (known.a === known.b) refuse("a fact is about an operation and itself");
  if (isPair(known) === (scene.memory !== undefined)) refuse(`of this history ${known.kind} is not said`);
  if (scene.oneLine && known.kind !== "<" && isPair(known)) refuse("here every operation sees all before it");
  return known;
}

/** A name that is not in use. */
function fresh(id: string, facts: Facts): string {
  if (["", ".quiet", ".wr"].some((part) => facts.has(id + part))) refuse(`the name ${id} is used twice`);
  return id;
}
