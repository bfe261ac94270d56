import { printValue } from "../../history/print.js";
import type { Value } from "../../history/value.js";
import type { CircleEdge } from "../../linearize/engine.js";
import type { Part } from "../../linearize/part.js";
import { type EdgeFacts, NONE, type OrderGraph } from "./order-graph.js";

/** A circle of what must come before what. */
export interface Circle {
  /** The rows on it, and those that its steps are there for. */
  readonly rows: ReadonlySet<number>;
  readonly edges: readonly CircleEdge[];
  /** The edges that were assumed, of those that it is there for. */
  readonly assumed: ReadonlySet<number>;
}

/** The graph of a part, and what its nodes and keys are. */
export interface Told {
  readonly part: Part;
  readonly graph: OrderGraph;
  /** Node → row; other nodes stand for none. */
  readonly rows: Int32Array;
  readonly keys: readonly Value[];
  /** Whether the order of writes was read off lists: then no path shows it, and runs of it are one step. */
  readonly lists?: true;
}

/** Some edges one after another that are told as one. */
interface Step extends EdgeFacts {
  readonly from: number;
  readonly to: number;
  /** The newest of its edges. */
  readonly age: number;
}

/** The starts from which a short circle is looked for. */
const STARTS = 64;

/**
 * A circle among nodes that cannot be sorted, a short one, with the reasons of its steps.
 *
 * @param sorted the nodes that can
 */
export function findCircle(told: Told, sorted: Int32Array): Circle {
  const { graph } = told;
  const isLeft = new Uint8Array(graph.nodes).fill(1);
  for (const node of sorted) isLeft[node] = 0;
  const left = Array.from(isLeft.keys()).filter((node) => isLeft[node] === 1);
  let best: readonly Step[] | undefined;
  const tried = new Set<number>();
  for (let i = 0; i < STARTS; i++) {
    const start = onCircle(graph, left[Math.floor((i * left.length) / STARTS)], isLeft);
    if (tried.has(start)) continue;
    tried.add(start);
    const found = pathOf(told, start, start, graph.size, isLeft);
    if (found === undefined) continue;
    const steps = stepsOf(told, found);
    if (best === undefined || steps.length < best.length) best = steps;
  }
  if (best === undefined) throw new Error("a circle that sorting met was not found");
  return { ...reasonsOf(told, best), edges: tellSteps(told, best) };
}

/** A node on a circle: backwards from one that waits, until one comes again. */
function onCircle(graph: OrderGraph, node: number, isLeft: Uint8Array): number {
  const seen = new Set<number>();
  let at = node;
  while (!seen.has(at)) {
    seen.add(at);
    let edge = graph.lastIn(at);
    while (isLeft[graph.from(edge)] === 0) edge = graph.previousIn(edge);
    at = graph.from(edge);
  }
  return at;
}

/**
 * Edges, older than `age`, that lead from a to b (not none), where all nodes are `among`: those with the fewest that
 * a read or a write is the reason of.
 */
function pathOf(
  { graph, lists }: Told,
  a: number,
  b: number,
  age: number,
  among?: Uint8Array,
): readonly number[] | undefined {
  const by = new Map<number, number>();
  const away = new Map<number, number>();
  const settled = new Set<number>();
  let [near, far]: [number[], number[]] = [[], []];
  const goOn = (node: number, distance: number): void => {
    for (let edge = graph.lastOut(node); edge !== NONE; edge = graph.previousOut(edge)) {
      const to = graph.to(edge);
      if (edge >= age || among?.[to] === 0) continue;
      const { kind } = graph.facts(edge);
      const isFree = kind === "order" || kind === "rt" || (kind === "ww" && lists === true);
      const reached = isFree ? distance : distance + 1;
      if (reached >= (away.get(to) ?? Infinity)) continue;
      away.set(to, reached);
      by.set(to, edge);
      (isFree ? near : far).push(to);
    }
  };
  goOn(a, 0);
  for (let distance = 0; near.length + far.length > 0; distance++, [near, far] = [far, []])
    for (let node = near.pop(); node !== undefined; node = near.pop()) {
      if (settled.has(node)) continue;
      settled.add(node);
      if (node !== b) {
        goOn(node, distance);
        continue;
      }
      const edges = [by.get(b) as number];
      for (let at = graph.from(edges[0]); at !== a; at = graph.from(edges[edges.length - 1]))
        edges.push(by.get(at) as number);
      return edges.reverse();
    }
  return undefined;
}

/** Edges one after another as few steps between rows. A circle begins with a row. */
function stepsOf({ graph, rows, lists }: Told, edges: readonly number[]): readonly Step[] {
  const isRow = (node: number): boolean => node < rows.length;
  const isCircle = graph.from(edges[0]) === graph.to(edges[edges.length - 1]);
  const begin = isCircle ? edges.findIndex((edge) => isRow(graph.from(edge))) : 0;
  const steps: Step[] = [];
  for (const edge of [...edges.slice(begin), ...edges.slice(0, begin)]) {
    const step = { ...graph.facts(edge), from: graph.from(edge), to: graph.to(edge), age: edge };
    const last = steps.at(-1);
    const joined = last === undefined ? undefined : join(last, step, isRow, lists === true);
    if (joined === undefined) steps.push(step);
    else steps[steps.length - 1] = joined;
  }
  const [first, last] = [steps[0], steps[steps.length - 1]];
  const around = isCircle && steps.length > 2 ? join(last, first, isRow, lists === true) : undefined;
  return around === undefined ? steps : [around, ...steps.slice(1, -1)];
}

/** Two steps as one, where they are. */
function join(a: Step, b: Step, isRow: (node: number) => boolean, lists: boolean): Step | undefined {
  const age = Math.max(a.age, b.age);
  // What only stands between rows is passed through.
  if (!isRow(a.to)) return { ...b, from: a.from, age };
  if (a.kind === "order" && b.kind === "order") return { ...a, to: b.to, age };
  if (!lists || a.key !== b.key) return undefined;
  if ((a.kind === "ww" || a.kind === "rw") && b.kind === "ww") return { ...a, to: b.to, age };
  return a.kind === "ww" && b.kind === "wr" ? { ...b, from: a.from, age } : undefined;
}

/** The rows on these steps, and those that they are there for. */
function reasonsOf(told: Told, steps: readonly Step[]): Pick<Circle, "rows" | "assumed"> {
  const { rows } = told;
  const involved = new Set<number>();
  const assumed = new Set<number>();
  const explained = new Set<number>();
  const explain = (some: readonly Step[]): void => {
    for (const { kind, from, to, via, age } of some) {
      involved.add(rows[from]).add(rows[to]);
      if (kind === "assumed") assumed.add(age);
      if (via === NONE || explained.has(age) || (kind !== "ww" && kind !== "rw")) continue;
      explained.add(age);
      involved.add(rows[via]);
      if (told.lists === true) continue;
      // It was added because the one comes before the reader, or the writer before the other.
      const [a, b] = kind === "ww" ? [from, via] : [via, to];
      explain(stepsOf(told, pathOf(told, a, b, age) ?? []));
    }
  };
  explain(steps);
  return { rows: involved, assumed };
}

/** The steps in words. */
function tellSteps(told: Told, steps: readonly Step[]): readonly CircleEdge[] {
  const { part, rows, keys } = told;
  const name = (node: number): string => `#${part.ids[rows[node]]}`;
  return steps.map((step) => ({
    from: rows[step.from],
    to: rows[step.to],
    kind: step.kind as CircleEdge["kind"],
    because: tellStep(step, name, step.key === NONE ? "" : printValue(keys[step.key]), told.lists === true),
  }));
}

function tellStep(
  { kind, from, to, via }: Step,
  name: (node: number) => string,
  key: string,
  lists: boolean,
): string {
  const [a, b] = [name(from), name(to)];
  switch (kind) {
    case "order":
      return `${a} comes before ${b}, in its session or as declared`;
    case "rt":
      return `${a} had returned before ${b} was called`;
    case "wr":
      return `${b} found in ${key} what ${a} left there`;
    case "ww":
      return lists
        ? `${name(via)} found in ${key} what ${a} left there, and after it what ${b} did`
        : `${name(via)} found in ${key} what ${b} left there, and ${a}, which wrote it too, comes before ${name(via)}`;
    case "rw":
      return via === NONE
        ? `${a} found ${key} as it was before ${b} wrote it`
        : `${a} found in ${key} what ${name(via)} left there, and ${b} wrote it after that`;
    case "assumed":
      return `${a} was assumed to come before ${b}`;
  }
}
