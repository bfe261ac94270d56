import { type History, labelOf } from "../../history/history.js";
import { printObject, printOperation } from "../../history/print.js";
import type { MemoryHistory } from "../../memory/memory-history.js";
import type { CycleEdge } from "../../result.js";
import type { Edge, Path } from "./edge.js";
import type { Refutation } from "./refutation.js";

/** What the words are about: operations of `memory`, named as the recorded history has them. */
export interface Subject {
  readonly memory: MemoryHistory;
  readonly history: History;
}

/** The name of an operation in one sentence. */
type Name = (o: number) => string;

/** The refutation in sentences: what had to come before what and why, and how that leads in a circle. */
export function tellRefutation(subject: Subject, refutation: Refutation): readonly string[] {
  const lines = createLines(subject);
  const tell: Tell = {
    subject,
    told: new Set(),
    sentence: (build) => build(createNames(subject, lines)),
  };
  return tellCase(tell, refutation, "");
}

/** The cycle as the report has it: ids of the recorded history, and for each edge its kind and reason. */
export function tellCycle(subject: Subject, cycle: Path): CycleEdge[] {
  const { ids } = subject.memory;
  return cycle.map((edge) => {
    const tell: Tell = { subject, told: new Set(), sentence: (build) => build(createNames(subject)) };
    const derivation = tellDerivation(tell, [edge]);
    const because = derivation.length > 0 ? derivation.join(". ") : tell.sentence((name) => step(edge, name));
    return { from: ids[edge.from], to: ids[edge.to], kind: edge.kind, because };
  });
}

interface Tell {
  readonly subject: Subject;
  /** The edges that have been proved: each is proved once. */
  readonly told: Set<string>;
  sentence(build: (name: Name) => string): string;
}

function tellCase(tell: Tell, refutation: Refutation, number: string): string[] {
  if (refutation.kind === "cycle") return tellOneCycle(tell, refutation);
  const { first, second, ifBefore, ifAfter } = refutation;
  const tellBranch = (branch: string, from: number, to: number, then: Refutation): string[] => {
    const sentences = tellCase({ ...tell, told: new Set() }, then, `${branch}.`);
    const [opening, ...rest] = sentences;
    return [
      `Case ${branch}, ${tell.sentence((name) => `${name(from)} is stored before ${name(to)}`)}: ${opening}`,
      ...rest,
    ];
  };
  return [
    tell.sentence((name) => `${name(first)} and ${name(second)} may be stored in either order`),
    ...tellBranch(`${number}1`, first, second, ifBefore),
    ...tellBranch(`${number}2`, second, first, ifAfter),
  ];
}

function tellOneCycle(tell: Tell, refutation: Refutation & { kind: "cycle" }): string[] {
  const { pattern, cycle, eyes } = refutation;
  const inEyes =
    eyes === undefined ? "" : tell.sentence((name) => `in the eyes of the thread of ${name(eyes)}, `);
  const back = cycle[cycle.length - 1];
  const there = cycle.slice(0, -1);
  switch (pattern) {
    case "CyclicCO":
      return [`CyclicCO: ${tell.sentence((name) => `${steps(cycle, name)}: a circle of causes`)}`];
    case "WriteCOInitRead":
    case "WriteHBInitRead": {
      const why = tellDerivation(tell, there);
      const stale = tell.sentence(
        (name) =>
          `${name(back.from)} returns the initial value, although ${name(back.to)} comes before it: ${steps(there, name)}`,
      );
      return [`${pattern}: ${inEyes}${[...why, stale].join(". ")}`];
    }
    case "WriteCORead": {
      const overwritten = "path" in back.proof ? back.proof.path : [];
      return [
        `WriteCORead: ${tell.sentence(
          (name) =>
            `${name(back.from)} returns the value of ${name(overwritten[0].from)}, which had been overwritten by ${name(back.to)}: ${steps(overwritten, name)}, and ${steps(there, name)}`,
        )}`,
      ];
    }
    default: {
      const head = pattern === undefined ? "" : `${pattern}: ${inEyes}`;
      const [first, ...rest] = [
        ...tellDerivation(tell, cycle),
        tell.sentence((name) => closing(cycle, name)),
      ];
      return [head + first, ...rest];
    }
  }
}

/** How the edges close: those that were recorded, and the way round. */
function closing(cycle: Path, name: Name): string {
  const recorded = cycle.filter(({ proof }) => proof.rule === "recorded");
  const told = steps(recorded, name);
  if (recorded.length === cycle.length) return `${told}: a circle`;
  const round = [...cycle, cycle[0]].map(({ from }) => name(from)).join(" → ");
  return recorded.length === 0 ? `That is a circle: ${round}` : `But ${told}: a circle, ${round}`;
}

/** The proofs of the edges that were not recorded, and before each the proofs of those that it rests on. */
function tellDerivation(tell: Tell, path: Path): string[] {
  return path.flatMap((edge) => {
    const key = `${edge.from} ${edge.to}`;
    const { proof } = edge;
    if (proof.rule === "recorded" || proof.rule === "assumed" || tell.told.has(key)) return [];
    const below = "path" in proof ? tellDerivation(tell, proof.path) : [];
    tell.told.add(key);
    return [...below, tell.sentence((name) => prove(tell.subject.memory, edge, name))];
  });
}

/** The proof of one edge, given those that it rests on. */
function prove({ names, variable, isWrite }: MemoryHistory, { from, to, proof }: Edge, name: Name): string {
  const claim = `${name(from)} must come before ${name(to)}`;
  switch (proof.rule) {
    case "seen":
      return `${claim}: ${steps(proof.path, name)}, yet ${name(proof.read)} returns the value of ${name(to)}`;
    case "unseen":
      return proof.path.length === 0
        ? `${claim}: it returns the initial value of ${names[variable[from]]}`
        : `${claim}: it returns the value of ${name(proof.path[0].from)}, and ${steps(proof.path, name)}`;
    case "coherence": {
      const { first, second } = proof;
      const earlier = isWrite[first] === 1 ? "" : `${name(first)} returns the value of ${name(from)}, `;
      const sentence = `${claim}: ${earlier}${name(first)} comes before ${name(second)} in its thread`;
      return isWrite[second] === 1
        ? sentence
        : `${sentence}, yet ${name(second)} returns the value of ${name(to)}`;
    }
    case "composed":
      return `${claim}: ${steps(proof.path, name)}`;
    case "recorded":
    case "assumed":
      return claim;
  }
}

/** The steps of a path, one after another. */
function steps(path: Path, name: Name): string {
  return path.map((edge) => step(edge, name)).join(", ");
}

function step({ from, to, kind, proof }: Edge, name: Name): string {
  if (proof.rule === "assumed") return `${name(from)} is stored before ${name(to)}`;
  switch (kind) {
    case "po":
    case "so":
      return `${name(from)} comes before ${name(to)} in its thread`;
    case "given":
      return `${name(from)} happens before ${name(to)}, as declared`;
    case "wr":
      return `${name(to)} reads from ${name(from)}`;
    case "ww":
    case "rw":
    case "cf":
    case "hb":
    case "rt":
      return `${name(from)} is before ${name(to)}`;
  }
}

/** Operation → its line where it is to be told: in a history that has them on several lines, and once each. */
function createLines({ memory, history }: Subject): (o: number) => number {
  const lineOf = (o: number): number => history.lines?.[memory.ids[o]] ?? 0;
  const telling = new Set(Array.from(memory.ids.keys(), lineOf)).size > 1;
  const told = new Set<number>();
  return (o) => {
    if (!telling || told.has(o)) return 0;
    told.add(o);
    return lineOf(o);
  };
}

/** Names for one sentence: in full at first, as `#7 read(x) => 2`, then as `#7`. */
function createNames({ memory, history }: Subject, line: (o: number) => number = () => 0): Name {
  const named = new Set<number>();
  return (o) => {
    const id = memory.ids[o];
    if (named.has(o)) return `#${id}`;
    named.add(o);
    const object = printObject(history.objects[history.object[id]]);
    const at = line(o);
    return `#${id} ${object}${printOperation(labelOf(history, id))}${at === 0 ? "" : ` (line ${at})`}`;
  };
}
