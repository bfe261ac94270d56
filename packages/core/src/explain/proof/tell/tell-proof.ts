import type { At, Pair, Quiet } from "../../../witness/proof/facts.js";
import { factIn, opposite } from "../../../witness/proof/facts.js";
import type { StepCase } from "../../../result.js";
import type { Proof, ProofCase, ProofEnd, ProofNode, Ref } from "../../../witness/proof/proof.js";
import type { Scene } from "../../../witness/scene/scene.js";
import { type Entries, entriesOf } from "../../../witness/proof/entries.js";
import { isTrivial } from "../measure-proof.js";
import { clauseOf } from "./clause-of.js";
import { createClashTeller, type Reason } from "./tell-clash.js";
import { tellMemoryProof } from "./tell-memory.js";
import { kindOfOrder } from "./edges-of.js";
import { createNarration, type Narration } from "./narration.js";
import { createLateTeller } from "./late-teller.js";
import { createNames, listed, type Told } from "./told.js";

type Env = ReadonlyMap<string, Told>;
type SinceEnd = Extract<ProofEnd, { since: unknown }>;

/** States beyond so many are not listed one by one. */
const MOST_STATES = 4;

/** Whether a premise is what a case of the distinction supposes: that who led there comes before, and is seen. */
const isSupposed = (ref: Ref, { id }: SinceEnd): boolean => ref === `${id}.before` || ref === `${id}.sees`;

/** What a case says of who led to the state. */
const madeSo = (inner: Env, { id }: SinceEnd): readonly Told[] =>
  [`${id}.before`, `${id}.sees`].flatMap((name) => inner.get(name) ?? []);

/**
 * A verified proof in words: numbered steps, each followed by its reasons (`- …`, and set in, theirs); and, as
 * data, what each rests on. All that is said is a fact of the proof, or what the verifier's own rules compute
 * from it.
 * @param scene the history and criterion, with the proof's views
 */
export function tellProof(scene: Scene, proof: Proof): ReturnType<Narration["finish"]> {
  const { criterion, tree } = proof;
  const { say, count, finish } = createNarration(scene);
  const names = createNames(scene);
  const { full, short } = names;
  const teller = createClashTeller(scene, criterion, names);
  const tellTooLate = createLateTeller(scene, names, teller);

  const toldOf = (ref: Ref, env: Env): Told => {
    if (typeof ref === "string") return env.get(ref) as Told;
    if ("until" in ref) {
      const { until, line, view } = ref;
      const states = scene.space(view, line).all;
      return { fact: { kind: "quiet", line, view, from: -1, until, states } };
    }
    if ("answered" in ref) return { fact: { kind: "answered", op: ref.answered } };
    if ("recorded" in ref) return { fact: scene.recorded(...ref.recorded) as Pair, recorded: ref.recorded };
    return { fact: { kind: "<", a: ref[0], b: ref[1], given: true } };
  };

  /** What is known of the state in which the operation of a distinction took effect. */
  const atIn = ({ from = [] }: SinceEnd["since"], env: Env): At[] =>
    from.map((ref) => toldOf(ref, env).fact).filter((fact) => fact.kind === "at");
  const seenIn = ({ line, op }: SinceEnd["since"]): string =>
    line === "all" ? "" : line === op ? ", by what it sees," : `, in what ${short(line)} sees,`;

  /** The facts of a case of a distinction. */
  const inCase = (end: SinceEnd, entries: Entries, by: number | "start", env: Env, step?: number): Env => {
    const { line, view, op } = end.since;
    const numbered = step === undefined ? {} : { step };
    const quiet: Quiet = {
      kind: "quiet",
      line,
      view,
      from: by === "start" ? -1 : by,
      until: op,
      states: entries.states,
    };
    const inner = new Map(env).set(`${end.id}.quiet`, { fact: quiet, ...numbered });
    if (by === "start") return inner;
    inner.set(`${end.id}.before`, { fact: { kind: "<", a: by, b: op }, kind: "wr", ...numbered });
    inner.set(`${end.id}.at`, {
      fact: { kind: "at", line, view, op: by, states: entries.by.get(by) ?? new Set() },
      ...numbered,
    });
    if (line !== "all") inner.set(`${end.id}.sees`, { fact: { kind: "sees", a: line, b: by }, ...numbered });
    return inner;
  };

  /** That a case is like another. */
  const tellLike = ([x, y]: readonly [number, number]): string =>
    `nothing tells ${short(x)} and ${short(y)} apart: it is the same with both exchanged`;
  /** Why a case does not hold, where half a sentence tells it. */
  const refuted = (end: SinceEnd, entries: Entries, one: ProofCase, env: Env): Reason => {
    const inner = inCase(end, entries, one.by, env);
    if ("like" in one.end) return { lead: tellLike(one.end.like), because: [] };
    if ("since" in one.end) return unmade(one.end, inner);
    if (!("clash" in one.end)) return { lead: "it leads to a contradiction", because: [] };
    const { between = [] } = one.end;
    if (between.length > 0)
      return teller.clash(
        one.end.clash.map((ref) => toldOf(ref, inner)),
        between,
      );
    const others = one.end.clash.filter((ref) => !isSupposed(ref, end)).map((ref) => toldOf(ref, inner));
    const { op, line } = end.since;
    const blind = others.find(({ fact }) => fact.kind === "blind");
    const step = blind?.step === undefined ? "" : ` (step ${blind.step})`;
    const lead =
      blind !== undefined
        ? teller.fact(blind.fact as Pair) + step
        : teller.order(others, line === "all" ? op : line, one.by as number);
    return { lead, because: [] };
  };
  const enteringIn = ({ since }: SinceEnd, env: Env): Entries => entriesOf(scene, since, atIn(since, env));
  /** That an operation would have led to the state only from one that nothing leads to. */
  const unmade = (end: SinceEnd, env: Env): Reason => {
    const { line, view } = end.since;
    const entries = enteringIn(end, env);
    if (entries.states.size === 0)
      return { lead: "it would have had to run in two states at once", because: [] };
    const clause = clauseOf(scene, view, line, entries.states);
    const { words, because } = tellTooLate(end.since, entries);
    return {
      lead: `it makes that so only if before it${seenIn(end.since)} ${clause}, which is not so at the start, and ${words}`,
      because,
    };
  };
  /** That nobody can have led to the state that is needed. */
  const tellNobody = (end: SinceEnd, entries: Entries, env: Env): string => {
    const [only, ...more] = end.cases;
    if (only === undefined) {
      const { words, because } = tellTooLate(end.since, entries);
      return `It is not so at the start, and ${words}: a contradiction.${because.map((text) => `\n- ${text}`).join("")}`;
    }
    if (more.length > 0)
      return `Nothing can have made it so: a contradiction.${tellCases(end, entries, env)}`;
    const { lead, because } = refuted(end, entries, only, env);
    const who =
      only.by === "start" ? tellSinceStart(end, entries) : `Only ${full(only.by)} can have made it so.`;
    return `${who} But ${lead}: a contradiction.${because.map((text) => `\n- ${text}`).join("")}`;
  };
  /** That it was so only from the start on. */
  const tellSinceStart = ({ since }: SinceEnd, entries: Entries): string => {
    const when =
      tellTooLate(since, entries).orders.length === 0 ? "later" : `again before ${short(since.op)}`;
    return `It was so at the start, and nothing makes it so ${when}.`;
  };
  /** Why the cases that half a sentence refutes do not hold. */
  const tellCases = (end: SinceEnd, entries: Entries, env: Env): string =>
    end.cases
      .filter(isTrivial)
      .map((one) => {
        const who = one.by === "start" ? "It was so at the start" : `${full(one.by)} could have made it so`;
        const { lead, because } = refuted(end, entries, one, env);
        return `\n- ${who}, but ${lead}${because.map((text) => `\n  - ${text}`).join("")}`;
      })
      .join("");
  /** The facts that rule those cases out. */
  const refuting = (end: SinceEnd, entries: Entries, env: Env): readonly Told[] =>
    end.cases.filter(isTrivial).flatMap((one) => {
      const inner = inCase(end, entries, one.by, env);
      if ("since" in one.end) return tellTooLate(one.end.since, enteringIn(one.end, inner)).orders;
      if (!("clash" in one.end)) return [];
      const { between = [], clash } = one.end;
      return clash
        .filter((ref) => between.length > 0 || !isSupposed(ref, end))
        .map((ref) => toldOf(ref, inner));
    });
  const betweenIn = (cases: readonly ProofCase[]): readonly number[] =>
    cases.flatMap((one) => ("clash" in one.end ? (one.end.between ?? []) : []));
  /** That no state lets an operation happen. */
  const tellImpossible = ({ line, view, op }: SinceEnd["since"]): string => {
    const { all } = scene.space(view, line);
    if (all.size > MOST_STATES || [...all].some(scene.space(view, line).standsForOthers))
      return `Nothing leads to a state in which ${full(op)} can happen: a contradiction.`;
    const whatever = line === "all" ? "Whatever happened" : `Whatever ${short(line)} sees`;
    return `${whatever}, ${clauseOf(scene, view, line, all)}. Then ${full(op)} cannot happen: a contradiction.`;
  };

  const tellSince = (end: SinceEnd, env: Env, within: readonly StepCase[]): void => {
    const { line, view, op } = end.since;
    const at = atIn(end.since, env);
    const entries = entriesOf(scene, end.since, at);
    if (entries.states.size === 0) {
      const twoAtOnce = `${full(op)} would have to run in two states at once: a contradiction.`;
      say(within, at.length > 0 ? twoAtOnce : tellImpossible(end.since), []);
      return;
    }
    const clause = clauseOf(scene, view, line, entries.states);
    const seen = seenIn(end.since);
    const lead =
      at.length > 0
        ? `${full(op)} makes that so only if before it${seen} ${clause}.`
        : line === "all"
          ? `${full(op)} can only happen while ${clause}.`
          : `${full(op)} can only happen if${seen} ${clause}.`;
    const trivial = end.cases.filter(isTrivial);
    const open = end.cases.filter((one) => !isTrivial(one));
    if (open.length === 0) {
      say(
        within,
        `${lead} ${tellNobody(end, entries, env)}`,
        [
          ...refuting(end, entries, env),
          ...(trivial.length === 0 ? tellTooLate(end.since, entries).orders : []),
        ],
        betweenIn(trivial),
      );
      return;
    }
    const bullets = tellCases(end, entries, env);
    const alike = end.cases.flatMap((one) => ("like" in one.end ? [short(one.by as number)] : []));
    const madeSoBy = (by: number): string => {
      if (alike.length > 0) return `Say that ${full(by)} has made it so, not ${listed(alike)}`;
      return trivial.length === 0 ? `Only ${full(by)} can have made it so` : `So ${full(by)} has made it so`;
    };
    if (open.length === 1) {
      const [{ by }] = open;
      const outcome =
        by === "start"
          ? ` So it was so from the start until ${short(op)}: ${line === "all" ? "nothing" : `nothing that ${short(line)} sees`} before it changes that.`
          : ` ${madeSoBy(by)}: ${line === "all" ? "" : `${short(line)} sees it, `}it comes before ${short(op)}, and until then it stays so.`;
      const step = say(
        within,
        `${lead}${outcome}${bullets}`,
        [...madeSo(inCase(end, entries, by, env), end), ...refuting(end, entries, env)],
        betweenIn(trivial),
      );
      tellNode(open[0], inCase(end, entries, by, env, step), within);
      return;
    }
    const step = say(
      within,
      `${lead} It was made so by one of ${open.length}: each leads to a contradiction.${bullets}`,
      refuting(end, entries, env),
      betweenIn(trivial),
    );
    open.forEach((one, index) => {
      const who = one.by === "start" ? "it was so from the start" : `${full(one.by)} made it so last`;
      tellNode(one, inCase(end, entries, one.by, env, step), [
        ...within,
        { name: `${step}.${index + 1}`, text: who },
      ]);
    });
  };

  const tellNode = ({ steps: facts = [], end }: ProofNode, outer: Env, within: readonly StepCase[]): void => {
    const env = new Map(outer);
    for (const { id, fact, from, between = [] } of facts) {
      const pair = factIn(fact) as Pair;
      const premises = from.map((ref) => toldOf(ref, env));
      const found: Told = {
        fact: pair,
        ...(between.length > 0 && { kind: kindOfOrder(scene, premises, pair.a) }),
      };
      const step = say(within, teller.step(pair, premises, between), [found, ...premises]);
      env.set(id, { ...found, step });
    }
    if ("clash" in end) {
      const premises = end.clash.map((ref) => toldOf(ref, env));
      const { lead, because, isCircle } = teller.clash(premises, end.between ?? []);
      const first = lead.charAt(0).toUpperCase() + lead.slice(1);
      const start = `${count() === 0 ? first : `But ${lead}`}${isCircle === true ? "" : ": a contradiction"}`;
      say(within, `${start}.${because.map((text) => `\n- ${text}`).join("")}`, premises, end.between);
    } else if ("like" in end) {
      const text = tellLike(end.like);
      say(within, `${text.charAt(0).toUpperCase()}${text.slice(1)}: a contradiction.`, []);
    } else if ("orders" in end)
      say(within, `Every order of the operations was tried, step by step: none explains all results.`, []);
    else if ("either" in end) {
      const pair = factIn(end.either) as Pair;
      const step = say(
        within,
        `Either ${teller.fact(pair)}, or ${teller.fact(opposite(pair))}: both lead to a contradiction.`,
        [],
      );
      [pair, opposite(pair)].forEach((one, index) => {
        const inner = new Map(env).set(end.id, { fact: one, step });
        tellNode(end.cases[index], inner, [
          ...within,
          { name: `${step}.${index + 1}`, text: teller.fact(one) },
        ]);
      });
    } else if ("since" in end) tellSince(end, env, within);
  };
  if (scene.memory !== undefined) return tellMemoryProof(scene, scene.memory, proof);
  tellNode(tree, new Map(), []);
  return finish();
}
