import { beforeAll, describe, expect, test } from "vitest";
import { INITIAL, type MemoryHistory } from "../../memory/memory-history.js";
import { type MemoryModel, memoryModels } from "../../criteria/memory-models.js";
import { restrict } from "../../memory/restrict.js";
import { randomMemory, withGivenEdges } from "@sightline/testing/memory/generate-memory.js";
import {
  externalReads,
  literalHistory,
  orderByVariable,
  preservedOrder,
  readsBefore,
  satisfiesModel,
} from "@sightline/testing/memory/memory-oracle.js";
import { add, has, isAcyclic, type Relation, union } from "@sightline/testing/memory/relation.js";
import type { Edge, Path } from "./edge.js";
import { mentioned, type Refutation } from "./refutation.js";
import { refute } from "./refute.js";

const always = (): boolean => true;
const isWeak = (model: MemoryModel): boolean => model === "tso" || model === "wccm";

/** A small history, with given edges at times where the model knows them. */
const draw = (seed: number, model: MemoryModel): MemoryHistory =>
  seed % 4 === 0 && !isWeak(model) ? withGivenEdges(randomMemory(seed), seed) : randomMemory(seed);

/** What comes of one small history. */
interface Trial {
  readonly seed: number;
  readonly memory: MemoryHistory;
  readonly refutation: Refutation | undefined;
}

describe.each(memoryModels)("the reason for a violation of %s", (model) => {
  const trials: Trial[] = [];
  const refuted = (): (Trial & { readonly refutation: Refutation })[] =>
    trials.flatMap((trial) =>
      trial.refutation === undefined ? [] : [{ ...trial, refutation: trial.refutation }],
    );

  beforeAll(() => {
    for (let seed = 0; seed < 600; seed++) {
      const memory = draw(seed, model);
      trials.push({ seed, memory, refutation: refute(memory, model, always) });
    }
  });

  test("is there exactly where the definition fails", () => {
    const satisfied = trials.filter(({ memory }) => satisfiesModel(memory, model));
    expect(satisfied.map(({ seed }) => seed)).toEqual(
      trials.filter(({ refutation }) => refutation === undefined).map(({ seed }) => seed),
    );
    expect(Math.min(satisfied.length, trials.length - satisfied.length)).toBeGreaterThan(100);
  });

  test("is a proof: cycles close, and each edge was recorded or follows by its rule", () => {
    let edges = 0;
    for (const { seed, memory, refutation } of refuted())
      for (const { cycle, assumed } of cyclesOf(refutation)) {
        expect(cycle.length, `seed ${seed}`).toBeGreaterThan(1);
        expectPath(cycle, cycle[0].from, cycle[0].from);
        for (const edge of withProofs(cycle)) {
          edges++;
          const below = "path" in edge.proof ? withProofs(edge.proof.path) : [];
          // No edge may rest on itself.
          expect(below.some(({ from, to }) => from === edge.from && to === edge.to)).toBe(false);
          expect({ seed, edge, holds: follows(memory, model, edge, assumed) }).toEqual({
            seed,
            edge,
            holds: true,
          });
        }
      }
    expect(edges).toBeGreaterThan(300);
  });

  test("mentions operations that violate the model by themselves", () => {
    for (const { seed, memory, refutation } of refuted()) {
      const operations = mentioned(memory, refutation);
      const part = partOf(memory, operations);
      expect(part.size, `seed ${seed}`).toBe(operations.length);
      expect(satisfiesModel(part, model), `seed ${seed}`).toBe(false);
    }
  });

  test("rests on edges that hold in every store order which explains what they rest on", () => {
    let held = 0;
    for (const { seed, memory, refutation } of refuted()) {
      if (memory.given.length > 0 || refutation.kind === "split") continue;
      for (const edge of withProofs(refutation.cycle)) {
        if (edge.proof.rule === "recorded") continue;
        const operations = mentioned(memory, { kind: "cycle", cycle: [edge] });
        const at = (o: number): number => operations.indexOf(o);
        for (const { ww, rw } of explainingStoreOrders(partOf(memory, operations), isWeak(model))) {
          held++;
          expect(has(union(ww, rw), at(edge.from), at(edge.to)), `seed ${seed}`).toBe(true);
        }
      }
    }
    expect(held).toBeGreaterThan(10);
  });
});

/** All cycles of a refutation, each with the assumptions of its case. */
function cyclesOf(
  refutation: Refutation,
  assumed: readonly string[] = [],
): { cycle: Path; assumed: readonly string[] }[] {
  if (refutation.kind === "cycle") return [{ cycle: refutation.cycle, assumed }];
  const { first, second, ifBefore, ifAfter } = refutation;
  return [
    ...cyclesOf(ifBefore, [...assumed, `${first} ${second}`]),
    ...cyclesOf(ifAfter, [...assumed, `${second} ${first}`]),
  ];
}

/** The edges and, recursively, those of their proofs. */
function withProofs(path: Path): Edge[] {
  return path.flatMap((edge) => [edge, ...("path" in edge.proof ? withProofs(edge.proof.path) : [])]);
}

function expectPath(path: Path, from: number, to: number): void {
  expect([path[0].from, path.at(-1)?.to]).toEqual([from, to]);
  path.forEach((edge, i) => i > 0 && expect(edge.from).toBe(path[i - 1].to));
}

/** Whether the edge was recorded as it says, or its rule applies; the edges of its path are checked by themselves. */
function follows(memory: MemoryHistory, model: MemoryModel, edge: Edge, assumed: readonly string[]): boolean {
  const { isWrite, variable, source, thread, given } = memory;
  const { from, to, kind, proof } = edge;
  const areWrites =
    isWrite[from] === 1 && isWrite[to] === 1 && variable[from] === variable[to] && from !== to;
  const sameThread = thread[from] === thread[to];
  switch (proof.rule) {
    case "recorded":
      if (kind === "wr")
        return isWrite[to] === 0 && source[to] === from && !(isWeak(model) && sameThread && from < to);
      if (kind === "given") return given.some((one, i) => i % 2 === 0 && one === from && given[i + 1] === to);
      return kind === "po" && sameThread && from < to;
    case "seen":
      expectPath(proof.path, from, proof.read);
      return (
        ["cf", "ww", "hb"].includes(kind) &&
        areWrites &&
        isWrite[proof.read] === 0 &&
        source[proof.read] === to
      );
    case "unseen": {
      const isReadBeforeWrite = isWrite[from] === 0 && isWrite[to] === 1 && variable[from] === variable[to];
      if (proof.path.length > 0) expectPath(proof.path, source[from], to);
      return kind === "rw" && isReadBeforeWrite && (proof.path.length > 0 || source[from] === INITIAL);
    }
    case "coherence": {
      const { first, second } = proof;
      const current = (o: number): number => (isWrite[o] === 1 ? o : source[o]);
      const inOrder = thread[first] === thread[second] && first < second;
      return kind === "ww" && areWrites && inOrder && current(first) === from && current(second) === to;
    }
    case "composed":
      expectPath(proof.path, from, to);
      return kind === "ww" && areWrites;
    case "assumed":
      return kind === "ww" && areWrites && assumed.includes(`${from} ${to}`);
  }
}

function partOf(memory: MemoryHistory, operations: readonly number[]): MemoryHistory {
  return restrict(
    memory,
    new Uint8Array(memory.size).map((_, o) => (operations.includes(o) ? 1 : 0)),
  ).memory;
}

/** Every store order that explains the history under SC, or under TSO where `weak`, by trying all. */
function* explainingStoreOrders(
  memory: MemoryHistory,
  weak: boolean,
): Generator<{ ww: Relation; rw: Relation }> {
  const history = literalHistory(memory);
  const future = memory.source.some((w, r) => w > r && memory.thread[w] === memory.thread[r]);
  if (weak && future) return;
  const variables = memory.names.map((_, x) =>
    permutations(
      [...memory.isWrite.keys()].filter((o) => memory.isWrite[o] === 1 && memory.variable[o] === x),
    ).map((order) => [memory.size + x, ...order]),
  );
  for (const orders of product(variables)) {
    const ww = new Int32Array(history.size);
    for (const order of orders)
      order.forEach((w, i) => order.slice(i + 1).forEach((later) => add(ww, w, later)));
    const rw = readsBefore(history, ww);
    const acyclic = (...more: Relation[]): boolean => isAcyclic(union(ww, rw, ...more));
    const external = externalReads(history);
    if (
      weak
        ? acyclic(external, preservedOrder(history)) && acyclic(external, orderByVariable(history))
        : acyclic(history.wr, history.po)
    )
      yield { ww, rw };
  }
}

function permutations(list: readonly number[]): number[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((one) =>
    permutations(list.filter((other) => other !== one)).map((rest) => [one, ...rest]),
  );
}

function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((all, list) => all.flatMap((begun) => list.map((one) => [...begun, one])), [[]]);
}
