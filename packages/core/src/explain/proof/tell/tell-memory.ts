import { labelOf } from "../../../history/history.js";
import { printValue } from "../../../history/print.js";
import { factIn, type MemoryFact, opposite, type Pair } from "../../../witness/proof/facts.js";
import type { MemoryScene } from "../../../witness/scene/memory-scene.js";
import type { StepCase } from "../../../result.js";
import type { Proof, ProofCase, ProofEnd, ProofNode, Ref } from "../../../witness/proof/proof.js";
import type { Scene } from "../../../witness/scene/scene.js";
import { isTrivial } from "../measure-proof.js";
import { createNarration, type Narration } from "./narration.js";
import { chainOf, createNames, givenReason, type Link, type Told as ToldFact } from "./told.js";

type Told = ToldFact<Pair | MemoryFact>;

type Env = ReadonlyMap<string, Told>;
type SourceEnd = Extract<ProofEnd, { source: number }>;

/** An edge of a chain, and in words what follows "#3, which": `comes before #4 (same session)`. */
interface Edge extends Link {
  verb(): string;
}

/** A verified proof about shared memory in words, as `tellProof` has them. */
export function tellMemoryProof(
  scene: Scene,
  memory: MemoryScene,
  { criterion, tree }: Proof,
): ReturnType<Narration["finish"]> {
  const { say, count, finish } = createNarration(scene);
  const names = createNames(scene);
  const named = new Set<number>();
  /** In full where it is named first. */
  const name = (id: number): string => {
    if (named.has(id)) return names.short(id);
    named.add(id);
    return names.full(id);
  };
  const toldOf = (ref: Ref, env: Env): Told =>
    typeof ref === "string"
      ? (env.get(ref) as Told)
      : {
          fact: {
            kind: "<",
            a: (ref as readonly number[])[0],
            b: (ref as readonly number[])[1],
            given: true,
          },
        };
  const inStep = ({ step }: Told): string => (step === undefined ? "" : ` (step ${step})`);

  const edgesOf = (premises: readonly Told[]): Edge[] => {
    const edges = premises.flatMap((told): Edge[] => {
      const { kind, a, b } = told.fact;
      if (a < 0) return [];
      const verb = (): string => {
        if (kind === "<") return `comes before ${name(b)} (${givenReason(scene, a, b)})`;
        if (kind === "wr") return `is read by ${name(b)}${inStep(told)}`;
        if (kind === "ww") return `is stored before ${name(b)}${inStep(told)}`;
        return `is before ${name(b)} in the eyes of ${name((told.fact as MemoryFact).eyes ?? b)}${inStep(told)}`;
      };
      return [{ from: a, to: b, told: { fact: { kind: "<", a, b } }, verb }];
    });
    if (memory.rules.stores === "none" || memory.rules.stores === "causal") return edges;
    // A read comes before what overwrites what it returned.
    const operations = [...new Set(premises.flatMap(({ fact }) => [fact.a, fact.b]))].filter((id) => id >= 0);
    for (const { fact } of premises)
      if (fact.kind === "wr")
        for (const w of operations) {
          if (w === fact.a || w === fact.b || !memory.writesVariableOf(w, fact.b)) continue;
          if (fact.a >= 0 && chainOf(edges, fact.a, w) === undefined) continue;
          const told = { fact: { kind: "<", a: fact.b, b: w }, kind: "rw" } as const;
          const verb = (): string =>
            `comes before ${name(w)} (it overwrites what ${names.short(fact.b)} returned)`;
          edges.push({ from: fact.b, to: w, told, verb });
        }
    return edges;
  };
  /** With what reads and what overwrites what they returned add to them. */
  const withOverwritten = (premises: readonly Told[]): readonly Told[] => [
    ...premises,
    ...edgesOf(premises).flatMap(({ told }) => (told.kind === "rw" ? [told] : [])),
  ];
  const tellChain = (chain: readonly Link[]): string =>
    chain.map((edge, at) => `${at === 0 ? name(edge.from) : "which"} ${(edge as Edge).verb()}`).join(", ");

  /** Why the facts cannot hold together. */
  const clash = (premises: readonly Told[]): string => {
    const edges = edgesOf(premises);
    const circle = edges
      .map(({ from }) => chainOf(edges, from, from))
      .reduce(
        (best, one) => (one !== undefined && (best === undefined || one.length < best.length) ? one : best),
        undefined,
      );
    if (circle !== undefined) return `${tellChain(circle)}: a circle.`;
    const writes = [...new Set(edges.flatMap(({ from, to }) => [from, to]))];
    for (const told of premises) {
      const { kind, a: source, b: read } = told.fact;
      if (kind !== "wr") continue;
      for (const w of writes) {
        if (w === source || w === read || !memory.writesVariableOf(w, read)) continue;
        const there = chainOf(edges, w, read);
        const overwrites = source < 0 ? [] : chainOf(edges, source, w);
        if (there === undefined || overwrites === undefined) continue;
        const what = source < 0 ? "the initial value" : `what ${name(source)} wrote`;
        const bullets = [overwrites, there]
          .filter((chain) => chain.length > 0)
          .map((chain) => `\n- ${tellChain(chain)}`);
        return `${name(read)} returned ${what}${inStep(told)}, although ${name(w)} had overwritten it: a contradiction.${bullets.join("")}`;
      }
    }
    const facts = premises.map((told) => `\n- ${fact(told.fact)}${inStep(told)}`);
    return `by ${criterion} all of this cannot be: a contradiction.${facts.join("")}`;
  };
  const fact = ({ kind, a, b, ...more }: Pair | MemoryFact): string => {
    if (kind === "wr") return `${name(b)} returned ${a < 0 ? "the initial value" : `what ${name(a)} wrote`}`;
    if (kind === "ww") return `${name(a)} is stored before ${name(b)}`;
    if (kind === "<") return `${name(a)} comes before ${name(b)} (${givenReason(scene, a, b)})`;
    return `in the eyes of ${name("eyes" in more ? (more.eyes ?? b) : b)}, ${name(a)} comes before ${name(b)}`;
  };
  /** Why a fact follows, and the fact. */
  const follows = (derived: MemoryFact, premises: readonly Told[]): string => {
    const { a, b } = derived;
    const edges = edgesOf(premises);
    for (const told of premises) {
      if (told.fact.kind !== "wr" || told.fact.a !== b) continue;
      const chain = chainOf(edges, a, told.fact.b);
      if (chain !== undefined)
        return `${tellChain(chain)}; but ${name(told.fact.b)} returned what ${name(b)} wrote${inStep(told)}: so ${fact(derived)}.`;
    }
    const chain = chainOf(edges, a, b);
    if (chain !== undefined) return `${tellChain(chain)}: so ${fact(derived)}.`;
    return `By ${criterion}, ${fact(derived)}.${premises.map((told) => `\n- ${fact(told.fact)}${inStep(told)}`).join("")}`;
  };

  /** Why it is not this one that wrote the value, in half a sentence. */
  const refuted = ({ by, end }: ProofCase, source: SourceEnd, env: Env): string => {
    const wr: MemoryFact = { kind: "wr", a: by === "start" ? -1 : by, b: source.source };
    const inner = new Map(env).set(`${source.id}.wr`, { fact: wr });
    const premises = "clash" in end ? end.clash.map((ref) => toldOf(ref, inner)) : [];
    return `If ${fact(wr)}: ${clash(premises).replace(/\n/g, "\n  ")}`;
  };
  const gave = (by: number | "start", read: number): Told => ({
    fact: { kind: "wr", a: by === "start" ? -1 : by, b: read },
  });
  const tellSource = (
    end: SourceEnd,
    env: Env,
    within: readonly StepCase[],
    rest: readonly { readonly text: string; readonly told: Told }[],
  ): void => {
    const { source: read, id, cases } = end;
    const { method, result } = labelOf(scene.history, read);
    const inCase = (by: number | "start", step: number): Env =>
      new Map(env).set(`${id}.wr`, { ...gave(by, read), step });
    const flush = (text: string, told: readonly Told[]): number =>
      say(
        within,
        rest.length === 0
          ? text
          : `Who read from whom:${[...rest.map((one) => one.text), text].map((one) => `\n- ${one}`).join("")}`,
        [...rest.map((one) => one.told), ...told],
      );
    if (cases.length === 0) {
      if (rest.length > 0) flush("this is all", []);
      const isRead = method === "read" || method === "exchange";
      const value = printValue(result ?? null);
      say(
        within,
        isRead
          ? `${name(read)}: nothing writes ${value} there, and it is not the initial value: a contradiction.`
          : `${name(read)} returned ${value}, but a ${method} returns null: a contradiction.`,
        [],
      );
      return;
    }
    const open = cases.filter((one) => !isTrivial(one));
    const trivial = cases.filter(isTrivial);
    if (cases.length === 1) {
      const [{ by }] = cases;
      const told = gave(by, read);
      const text = fact(told.fact);
      const [{ steps: after = [], end: next }] = cases;
      // Several that are plain are told together.
      if (after.length === 0 && "source" in next && next.cases.length === 1)
        tellSource(next, inCase(by, count() + 1), within, [...rest, { text, told }]);
      else tellNode(cases[0], inCase(by, flush(rest.length === 0 ? `${text}.` : text, [told])), within);
      return;
    }
    const bullets = trivial.map((one) => `\n- ${refuted(one, end, env)}`).join("");
    if (open.length === 1) {
      const [{ by }] = open;
      const told = gave(by, read);
      const step = say(within, `${fact(told.fact)}.${bullets}`, [told]);
      tellNode(open[0], inCase(by, step), within);
      return;
    }
    const lead = `${name(read)} returned a value that ${cases.length} can have given: ${open.length === 0 ? "none did" : "each leads to a contradiction"}.`;
    const step = say(within, `${lead}${bullets}`, []);
    open.forEach((one, index) => {
      const who = one.by === "start" ? "it is the initial value" : `${name(one.by)} wrote it`;
      tellNode(one, inCase(one.by, step), [...within, { name: `${step}.${index + 1}`, text: who }]);
    });
  };
  const tellNode = (
    { steps: derived = [], end }: ProofNode,
    outer: Env,
    within: readonly StepCase[],
  ): void => {
    const env = new Map(outer);
    for (const { id, fact: literal, from } of derived) {
      const known = factIn(literal) as MemoryFact;
      const premises = from.map((ref) => toldOf(ref, env));
      const step = say(within, follows(known, premises), [{ fact: known }, ...premises]);
      env.set(id, { fact: known, step });
    }
    if ("clash" in end) {
      const premises = end.clash.map((ref) => toldOf(ref, env));
      const text = clash(premises);
      say(within, count() === 0 ? text : `But ${text}`, withOverwritten(premises));
    } else if ("source" in end) tellSource(end, env, within, []);
    else if ("either" in end) {
      const known = factIn(end.either);
      const both = [known, opposite(known)];
      const step = say(within, `Either ${both.map(fact).join(", or ")}: both lead to a contradiction.`, []);
      both.forEach((one, index) =>
        tellNode(end.cases[index], new Map(env).set(end.id, { fact: one, step }), [
          ...within,
          { name: `${step}.${index + 1}`, text: fact(one) },
        ]),
      );
    }
  };
  tellNode(tree, new Map(), []);
  return finish();
}
