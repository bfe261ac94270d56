import { orExhausted } from "../../../budget.js";
import { type History, labelOf } from "../../../history/history.js";
import type { Fact, MemoryFact } from "../../../witness/proof/facts.js";
import type { MemoryScene } from "../../../witness/scene/memory-scene.js";
import type { MemoryLiteral, Proof, ProofNode, ProofStep, Ref } from "../../../witness/proof/proof.js";
import { Refusal, refusedOr } from "../../../witness/scene/reach.js";
import { createScene, type Scene } from "../../../witness/scene/scene.js";
import type { Violated } from "../prove.js";
import { closeByOneRule, type MemoryClosure } from "./close-by-one-rule.js";
import { fewest } from "./fewest.js";

/** About a second. */
const FUEL = 400_000;
/** So many operations are looked at together. */
const MOST_OPERATIONS = 48;
/** How many distinctions may stand within each other. */
const MOST_SPLITS = 8;

/** A fact, how a premise names it and, where it follows from others, from which. */
interface Known {
  readonly fact: Fact;
  readonly ref: Ref;
  readonly from?: readonly Known[];
}

/** What is known on a branch. */
interface Branch {
  readonly named: ReadonlySet<number>;
  /** Who read from whom, what was assumed and what follows. */
  readonly known: readonly Known[];
  /** The reads that it is settled of whose value they returned. */
  readonly settled: ReadonlySet<number>;
}

/** A branch that ends in a contradiction, and the facts from further out that it rests on. */
interface Finished {
  readonly node: ProofNode;
  readonly uses: ReadonlySet<Known>;
}

/** A proof that a history violates a model of shared memory; `undefined` where none was found. */
export function proveMemory(violated: Violated): Proof | undefined {
  const { history, spec, fuel = FUEL, mayGoOn = () => true } = violated;
  const ids = violated.ids ?? Array.from({ length: history.size }, (_, id) => id);
  if (ids.length > MOST_OPERATIONS) return undefined;
  const scene = sceneOf(violated);
  if (scene?.memory === undefined) return undefined;
  const search = createSearch(scene, scene.memory, fuel, mayGoOn);
  const begin: Branch = { named: new Set(ids), known: [], settled: new Set() };
  const find = (): Proof | undefined => {
    for (let splits = 0; splits <= MOST_SPLITS && search.mayGoOn(); splits++) {
      const found = search.solve(begin, splits);
      if (found !== undefined) return { criterion: spec.name, views: [], tree: numbered(found.node) };
    }
    return undefined;
  };
  return orExhausted(find, () => undefined);
}

function sceneOf({ history, spec, type, initial, work }: Violated): Scene | undefined {
  const scene = refusedOr(() => createScene(history, spec, { type, initial }, [], work));
  return scene instanceof Refusal ? undefined : scene;
}

/** The tree with its names numbered as they come. */
function numbered(tree: ProofNode): ProofNode {
  const names = new Map<string, string>();
  const rename = (text: string): string => {
    const [id, part] = text.split(".");
    if (!names.has(id))
      names.set(id, `${id[0]}${[...names.keys()].filter((one) => one[0] === id[0]).length + 1}`);
    return part === undefined ? `${names.get(id)}` : `${names.get(id)}.${part}`;
  };
  const renumber = (value: unknown, key: string): unknown => {
    if (typeof value === "string") return key === "id" || /^[sf]\d+/.test(value) ? rename(value) : value;
    if (Array.isArray(value)) return value.map((one) => renumber(one, ""));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, renumber(field, name)]));
  };
  return renumber(tree, "") as ProofNode;
}

interface Search {
  mayGoOn(): boolean;
  solve(branch: Branch, splits: number): Finished | undefined;
}

function createSearch(scene: Scene, memory: MemoryScene, fuel: number, inTime: () => boolean): Search {
  const { history } = scene;
  let left = fuel;
  let names = 0;
  const mayGoOn = (): boolean => left > 0 && inTime();
  const close = (known: readonly Known[]): MemoryClosure => {
    const operations = new Set(known.flatMap(({ fact }) => ("a" in fact ? [fact.a, fact.b] : [])));
    const cost = 5 + operations.size ** 3 / 100 + (memory.rules.eyes ? operations.size ** 4 / 400 : 0);
    left -= cost;
    scene.work.done += cost;
    return closeByOneRule(
      history,
      memory,
      known.map(({ fact }) => fact),
    );
  };

  /** What the history says of those named. */
  const given = (named: ReadonlySet<number>): Known[] => {
    const found: Known[] = [];
    for (const a of named)
      for (const b of named)
        if (a !== b && scene.before(a, b))
          found.push({ fact: { kind: "<", a, b, given: true }, ref: [a, b] });
    return found;
  };
  /** All that may follow. */
  const candidates = (named: ReadonlySet<number>): MemoryFact[] => {
    const found: MemoryFact[] = [];
    for (const a of named)
      for (const b of named) {
        if (a === b || !storesAgainst(memory, a, b)) continue;
        found.push({ kind: "ww", a, b });
        for (const kind of memory.rules.eyes ? memory.rules.orders : [])
          for (const eyes of named) found.push({ kind, a, b, eyes });
      }
    return found;
  };
  /** A contradiction, or all that follows. */
  const saturate = ({
    named,
    known,
  }: Branch): { readonly known: readonly Known[]; readonly clash: boolean } => {
    const base = given(named);
    const all = [...base, ...known];
    const isKnown = (one: MemoryFact): boolean =>
      known.some(
        ({ fact: { kind, ...fact } }) =>
          kind === one.kind &&
          "a" in fact &&
          fact.a === one.a &&
          fact.b === one.b &&
          ("eyes" in fact ? fact.eyes : undefined) === one.eyes,
      );
    const open = new Set(candidates(named).filter((one) => !isKnown(one)));
    while (mayGoOn()) {
      const closure = close(all);
      if (closure.clash) return { known: all, clash: true };
      const fresh = [...open].filter((fact) => closure.holds(fact));
      if (fresh.length === 0) break;
      const from = all.slice();
      for (const fact of fresh) {
        open.delete(fact);
        all.push({ fact, ref: `f${++names}`, from });
      }
    }
    return { known: all, clash: false };
  };

  /** Few of the facts by which that is so: of those that follow from others as few as can be. */
  const premises = (all: readonly Known[], isSo: (closure: MemoryClosure) => boolean): readonly Known[] => {
    const derived = all.filter(({ from }) => from !== undefined).reverse();
    const plain = all.filter(({ from }) => from === undefined);
    return fewest([...derived, ...plain], (some) => isSo(close(some)));
  };
  /** The node with the steps in front that it rests on and that are not known further out. */
  const withSteps = (node: ProofNode, uses: Iterable<Known>, outer: readonly Known[]): Finished => {
    const steps: ProofStep[] = [];
    const told = new Set<Known>();
    const rest = new Set<Known>();
    const tell = (one: Known): void => {
      if (told.has(one)) return;
      told.add(one);
      if (one.from === undefined || outer.includes(one)) {
        rest.add(one);
        return;
      }
      const { kind, a, b, eyes } = one.fact as MemoryFact;
      const from = premises(one.from, (closure) => closure.holds(one.fact as MemoryFact));
      from.forEach(tell);
      const fact = (eyes === undefined ? [kind, a, b] : [kind, a, b, eyes]) as unknown as MemoryLiteral;
      steps.push({ id: one.ref as string, fact, from: from.map(({ ref }) => ref) });
    };
    for (const one of uses) tell(one);
    return { node: { ...(steps.length > 0 && { steps }), ...node }, uses: rest };
  };

  /** Asks who wrote the value that a read returned, and finishes each case. */
  const settle = (
    branch: Branch,
    read: number,
    prove: (inner: Branch) => Finished | undefined,
  ): Finished | undefined => {
    const id = `s${++names}`;
    const cases: (ProofNode & { by: number | "start" })[] = [];
    const uses = new Set<Known>();
    for (const by of memory.sourcesOf(read)) {
      const source = by === "start" ? -1 : by;
      const wr: Known = { fact: { kind: "wr", a: source, b: read }, ref: `${id}.wr` };
      const finished = prove({
        named: source < 0 ? branch.named : new Set([...branch.named, source]),
        known: [...branch.known, wr],
        settled: new Set([...branch.settled, read]),
      });
      if (finished === undefined) return undefined;
      if (!finished.uses.has(wr)) return finished; // whoever wrote it
      cases.push({ by, ...finished.node });
      for (const one of finished.uses) if (one !== wr) uses.add(one);
    }
    return { node: { end: { source: read, id, cases } }, uses };
  };

  const solve = (branch: Branch, splits: number): Finished | undefined => {
    if (!mayGoOn()) return undefined;
    const open = readsIn(history, scene, branch).map((read) => ({
      read,
      count: memory.sourcesOf(read).length,
    }));
    // What has one source, or none, needs no choice.
    const plain = open.find(({ count }) => count < 2);
    if (plain !== undefined) return settle(branch, plain.read, (inner) => solve(inner, splits));
    const { known, clash } = saturate(branch);
    const finish = ({ node, uses }: Finished): Finished => withSteps(node, uses, branch.known);
    if (clash) {
      const few = premises(known, (closure) => closure.clash);
      return finish({ node: { end: { clash: few.map(({ ref }) => ref) } }, uses: new Set(few) });
    }
    if (splits === 0) return undefined;
    const inner: Branch = { ...branch, known: known.filter(({ fact }) => fact.kind !== "<") };
    for (const { read } of open.sort((one, other) => one.count - other.count)) {
      const found = settle(inner, read, (more) => solve(more, splits - 1));
      if (found !== undefined) return finish(found);
    }
    if (memory.rules.stores !== "total") return undefined;
    for (const [a, b] of openStores(scene, memory, inner)) {
      const found = eitherStored(inner, a, b, splits - 1);
      if (found !== undefined) return finish(found);
    }
    return undefined;
  };
  const eitherStored = (branch: Branch, a: number, b: number, splits: number): Finished | undefined => {
    const id = `s${++names}`;
    const uses = new Set<Known>();
    const cases: ProofNode[] = [];
    for (const [first, second] of [
      [a, b],
      [b, a],
    ]) {
      const assumed: Known = { fact: { kind: "ww", a: first, b: second }, ref: id };
      const finished = solve({ ...branch, known: [...branch.known, assumed] }, splits);
      if (finished === undefined) return undefined;
      if (!finished.uses.has(assumed)) return finished;
      cases.push(finished.node);
      for (const one of finished.uses) if (one !== assumed) uses.add(one);
    }
    return { node: { end: { either: ["ww", a, b], id, cases: [cases[0], cases[1]] } }, uses };
  };
  return { mayGoOn, solve };
}

/** The reads of which it is not settled whose value they returned. */
function readsIn(history: History, { maybe }: Scene, { named, settled }: Branch): number[] {
  return [...named].filter((id) => {
    const { method, result } = labelOf(history, id);
    if (settled.has(id) || maybe(id) || result === undefined) return false;
    return method === "read" || method === "exchange" || result !== null;
  });
}

/** Two writes of one variable, both of which took effect and of which it is not known which is stored first. */
function openStores({ maybe }: Scene, memory: MemoryScene, { named, known }: Branch): [number, number][] {
  const isKnown = (a: number, b: number): boolean =>
    known.some(({ fact }) => fact.kind === "ww" && fact.a === a && fact.b === b);
  const found: [number, number][] = [];
  for (const a of named)
    for (const b of named)
      if (a < b && storesAgainst(memory, a, b) && !maybe(a) && !maybe(b) && !isKnown(a, b) && !isKnown(b, a))
        found.push([a, b]);
  return found;
}

/** Whether both write one variable. */
const storesAgainst = (memory: MemoryScene, a: number, b: number): boolean =>
  memory.writesVariableOf(a, b) && memory.writesVariableOf(b, a);
