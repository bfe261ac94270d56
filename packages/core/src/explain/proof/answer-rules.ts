import { labelOf } from "../../history/history.js";
import { equal, type Value } from "../../history/value.js";
import { unanswerable } from "../../witness/scene/values-there.js";
import { type Pair, opposite } from "../../witness/proof/facts.js";
import { refusedOr } from "../../witness/scene/reach.js";
import { step } from "./axiom-rules.js";
import { type Context, orderOf, seenOrNot, sightOf } from "./context.js";
import type { Known, KnownAnswered, KnownPair, Premises } from "./known.js";

/** Pairs of operations, of which it matters to another whether the first sees the second. */
type Sight = readonly [number, number];

/**
 * What the values of a replicated type that are there to operations say of who sees whom: each sight that
 * would leave one of them without an answer is not so (`fresh`).
 */
export function applyAnswers(context: Context, fresh: KnownPair[]): void {
  const { task, answered } = context;
  const all = answered.map((one) => {
    const sights = sightsAbout(context, one.fact.op);
    return { one, sights, facts: known(context, sights) };
  });
  const isClash = (ops: readonly KnownAnswered[], facts: readonly KnownPair[]): boolean => {
    if (!fails(context, ops, facts)) return false;
    context.clashes.push(fewest(context, ops, facts));
    return true;
  };
  // Contradictions first: to suppose things takes longer.
  for (const { one, facts } of all) if (task.fuel < 0 || isClash([one], facts)) return;
  if (task.scene.replicated?.ordered !== undefined)
    if (isClash(answered, [...new Set(all.flatMap(({ facts }) => facts))])) return;
  for (const { one, sights, facts } of all)
    for (const [a, b] of sights)
      for (const kind of ["sees", "blind"] as const) {
        if (task.fuel < 0) return;
        const supposed = sight(context, kind, a, b);
        if (seenOrNot(context, a, b) !== undefined || !fails(context, [one], facts, supposed)) continue;
        const { facts: needed } = fewest(context, [one], facts, supposed);
        fresh.push(step(opposite(supposed), needed));
        break;
      }
}

/** Sights that matter and are not known. */
export function openSights(context: Context): Pair[] {
  const pairs = context.answered.flatMap(({ fact }) => sightsAbout(context, fact.op));
  const open = pairs.filter(
    ([a, b]) => seenOrNot(context, a, b) === undefined && orderOf(context, a, b) === undefined,
  );
  return open.map(([a, b]) => sight(context, "sees", a, b));
}

/** That one sees another or does not; in one order, that it stands after or before it. */
function sight({ task }: Context, kind: "sees" | "blind", a: number, b: number): Pair {
  if (!task.scene.oneLine) return { kind, a, b };
  return kind === "sees" ? { kind: "<", a: b, b: a } : { kind: "<", a, b };
}

/** Of an operation: who put and who took, and whether those who took saw what was put. */
function sightsAbout(context: Context, op: number): readonly Sight[] {
  const { scene, ids } = context.task;
  const { history, replicated: type } = scene;
  if (type === undefined) return [];
  const others = ids.filter((id) => id !== op && history.object[id] === history.object[op]);
  const found: Sight[] = [];
  const demands = type.demands(labelOf(history, op));
  const isAsked = (value: Value): boolean =>
    demands?.only !== undefined ||
    demands?.least !== undefined ||
    demands?.most !== undefined ||
    type.ordered !== undefined ||
    [...(demands?.there ?? []), ...(demands?.gone ?? [])].some((one) => equal(one, value));
  const taken = new Set<number>();
  for (const by of others) {
    const value = type.puts(labelOf(history, by));
    if (value === undefined || !isAsked(value)) continue;
    found.push([op, by]);
    for (const taker of others)
      if (taker !== by && type.takes(labelOf(history, taker), value)) {
        taken.add(taker);
        found.push([taker, by]);
      }
  }
  for (const value of type.initial(scene.initial))
    if (isAsked(value))
      for (const taker of others) if (type.takes(labelOf(history, taker), value)) taken.add(taker);
  // That somebody sees it shows that it took effect.
  const seenBy = scene.maybe(op) ? ids.filter((id) => sightOf(context, id, op)?.fact.kind === "sees") : [];
  return [
    ...found,
    ...[...taken].map((taker): Sight => [op, taker]),
    ...seenBy.slice(0, 1).map((id): Sight => [id, op]),
  ];
}

/** What is known of these sights. */
const known = (context: Context, sights: readonly Sight[]): KnownPair[] => [
  ...new Set(
    sights.map(([a, b]) => seenOrNot(context, a, b)).filter((one): one is KnownPair => one !== undefined),
  ),
];

/** So many beginnings of orders are tried: fewer than the verifier tries, for this is asked many times. */
const MOST_TRIED = 500;

function fails(
  { task }: Context,
  answered: readonly KnownAnswered[],
  facts: readonly KnownPair[],
  supposed?: Pair,
): boolean {
  const { scene } = task;
  task.fuel -= 5 + (answered.length * Math.min(task.ids.length ** 2, 4 * scene.history.size)) / 20;
  const all = [...facts.map(({ fact }) => fact), ...(supposed === undefined ? [] : [supposed])];
  const of = (kind: "sees" | "blind"): ReadonlySet<string> =>
    new Set(
      all.flatMap((fact) => {
        if (fact.kind === "<") return [kind === "sees" ? `${fact.b} ${fact.a}` : `${fact.a} ${fact.b}`];
        return fact.kind === kind ? [`${fact.a} ${fact.b}`] : [];
      }),
    );
  const [seen, unseen] = [of("sees"), of("blind")];
  const tookEffect = (id: number): boolean =>
    !scene.maybe(id) ||
    facts.some(({ fact }) => fact.kind === "sees" && (fact.a === id || fact.b === id)) ||
    (supposed?.kind === "sees" && (supposed.a === id || supposed.b === id));
  const ops = answered.map(({ fact }) => fact.op).filter(tookEffect);
  const sights = {
    sees: (a: number, b: number) => seen.has(`${a} ${b}`) && !(scene.oneLine && scene.maybe(b)),
    blind: (a: number, b: number) => unseen.has(`${a} ${b}`) || (scene.ordered && scene.before(a, b)),
  };
  return refusedOr(() => unanswerable(scene, ops, sights, MOST_TRIED)) === true;
}

/** Few of the premises by which there is no answer. */
function fewest(
  context: Context,
  answered: readonly KnownAnswered[],
  facts: readonly KnownPair[],
  supposed?: Pair,
): Premises {
  let [asked, kept] = [answered, facts];
  for (const one of answered) {
    const fewer = asked.filter((other) => other !== one);
    if (fewer.length > 0 && fails(context, fewer, kept, supposed)) asked = fewer;
  }
  for (const one of facts) {
    const fewer = kept.filter((other) => other !== one);
    if (fails(context, asked, fewer, supposed)) kept = fewer;
  }
  return { facts: [...asked, ...kept] as readonly Known[] };
}
