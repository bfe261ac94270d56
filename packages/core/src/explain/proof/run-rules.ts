import type { At, Quiet } from "../../witness/proof/facts.js";
import { lets, STEP_SITUATIONS } from "../../witness/proof/clash.js";
import { Refusal, refusedOr } from "../../witness/scene/reach.js";
import { statesAtEnd } from "../../witness/scene/states-at-end.js";
import { step } from "./axiom-rules.js";
import { type Context, orderOf } from "./context.js";
import type { Known, KnownAt, KnownPair, KnownQuiet, Premises } from "./known.js";
import { known, knownParts, putOutside, type Standing, standings } from "./quiet-rules.js";

/**
 * What several operations end together: those known to lie in a span, whatever else happens in it.
 * @param onlyClashes whether to look for contradictions alone
 */
export function applyRuns(
  context: Context,
  quiets: readonly KnownQuiet[],
  fresh: KnownPair[],
  onlyClashes: boolean,
): void {
  for (const quiet of quiets) {
    if (context.task.fuel < 0) return;
    const all = standings(context, quiet.fact);
    const outside = all.filter((one) => one.outside !== undefined);
    const inside = all.filter((one) => one.outside === undefined && knownParts(one) === 3);
    if (inside.length > 0) {
      const premises = premisesOfRun(context, quiet, inside, outside, undefined);
      if (premises !== undefined) {
        context.clashes.push(premises);
        return;
      }
    }
    if (onlyClashes) continue;
    for (const one of all) {
      if (one.outside !== undefined || knownParts(one) !== 2) continue;
      const premises = premisesOfRun(context, quiet, [...inside, one], outside, one);
      if (premises !== undefined)
        fresh.push(step(putOutside(quiet.fact, one), [...premises.facts, ...known(one)], premises.between));
    }
  }
}

/** A contradiction that takes more situations to see than a person would go through, of what operations returned. */
export function searchRuns(context: Context): Premises | undefined {
  for (const quiet of context.untils) {
    if (context.task.fuel < 0) return undefined;
    const all = standings(context, quiet.fact);
    const outside = all.filter((one) => one.outside !== undefined);
    const inside = all.filter((one) => one.outside === undefined && knownParts(one) === 3);
    const found = premisesOfRun(context, quiet, inside, outside, undefined, context.task.situations);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Few premises by which the end of the span cannot be reached.
 * @param supposed one of those inside, of which that is only supposed
 */
export function premisesOfRun(
  context: Context,
  quiet: KnownQuiet,
  inside: readonly Standing[],
  outside: readonly Standing[],
  supposed: Standing | undefined,
  most = STEP_SITUATIONS,
): Premises | undefined {
  const { fact } = quiet;
  const ats = context.ats.filter((one) => one.fact.line === fact.line && one.fact.view === fact.view);
  const fails = (chosen: Run): boolean => isDead(context, fact, chosen, most);
  let run: Run = { inside, outside, orders: orders(context, inside), ats };
  if (!fails(run)) return undefined;
  const drop = <Key extends keyof Run>(key: Key, keep: (one: Run[Key][number]) => boolean): void => {
    for (const one of run[key]) {
      if (keep(one)) continue;
      const fewer = {
        ...run,
        [key]: (run[key] as readonly unknown[]).filter((other) => other !== one),
      } as Run;
      if (fails(fewer)) run = fewer;
    }
  };
  drop("outside", () => false);
  drop("inside", (one) => one === supposed);
  drop("orders", () => false);
  drop("ats", () => false);
  const facts: Known[] = [quiet, ...run.ats, ...run.orders];
  for (const one of run.inside) if (one !== supposed) facts.push(...known(one));
  for (const one of run.outside) facts.push(one.outside as Known);
  return { facts: [...new Set(facts)], between: run.inside.map(({ id }) => id) };
}

interface Run {
  readonly inside: readonly Standing[];
  readonly outside: readonly Standing[];
  readonly orders: readonly KnownPair[];
  readonly ats: readonly KnownAt[];
}

/** The known orders among these. */
function orders(context: Context, inside: readonly Standing[]): KnownPair[] {
  const found: KnownPair[] = [];
  for (const { id: a } of inside)
    for (const { id: b } of inside) {
      const order = orderOf(context, a, b);
      if (order !== undefined) found.push(order);
    }
  return found;
}

function isDead(
  { task }: Context,
  span: Quiet,
  { inside, outside, orders, ats }: Run,
  most: number,
): boolean {
  task.fuel -= 10 + inside.length;
  const out = new Set(outside.map(({ id }) => id));
  const between = inside.map(({ id }) => id);
  const before = closed(between, orders);
  const at = ats.map(({ fact }): At => fact);
  const isOutside = (id: number): boolean => out.has(id);
  const states = refusedOr(() => statesAtEnd(task.scene, span, { between, before, isOutside, at }, most));
  return !(states instanceof Refusal) && !lets(task.scene, span, states);
}

/** The orders, transitively. */
function closed(ids: readonly number[], orders: readonly KnownPair[]): (a: number, b: number) => boolean {
  const place = new Map(ids.map((id, at) => [id, at]));
  const size = ids.length;
  const row = new Uint8Array(size * size);
  for (const { fact } of orders) {
    const [x, y] = [place.get(fact.a), place.get(fact.b)];
    if (x !== undefined && y !== undefined) row[x * size + y] = 1;
  }
  for (let via = 0; via < size; via++)
    for (let x = 0; x < size; x++)
      if (row[x * size + via] === 1)
        for (let y = 0; y < size; y++) if (row[via * size + y] === 1) row[x * size + y] = 1;
  return (a, b) => {
    const [x, y] = [place.get(a), place.get(b)];
    return x !== undefined && y !== undefined && row[x * size + y] === 1;
  };
}
