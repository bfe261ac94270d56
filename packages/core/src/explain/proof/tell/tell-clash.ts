import { labelOf } from "../../../history/history.js";
import { printValue } from "../../../history/print.js";
import { SEARCH_SITUATIONS, surroundings } from "../../../witness/proof/clash.js";
import { type Fact, isPair, type Pair, type Quiet } from "../../../witness/proof/facts.js";
import { closeFacts } from "../../../witness/proof/close-facts.js";
import type { Scene } from "../../../witness/scene/scene.js";
import { statesAtEnd } from "../../../witness/scene/states-at-end.js";
import { clauseOf } from "./clause-of.js";
import { tellAnswers, tellAnswerStep } from "./tell-answers.js";
import { tellNumber, tellNumberStep } from "./tell-number.js";
import { createRuleTeller } from "./rule-teller.js";
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
  const rule = createRuleTeller(scene, criterion);
  const fact = ({ kind, a, b }: Pair): string =>
    kind === "<"
      ? `${short(a)} comes before ${short(b)}`
      : `${short(a)} ${kind === "sees" ? "sees" : "does not see"} ${short(b)}`;
  const reason = ({ fact: { kind, a, b, given }, step, recorded }: Told<Pair>): string => {
    if (given === true) return ` (${givenReason(scene, a, b)})`;
    if (recorded !== undefined && kind !== "<") return " (recorded)";
    if (recorded !== undefined)
      return a === recorded[0]
        ? ` (#${a} was recorded as not seeing #${b})`
        : ` (#${b} was recorded as seeing #${a})`;
    return step === undefined ? "" : ` (step ${step})`;
  };
  /** A chain in one sentence. */
  const tellChain = (chain: readonly Link[]): string =>
    chain
      .map(({ from, to, told }, at) => {
        const who = at === 0 ? short(from) : "which";
        const verb = told.fact.kind === "sees" ? "is seen by" : "comes before";
        return `${who} ${verb} ${short(to)}${reason(told)}`;
      })
      .join(", ");
  const chainFrom = (premises: readonly Told[], a: number, b: number): readonly Link[] =>
    chainOf(linksOf(premises, false), a, b) ?? [];
  const order = (premises: readonly Told[], a: number, b: number): string => {
    const chain = chainFrom(premises, a, b);
    return chain.length === 0 ? `${short(a)} comes before ${short(b)}` : tellChain(chain);
  };
  const facts = (premises: readonly Told[]): Fact[] => premises.map((told) => told.fact);
  /** How an operation is known to see another. */
  const sightChain = (premises: readonly Told[], who: number, whom: number): readonly Link[] | undefined =>
    chainOf(linksOf(premises, true), whom, who) ?? chainOf(linksOf(premises, false), whom, who);
  /** That an operation sees another, by these premises. */
  const sight = (premises: readonly Told[], who: number, whom: number): string => {
    const chain = sightChain(premises, who, whom);
    if (chain === undefined) return `${short(who)} sees ${short(whom)}`;
    const [first] = chain;
    if (chain.length === 1 && first.told.fact.kind === "sees")
      return `${short(who)} sees ${short(whom)}${reason(first.told)}`;
    return `${tellChain(chain)}: so, ${rule(facts(premises), who, whom)}, ${short(who)} sees ${short(whom)}`;
  };

  /** That an operation does not see another, by these premises. */
  const tellBlind = (premises: readonly Told[], who: number, whom: number): string => {
    const told = premises.find(
      ({ fact: known }) => known.kind === "blind" && known.a === who && known.b === whom,
    );
    if (told !== undefined) return fact(told.fact as Pair) + reason(told as Told<Pair>);
    const why = scene.before(who, whom) ? ` (${givenReason(scene, who, whom)})` : "";
    return `${short(whom)} comes after ${short(who)}${why}`;
  };
  const sights = scene.oneLine
    ? {
        sees: (premises: readonly Told[], a: number, b: number) => order(premises, b, a),
        blind: (premises: readonly Told[], a: number, b: number) => order(premises, a, b),
      }
    : { sees: sight, blind: tellBlind };
  const tellPair = (told: Told<Pair>): string => fact(told.fact) + reason(told);
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
    const cannot = tellCannot(quiet.until);
    if (states.size === 0) return `${short(quiet.until)} ${cannot}`;
    return `whatever else happened, ${clauseOf(scene, quiet.view, quiet.line, states)}, and ${short(quiet.until)} ${cannot}`;
  };
  /** That an operation could not have ended as it did. */
  const tellCannot = (id: number): string => {
    const { result } = labelOf(scene.history, id);
    return result === undefined ? "cannot happen" : `cannot return ${printValue(result)}`;
  };
  /** How an operation ends a state that must stay: what is so after it, or that it cannot be there at all. */
  const ends = (id: number, { view, line, states }: Quiet): { after: string } | { itself: string } => {
    const space = scene.space(view, line);
    const after = new Set([...states].flatMap((state) => space.to(id, state)));
    const clause = clauseOf(scene, view, line, states);
    if (after.size === 0) return { itself: `cannot happen while ${clause}` };
    return [...after].every((state) => !states.has(state))
      ? { after: clauseOf(scene, view, line, after) }
      : { itself: `ends that ${clause}` };
  };
  const isUntil = ({ from, states, view, line }: Quiet): boolean =>
    from < 0 && states.size === scene.space(view, line).all.size;
  /** Where nothing that ends the state can be. */
  const place = ({ from, until, line }: Quiet): string =>
    (from < 0 ? `come before ${short(until)}` : `lie between ${short(from)} and ${short(until)}`) +
    (line === "all" ? "" : ` in what ${short(line)} sees`);
  /** Why those between lie there. */
  const lies = ({ line, from, until }: Quiet, premises: readonly Told[], id: number): string[] => {
    if (line === "all") {
      if (from < 0) return [order(premises, id, until)];
      const [to, on] = [chainFrom(premises, from, id), chainFrom(premises, id, until)];
      return to.length > 0 && on.length > 0
        ? [tellChain([...to, ...on])]
        : [order(premises, from, id), order(premises, id, until)];
    }
    return [
      sight(premises, line, id),
      ...(from < 0 ? [] : [order(premises, from, id)]),
      ...(until === line ? [] : [order(premises, id, until)]),
    ];
  };
  const bullets = (texts: readonly string[]): string =>
    [...new Set(texts)].map((text) => `\n- ${text}`).join("");

  /** That one operation is where it cannot be; with the reason in brackets, where that is all there is to say. */
  const located = (quiet: Quiet, premises: readonly Told[], id: number): Reason => {
    const { line, from, until } = quiet;
    const chain = line === "all" ? chainFrom(premises, id, until) : sightChain(premises, line, id);
    const [only] = chain ?? [];
    const isPlain =
      chain?.length === 1 &&
      from < 0 &&
      (line === "all" || (only.told.fact.kind === "sees" && until === line));
    const where =
      line === "all"
        ? from < 0
          ? `${full(id)} comes before ${full(until)}`
          : `${full(id)} lies between ${short(from)} and ${short(until)}`
        : `${short(line)} sees ${full(id)}${from < 0 ? "" : ` after ${short(from)}`}`;
    return isPlain
      ? { lead: where + reason(only.told), because: [] }
      : { lead: where, because: [...new Set(lies(quiet, premises, id))] };
  };
  const disturbed = (told: Told<Quiet>, premises: readonly Told[], between: readonly number[]): Reason => {
    const quiet = told.fact;
    const against = told.step === undefined ? "" : `, against step ${told.step}`;
    const [only] = between;
    if (between.length === 1) {
      const { lead, because } = located(quiet, premises, only);
      if (isUntil(quiet)) return { lead: `${lead}; then, ${reached(quiet, premises, between, [])}`, because };
      const how = ends(only, quiet);
      const what = "after" in how ? `after it ${how.after}` : `it ${how.itself}`;
      return { lead: `${lead}, and ${what}${against}`, because };
    }
    // What comes too late to help belongs to the reason.
    const outside = premises.flatMap((one) =>
      isPair(one.fact) && one.fact.kind === "<" && one.fact.a === quiet.until
        ? [fact(one.fact) + reason({ ...one, fact: one.fact })]
        : [],
    );
    const because = [...new Set([...between.flatMap((id) => lies(quiet, premises, id)), ...outside])];
    const who = listed(between.map(full));
    if (isUntil(quiet)) {
      const verb = quiet.line === "all" ? "come before" : "are seen by";
      return {
        lead: `${who} ${verb} ${full(quiet.until)}; then, ${reached(quiet, premises, between, [])}`,
        because,
      };
    }
    const clause = clauseOf(scene, quiet.view, quiet.line, quiet.states);
    return { lead: `${who} ${place(quiet)}, and together end that ${clause}${against}`, because };
  };
  const quietOf = (premises: readonly Told[]): Told<Quiet> | undefined =>
    premises.find((told): told is Told<Quiet> => told.fact.kind === "quiet");
  return {
    fact,
    order,
    clash(premises, between) {
      const answers =
        tellNumber(scene, { full, short }, tellPair, premises) ??
        tellAnswers(scene, { full, short }, sights, premises);
      if (answers !== undefined) return answers;
      const quiet = quietOf(premises);
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
      const told = quietOf(premises);
      const hence = fact(pair);
      const answer =
        tellNumberStep(scene, { full, short }, tellPair, pair, premises) ??
        tellAnswerStep(scene, { full, short }, sights, pair, premises);
      if (answer !== undefined) return answer;
      if (told === undefined || between.length === 0) {
        const known = premises.filter((one): one is Told<Pair> => isPair(one.fact));
        const texts = known.map((one) => fact(one.fact) + reason(one));
        if (pair.kind === "blind")
          return `${listed(texts)}. If ${short(pair.a)} saw ${short(pair.b)}, by ${criterion} this could not be: so ${hence}.`;
        if (pair.kind === "sees")
          return `${listed(texts)}: so, ${rule(facts(premises), pair.a, pair.b)}, ${hence}.`;
        return `${listed(texts)}: so ${hence}.`;
      }
      const quiet = told.fact;
      const culprit = between.find((id) => id === pair.b || id === pair.a) ?? between[0];
      const others = between.filter((id) => id !== culprit);
      const known = bullets([
        ...others.flatMap((id) => lies(quiet, premises, id)),
        ...premises.flatMap((one) =>
          isPair(one.fact) && (one.fact.a === culprit || one.fact.b === culprit)
            ? [fact(one.fact) + reason({ ...one, fact: one.fact })]
            : [],
        ),
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
        return `If ${full(culprit)} ${verb}${too}, then, ${reached(quiet, premises, between, suppose)}: so ${hence}.${known}`;
      }
      const how = ends(culprit, quiet);
      const what =
        others.length > 0
          ? `${full(culprit)} together with ${listed(others.map(full))} ends that ${clauseOf(scene, quiet.view, quiet.line, quiet.states)}`
          : "after" in how
            ? `After ${full(culprit)}, ${how.after}`
            : `${full(culprit)} ${how.itself}`;
      const against = told.step === undefined ? "" : ` (step ${told.step})`;
      return `${what}. So it cannot ${place(quiet)}${against}: ${hence}.${known}`;
    },
  };
}
