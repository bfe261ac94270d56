import type { Pair, Quiet } from "../../witness/proof/facts.js";
import { type Context, endsQuiet, orderOf, sightOf } from "./context.js";
import { step } from "./axiom-rules.js";
import type { Known, KnownPair } from "./known.js";

/** Where an operation is known to stand to a span. */
export interface Standing {
  readonly id: number;
  /** Why it is not in it. */
  readonly outside?: Known;
  /** That it stands before the end, after the beginning, and is seen; `true` where that need not be said. */
  readonly earlier: Known | undefined;
  readonly later: Known | true | undefined;
  readonly seen: Known | true | undefined;
}

/** Where each operation stands to a span. */
export function standings(context: Context, { line, from, until }: Quiet): Standing[] {
  const found: Standing[] = [];
  context.task.fuel -= context.task.ids.length;
  for (const id of context.task.ids) {
    if (id === from || id === until || id === line) continue;
    const sight = line === "all" ? undefined : sightOf(context, line, id);
    const outside =
      orderOf(context, until, id) ??
      (from < 0 ? undefined : orderOf(context, id, from)) ??
      (sight?.fact.kind === "blind" ? sight : line === "all" ? undefined : orderOf(context, line, id));
    found.push({
      id,
      ...(outside !== undefined && { outside }),
      earlier: orderOf(context, id, until),
      later: from < 0 ? true : orderOf(context, from, id),
      seen: line === "all" ? true : sight?.fact.kind === "sees" ? sight : undefined,
    });
  }
  return found;
}

/** What is known of where it stands. */
export const known = ({ earlier, later, seen }: Standing): Known[] =>
  [earlier, later, seen].filter((one): one is Known => one !== undefined && one !== true);

/** How many of the three things that put it into the span are known. */
export const knownParts = ({ earlier, later, seen }: Standing): number =>
  [earlier, later, seen].filter((one) => one !== undefined).length;

/** The fact that it is outside, where only one thing is not known that would put it inside. */
export function putOutside({ line, from, until }: Quiet, { id, earlier, later }: Standing): Pair {
  if (earlier === undefined) return { kind: "<", a: until, b: id };
  if (later === undefined) return { kind: "<", a: id, b: from };
  return { kind: "blind", a: line as number, b: id };
}

/** What alone ends a state that must stay cannot lie in between. */
export function applyQuiets(context: Context, fresh: KnownPair[], late: KnownPair[]): void {
  for (const quiet of context.quiets)
    for (const standing of standings(context, quiet.fact)) {
      if (standing.outside !== undefined || knownParts(standing) < 2) continue;
      context.task.fuel--;
      const at = endsQuiet(context, standing.id, quiet.fact);
      if (at === undefined) continue;
      const facts = [quiet, ...known(standing), ...at];
      const between = [standing.id];
      if (knownParts(standing) === 3) {
        context.clashes.push({ facts, between });
        continue;
      }
      const fact = putOutside(quiet.fact, standing);
      (fact.kind === "blind" ? late : fresh).push(step(fact, facts, between));
    }
}
