import type { CriterionSpec } from "../../criteria/criterion.js";
import type { History } from "../../history/history.js";
import type { Subject } from "../verify-criterion.js";
import type { Verification } from "../verify.js";
import { clash, SEARCH_SITUATIONS, STEP_SITUATIONS } from "./clash.js";
import { type Fact, factIn, isPair, type MemoryFact, opposite, type Pair } from "./facts.js";
import { malformedProof } from "./malformed-proof.js";
import type { Line, Literal, MemoryLiteral, Proof, ProofCase, ProofNode, Ref, Since } from "./proof.js";
import { Refusal, refuse } from "./refusal.js";
import { createScene, type Scene } from "./scene.js";
import { entriesOf } from "./since.js";
import { refutesAllOrders } from "./refutes-all-orders.js";

/**
 * Checks, from the definition alone, a proof that a history violates a criterion: every fact follows, every
 * distinction names all cases, every branch ends in a contradiction. Shares no code with the engines.
 */
export function verifyProof(
  history: History,
  spec: CriterionSpec,
  subject: Subject,
  proof: unknown,
): Verification {
  const reason = malformedProof(proof);
  if (reason !== undefined) return { valid: false, reason };
  const { views, tree, criterion } = proof as Proof;
  if (criterion !== spec.name)
    return { valid: false, reason: `it is a proof about ${criterion}, not about ${spec.name}` };
  return accepted(() => verifyNode(createScene(history, spec, subject, views), tree, new Map()));
}

/** Checks the tree of a proof in a scene that has its views. */
export const verifyTree = (scene: Scene, tree: ProofNode): Verification =>
  accepted(() => verifyNode(scene, tree, new Map()));

function accepted(verify: () => void): Verification {
  try {
    verify();
    return { valid: true };
  } catch (error) {
    if (error instanceof Refusal) return { valid: false, reason: error.message };
    throw error;
  }
}

type Facts = ReadonlyMap<string, Fact>;

function verifyNode(scene: Scene, { steps = [], end }: ProofNode, outer: Facts): void {
  const facts = new Map(outer);
  for (const { id, fact, from, between = [] } of steps) {
    const known = literal(scene, fact);
    const premises = from.map((ref) => factOf(scene, ref, facts));
    const follows = isPair(known)
      ? clash(scene, [...premises, opposite(known)], between)
      : scene.memory?.close(premises).holds(known);
    if (follows !== true) refuse(`${id} does not follow`);
    facts.set(fresh(id, facts), known);
  }
  if ("clash" in end) {
    const premises = end.clash.map((ref) => factOf(scene, ref, facts));
    const most = end.search === true ? SEARCH_SITUATIONS : STEP_SITUATIONS;
    const ends = scene.memory?.close(premises).clash ?? clash(scene, premises, end.between ?? [], most);
    if (!ends) refuse("a branch ends without a contradiction");
  } else if ("orders" in end) {
    if (scene.memory !== undefined) refuse("of shared memory orders are not tried");
    const orders = end.orders.map((ref) => factOf(scene, ref, facts));
    if (!orders.every((fact): fact is Pair => fact.kind === "<")) refuse("only orders narrow down orders");
    if (!refutesAllOrders(scene, orders)) refuse("there is an order that explains the history");
  } else if ("either" in end) {
    const known = literal(scene, end.either);
    const id = fresh(end.id, facts);
    if (!isPair(known)) checkStored(scene, known);
    verifyNode(scene, end.cases[0], new Map(facts).set(id, known));
    verifyNode(scene, end.cases[1], new Map(facts).set(id, opposite(known)));
  } else if ("source" in end) {
    const { source: op, id, cases } = end;
    checkId(scene, op);
    fresh(id, facts);
    const sources =
      scene.memory?.sourcesOf(op) ?? refuse("only of shared memory it is asked who wrote a value");
    const caseOf = casesBy(id, cases);
    for (const by of sources) {
      const wr = { kind: "wr", a: by === "start" ? -1 : by, b: op } as const;
      verifyNode(scene, caseOf(by), new Map(facts).set(`${id}.wr`, wr));
    }
  } else verifySince(scene, end, facts);
}

/** Two writes of one variable are stored one after the other, where there is such an order and both took effect. */
function checkStored({ memory, maybe }: Scene, { kind, a, b }: MemoryFact): void {
  if (
    kind !== "ww" ||
    memory?.total !== true ||
    !memory.writesVariableOf(a, b) ||
    !memory.writesVariableOf(b, a) ||
    maybe(a) ||
    maybe(b)
  )
    refuse("nothing says that it is one or the other");
}

/** The cases by whom they are about. */
function casesBy(id: string, cases: readonly ProofCase[]): (who: number | "start") => ProofCase {
  const given = new Map(cases.map((one) => [one.by, one]));
  if (given.size < cases.length) refuse(`${id} has a case twice`);
  return (who) => given.get(who) ?? refuse(`${id} has no case for ${who}`);
}

function verifySince(
  scene: Scene,
  { since, id, cases }: { readonly since: Since; readonly id: string; readonly cases: readonly ProofCase[] },
  facts: Facts,
): void {
  const { line, view, op, from = [] } = since;
  if (scene.memory !== undefined) refuse("of shared memory it is asked who wrote a value: source, not since");
  checkLine(scene, line);
  checkId(scene, op);
  const premises = from.map((ref) => factOf(scene, ref, facts));
  const at = premises.filter((fact) => fact.kind === "at");
  if (at.some((fact) => fact.line !== line || fact.view !== view || fact.op !== op))
    refuse(`${id} takes for its premise what is not about ${op}`);
  // Who leads into states, sees or is seen has taken effect.
  const isSight = (fact: Fact): boolean => fact.kind === "sees" && (fact.a === op || fact.b === op);
  const tookEffect = !scene.maybe(op) || premises.some(isSight);
  if (at.length === 0 && !(tookEffect && (line === "all" || op === line)))
    refuse(`${id} is about ${op}, which may not have taken effect there`);
  const { states, start, by } = entriesOf(scene, since, at);
  fresh(id, facts);
  const caseOf = casesBy(id, cases);
  const quiet = { kind: "quiet", line, view, until: op, states } as const;
  if (start) verifyNode(scene, caseOf("start"), new Map(facts).set(`${id}.quiet`, { ...quiet, from: -1 }));
  for (const [entry, outside] of by) {
    const inside = new Map(facts)
      .set(`${id}.quiet`, { ...quiet, from: entry })
      .set(`${id}.before`, { kind: "<", a: entry, b: op })
      .set(`${id}.at`, { kind: "at", line, view, op: entry, states: outside });
    if (line !== "all") inside.set(`${id}.sees`, { kind: "sees", a: line, b: entry });
    verifyNode(scene, caseOf(entry), inside);
  }
}

/** The fact that a premise names. */
function factOf(scene: Scene, ref: Ref, facts: Facts): Fact {
  if (typeof ref === "string") return facts.get(ref) ?? refuse(`there is no fact ${ref} here`);
  if ("until" in ref) {
    if (scene.memory !== undefined) refuse("of shared memory no states are spoken of");
    const { until, line, view } = ref;
    checkLine(scene, line);
    checkId(scene, until);
    if ((line !== "all" && until !== line) || scene.maybe(until))
      refuse(`${until} may not have taken effect there`);
    const states = new Set(Array.from({ length: scene.space(view, line).count }, (_, state) => state));
    return { kind: "quiet", line, view, from: -1, until, states };
  }
  if ("answered" in ref) {
    checkId(scene, ref.answered);
    if (scene.replicated === undefined) refuse("only of a replicated type it is asked what is there");
    return { kind: "answered", op: ref.answered };
  }
  const [a, b] = ref;
  checkId(scene, a);
  checkId(scene, b);
  if (!scene.before(a, b)) refuse(`${a} does not happen before ${b}`);
  return { kind: "<", a, b, given: true };
}

function literal(scene: Scene, fact: Literal | MemoryLiteral): Pair | MemoryFact {
  for (const id of fact.slice(1)) checkId(scene, id as number);
  if (fact[1] === fact[2]) refuse("a fact is about an operation and itself");
  const known = factIn(fact);
  if (isPair(known) === (scene.memory !== undefined))
    refuse(
      scene.memory === undefined ? "that is said of shared memory only" : "that is not said of shared memory",
    );
  if ((known.kind === "sees" || known.kind === "blind") && scene.oneLine)
    refuse("here every operation sees all before it");
  return known;
}

function checkId({ history }: Scene, id: number): void {
  if (id >= history.size) refuse(`there is no operation ${id}`);
}

function checkLine(scene: Scene, line: Line): void {
  if (line !== "all") checkId(scene, line);
  if ((line === "all") !== scene.oneLine)
    refuse(
      scene.oneLine
        ? "here there is one line, of all operations"
        : "here each operation has a line of its own",
    );
}

/** A name that is not in use. */
function fresh(id: string, facts: Facts): string {
  if (id.includes(".") || facts.has(id) || facts.has(`${id}.quiet`)) refuse(`the name ${id} is used twice`);
  return id;
}
