import { labelOf } from "../../../history/history.js";
import { printValue } from "../../../history/print.js";
import { SEARCH_SITUATIONS, surroundings } from "../../../witness/proof/clash.js";
import { type Fact, isPair, type Pair, type Quiet } from "../../../witness/proof/facts.js";
import { closeFacts } from "../../../witness/proof/relations.js";
import type { Scene } from "../../../witness/proof/scene.js";
import { statesAtEnd } from "../../../witness/proof/states-at-end.js";
import { clauseOf } from "./clause-of.js";
import { chainOf, givenReason, type Link, linksOf, listed, type Names, type Told } from "./told.js";

/** A sentence without its full stop, and why it is so. */
export interface Reason {
  readonly lead: string;
  readonly because: readonly string[];
  /** Whether the sentence says itself that this cannot be. */
  readonly isCircle?: true;
}

/** Words for contradictions and for what follows from them. */
export interface ClashTeller {
  /** Why the facts cannot hold together. */
  clash(premises: readonly Told[], between: readonly number[]): Reason;
  /** Why a fact follows from premises, and the fact. */
  step(fact: Pair, premises: readonly Told[], between: readonly number[]): string;
  /** A fact in short. */
  fact(pair: Pair): string;
  /** Why one operation comes before another, by these premises. */
  order(premises: readonly Told[], a: number, b: number): string;
}

export function createClashTeller(scene: Scene, criterion: string, { full, short }: Names): ClashTeller {
  const fact = ({ kind, a, b }: Pair): string =>
    kind === "<"
      ? `${short(a)} comes before ${short(b)}`
      : `${short(a)} ${kind === "sees" ? "sees" : "does not see"} ${short(b)}`;
  const reason = ({ fact: { a, b, given }, step }: Told<Pair>): string =>
    given === true ? ` (${givenReason(scene, a, b)})` : step === undefined ? "" : ` (step ${step})`;
  /** A chain in one sentence. */
  const tellChain = (chain: readonly Link[]): string =>
    chain
      .map(({ from, to, told }, at) => {
        const who = at === 0 ? short(from) : "which";
        const verb = told.fact.kind === "sees" ? "is seen by" : "comes before";
        return `${who} ${verb} ${short(to)}${reason(told)}`;
      })
      .join(", ");
  const order = (premises: readonly Told[], a: number, b: number): string => {
    const chain = chainOf(linksOf(premises, false), a, b);
    return chain === undefined ? `${short(a)} comes before ${short(b)}` : tellChain(chain);
  };
  /** That an operation sees another, by these premises. */
  const sight = (premises: readonly Told[], who: number, whom: number): string => {
    const chain = chainOf(linksOf(premises, true), whom, who) ?? chainOf(linksOf(premises, false), whom, who);
    if (chain === undefined) return `${short(who)} sees ${short(whom)}`;
    const [first] = chain;
    if (chain.length === 1 && first.told.fact.kind === "sees")
      return `${short(who)} sees ${short(whom)}${reason(first.told)}`;
    return `${tellChain(chain)}: so, by ${criterion}, ${short(who)} sees ${short(whom)}`;
  };
  const facts = (premises: readonly Told[]): Fact[] => premises.map((told) => told.fact);

  /** What is known before the end of a span, once those between have taken effect. */
  const reached = (
    quiet: Quiet,
    premises: readonly Told[],
    between: readonly number[],
    more: readonly Pair[],
  ): string => {
    const all = [...facts(premises), ...more];
    const known = surroundings(quiet, all, closeFacts(scene, all), between);
    const states = statesAtEnd(scene, quiet, known, SEARCH_SITUATIONS);
    const result = labelOf(scene.history, quiet.until).result;
    const cannot = result === undefined ? "cannot happen" : `cannot return ${printValue(result)}`;
    if (states === undefined || states.size === 0) return `then ${short(quiet.until)} ${cannot}`;
    return `then, whatever else happened, ${clauseOf(scene, quiet.view, quiet.line, states)}, and ${short(quiet.until)} ${cannot}`;
  };
  /** How an operation ends a state that must stay. */
  const ends = (id: number, { view, line, states }: Quiet): string => {
    const space = scene.space(view, line);
    const after = new Set([...states].flatMap((state) => space.to(id, state)));
    const { result } = labelOf(scene.history, id);
    const clause = clauseOf(scene, view, line, states);
    if (after.size === 0)
      return result === undefined
        ? `cannot happen while ${clause}`
        : `cannot return ${printValue(result)} while ${clause}`;
    const then = [...after].every((state) => !states.has(state))
      ? `: then ${clauseOf(scene, view, line, after)}`
      : "";
    return `ends that ${clause}${then}`;
  };
  const isUntil = ({ from, states, view, line }: Quiet): boolean =>
    from < 0 && states.size === scene.space(view, line).count;
  const placeOf = ({ from, until }: Quiet): string =>
    from < 0 ? `come before ${short(until)}` : `lie between ${short(from)} and ${short(until)}`;
  /** Why those between lie there. */
  const lies = ({ line, from, until }: Quiet, premises: readonly Told[], id: number): string[] =>
    line === "all"
      ? [...(from < 0 ? [] : [order(premises, from, id)]), order(premises, id, until)]
      : [
          sight(premises, line, id),
          ...(from < 0 ? [] : [order(premises, from, id)]),
          ...(until === line ? [] : [order(premises, id, until)]),
        ];
  const bullets = (texts: readonly string[]): string =>
    [...new Set(texts)].map((text) => `\n- ${text}`).join("");

  const disturbed = (quiet: Quiet, premises: readonly Told[], between: readonly number[]): Reason => {
    const because = [...new Set(between.flatMap((id) => lies(quiet, premises, id)))];
    const who = listed(between.map(full));
    if (isUntil(quiet)) {
      const verb =
        quiet.line === "all"
          ? `${between.length === 1 ? "comes" : "come"} before`
          : `${between.length === 1 ? "is" : "are"} seen by`;
      return {
        lead: `${who} ${verb} ${full(quiet.until)}; ${reached(quiet, premises, between, [])}`,
        because,
      };
    }
    const [only] = between;
    const what =
      between.length === 1
        ? ends(only, quiet)
        : `together end that ${clauseOf(scene, quiet.view, quiet.line, quiet.states)}`;
    const place = between.length === 1 ? placeOf(quiet).replace(/^\w+/, "$&s") : placeOf(quiet);
    return { lead: `${who} ${place}, and ${what}`, because };
  };
  return {
    fact,
    order,
    clash(premises, between) {
      const quiet = premises.map((told) => told.fact).find((one) => one.kind === "quiet");
      const pairs = premises.filter((told): told is Told<Pair> => isPair(told.fact));
      if (quiet !== undefined && between.length > 0) return disturbed(quiet, premises, between);
      const denied = pairs.find((told) => told.fact.kind === "blind");
      if (denied !== undefined) {
        const { a, b } = denied.fact;
        return { lead: `${sight(premises, a, b)}; yet ${fact(denied.fact)}${reason(denied)}`, because: [] };
      }
      const links = linksOf(premises, false);
      const circle = links.map(({ from }) => chainOf(links, from, from)).find((chain) => chain !== undefined);
      if (circle !== undefined)
        return { lead: `${tellChain(circle)}: a circle`, because: [], isCircle: true };
      const because = pairs.map((told) => fact(told.fact) + reason(told));
      return { lead: `by ${criterion} all of this cannot be`, because };
    },
    step(pair, premises, between) {
      const quiet = premises.map((told) => told.fact).find((one) => one.kind === "quiet");
      const hence = `so ${fact(pair)}`;
      if (quiet === undefined || between.length === 0) {
        const known = premises.filter((told): told is Told<Pair> => isPair(told.fact));
        const texts = known.map((told) => fact(told.fact) + reason(told));
        if (pair.kind === "blind")
          return `${listed(texts)}; if ${short(pair.a)} saw ${short(pair.b)}, by ${criterion} this could not be: ${hence}.`;
        return `${listed(texts)}: ${hence}.`;
      }
      const culprit = between.find((id) => id === pair.b || id === pair.a) ?? between[0];
      const others = between.filter((id) => id !== culprit);
      const known = bullets([
        ...others.flatMap((id) => lies(quiet, premises, id)),
        ...premises.flatMap((told) => {
          const { fact: one } = told;
          return isPair(one) && (one.a === culprit || one.b === culprit)
            ? [fact(one) + reason({ ...told, fact: one })]
            : [];
        }),
      ]);
      const suppose: Pair[] = [
        pair.kind === "<" ? { kind: "<", a: pair.b, b: pair.a } : { kind: "sees", a: pair.a, b: pair.b },
      ];
      if (isUntil(quiet)) {
        const too =
          others.length === 0
            ? ""
            : `, as ${listed(others.map(full))} ${others.length === 1 ? "does" : "do"}`;
        const verb =
          quiet.line === "all" ? `came before ${full(quiet.until)}` : `were seen by ${full(quiet.until)}`;
        return `If ${full(culprit)} ${verb}${too}, ${reached(quiet, premises, between, suppose)}: ${hence}.${known}`;
      }
      const what =
        others.length === 0
          ? ends(culprit, quiet)
          : `together with ${listed(others.map(full))} ends that ${clauseOf(scene, quiet.view, quiet.line, quiet.states)}`;
      return `${full(culprit)} ${what}. It cannot ${placeOf(quiet)}${quiet.line === "all" ? "" : ` in what ${short(quiet.line)} sees`}: ${hence}.${known}`;
    },
  };
}
