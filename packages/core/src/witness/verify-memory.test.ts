// @module-tag slow
import { describe, expect, test } from "vitest";
import { INITIAL, type MemoryHistory } from "../memory/memory-history.js";
import { randomMemory, withGivenEdges } from "@sightline/testing/memory/generate-memory.js";
import {
  causalOrder,
  conflictOrder,
  externalReads,
  isCc,
  isCm,
  isSc,
  isTso,
  isWccm,
  type LiteralHistory,
  literalHistory,
  orderByVariable,
  partialStoreOrderOf,
  preservedOrder,
  readsBefore,
  weakPartialStoreOrderOf,
} from "@sightline/testing/memory/memory-oracle.js";
import { memoryToHistory } from "@sightline/testing/memory/memory-to-history.js";
import { has, type Relation, union } from "@sightline/testing/memory/relation.js";
import { verifyMemory } from "./verify-memory.js";

/** Small histories on which the models differ. */
function smallHistories(mostOperations: number, seeds: number): MemoryHistory[] {
  return Array.from({ length: seeds }, (_, seed) => randomMemory(seed, mostOperations)).filter(
    ({ size }) => size <= mostOperations,
  );
}

const withSomeGiven = (histories: readonly MemoryHistory[]): MemoryHistory[] =>
  histories.map((memory, seed) => (seed % 3 === 0 ? withGivenEdges(memory, seed) : memory));

/** Those whose every operation reads or writes. */
const accessing = (histories: readonly MemoryHistory[]): MemoryHistory[] =>
  histories.filter(({ variables, names }) => variables === names.length);

/** Every order of the list; equal entries are not told apart. */
function arrange(list: readonly number[]): number[][] {
  if (list.length === 0) return [[]];
  return [...new Set(list)].flatMap((first) => {
    const at = list.indexOf(first);
    return arrange([...list.slice(0, at), ...list.slice(at + 1)]).map((rest) => [first, ...rest]);
  });
}

/** Every list of distinct operations, of any length. */
function* selections(size: number, prefix: readonly number[] = []): Generator<readonly number[]> {
  yield prefix;
  for (let id = 0; id < size; id++) if (!prefix.includes(id)) yield* selections(size, [...prefix, id]);
}

const idsOf = ({ size }: MemoryHistory): number[] => Array.from({ length: size }, (_, id) => id);

/** Whether the order, after the initial writes, extends the relation. */
function isExtended(memory: MemoryHistory, related: Relation, order: readonly number[]): boolean {
  const whole = [...memory.names.map((_, x) => memory.size + x), ...order];
  const place = whole.map((_, id) => whole.indexOf(id));
  return place.every((a, id) => place.every((b, other) => !has(related, id, other) || a < b));
}

/** Whether the reads that count take the last write to their variable before them. */
function takesLast(
  memory: MemoryHistory,
  order: readonly number[],
  counts: (id: number) => boolean,
): boolean {
  return order.every((id, place) => {
    if (memory.isWrite[id] === 1 || !counts(id)) return true;
    const writes = order
      .slice(0, place)
      .filter((w) => memory.isWrite[w] === 1 && memory.variable[w] === memory.variable[id]);
    return (writes.at(-1) ?? INITIAL) === memory.source[id];
  });
}

/** Compares verdicts; the first difference fails with all that is needed to look at it. */
function compareVerdicts(): {
  agree(expected: boolean, verification: { readonly valid: boolean }, about: unknown): void;
  readonly valid: number;
  readonly invalid: number;
} {
  const counts = { valid: 0, invalid: 0 };
  return {
    agree(expected, verification, about) {
      if (verification.valid !== expected) expect({ about, verification }).toBe(expected);
      counts[expected ? "valid" : "invalid"]++;
    },
    get valid() {
      return counts.valid;
    },
    get invalid() {
      return counts.invalid;
    },
  };
}

describe("verifyMemory accepts exactly the orders that the definition asks for", () => {
  /** The relation that the linearization must extend. */
  const asked: Readonly<Record<"cc" | "ccv" | "ccm", (history: LiteralHistory) => Relation>> = {
    cc: causalOrder,
    ccv: (history) => union(history.po, history.wr, conflictOrder(history, causalOrder(history))),
    ccm(history) {
      const pww = partialStoreOrderOf(history);
      return union(history.po, history.wr, pww, readsBefore(history, pww));
    },
  };

  test.each(["cc", "ccv", "ccm"] as const)("%s: of all orders", (model) => {
    const compared = compareVerdicts();
    for (const memory of withSomeGiven(smallHistories(5, 500))) {
      const literal = literalHistory(memory);
      const related = asked[model](literal);
      const isPossible = model !== "cc" || isCc(literal);
      const history = memoryToHistory(memory);
      for (const linearization of arrange(idsOf(memory))) {
        const expected = isPossible && isExtended(memory, related, linearization);
        compared.agree(expected, verifyMemory(history, { model }, { linearization }), {
          memory,
          linearization,
        });
      }
    }
    expect(compared.valid).toBeGreaterThan(1000);
    expect(compared.invalid).toBeGreaterThan(1000);
  });

  test("wccm: of all pairs of orders", () => {
    const compared = compareVerdicts();
    let satisfied = 0;
    for (const memory of accessing(smallHistories(4, 250))) {
      const literal = literalHistory(memory);
      const wpww = weakPartialStoreOrderOf(literal);
      const more = union(externalReads(literal), wpww, readsBefore(literal, wpww));
      const first = union(preservedOrder(literal), more);
      const second = union(orderByVariable(literal), more);
      const isPossible = isWccm(literal);
      if (isPossible) satisfied++;
      const history = memoryToHistory(memory);
      const orders = arrange(idsOf(memory));
      for (const linearization of orders)
        for (const poLoc of orders) {
          const expected =
            isPossible && isExtended(memory, first, linearization) && isExtended(memory, second, poLoc);
          const verification = verifyMemory(history, { model: "wccm" }, { linearization, poLoc });
          compared.agree(expected, verification, { memory, linearization, poLoc });
        }
    }
    expect(satisfied).toBeGreaterThan(100);
    expect(compared.valid).toBeGreaterThan(1000);
  });

  test("cm: of all orders of each session", () => {
    const compared = compareVerdicts();
    for (const memory of withSomeGiven(smallHistories(4, 400))) {
      const literal = literalHistory(memory);
      const co = causalOrder(literal);
      const ids = idsOf(memory);
      const isView = (session: number, view: readonly number[]): boolean =>
        ids.filter((id) => memory.thread[id] === session).every((id) => view.includes(id)) &&
        view.every((id, place) => ids.every((a) => !has(co, a, id) || view.slice(0, place).includes(a))) &&
        takesLast(memory, view, (id) => memory.thread[id] === session);
      const sessions = [...new Set(memory.thread)];
      const views = sessions.map((session) =>
        [...selections(memory.size)].filter((view) => isView(session, view)),
      );
      const isPossible = views.every(({ length }) => length > 0);
      expect(isPossible).toBe(isCm(literal));
      if (!isPossible) continue;
      const history = memoryToHistory(memory);
      const linearization = arrange(ids).find((order) => isExtended(memory, co, order)) as number[];
      for (const session of sessions) {
        const threads = Object.fromEntries(sessions.map((other, i) => [other, views[i][0]]));
        for (const view of selections(memory.size)) {
          const witness = { linearization, threads: { ...threads, [session]: view } };
          const verification = verifyMemory(history, { model: "cm" }, witness);
          compared.agree(isView(session, view), verification, { memory, witness });
        }
      }
    }
    expect(compared.valid).toBeGreaterThan(500);
    expect(compared.invalid).toBeGreaterThan(1000);
  });

  test("sc: of all orders", () => {
    const compared = compareVerdicts();
    for (const memory of withSomeGiven(smallHistories(5, 300))) {
      const literal = literalHistory(memory);
      const history = memoryToHistory(memory);
      let satisfied = false;
      for (const linearization of arrange(idsOf(memory))) {
        const expected =
          isExtended(memory, literal.po, linearization) && takesLast(memory, linearization, () => true);
        satisfied ||= expected;
        compared.agree(expected, verifyMemory(history, { model: "sc" }, { linearization }), {
          memory,
          linearization,
        });
      }
      expect(satisfied).toBe(isSc(literal));
    }
    expect(compared.valid).toBeGreaterThan(500);
  });

  test("tso: of all runs of the machine", () => {
    const compared = compareVerdicts();
    for (const memory of accessing(smallHistories(4, 400))) {
      const ids = idsOf(memory);
      const history = memoryToHistory(memory);
      let satisfied = false;
      for (const execution of arrange([...ids, ...ids.filter((id) => memory.isWrite[id] === 1)])) {
        const linearization = execution.filter(
          (id, place) => memory.isWrite[id] === 0 || execution.indexOf(id) < place,
        );
        const expected = runsAsTold(memory, execution);
        satisfied ||= expected;
        const witness = { linearization, execution, storeOrder: commitsByName(memory, linearization) };
        compared.agree(expected, verifyMemory(history, { model: "tso" }, witness), { memory, execution });
      }
      expect(satisfied).toBe(isTso(literalHistory(memory)));
    }
    expect(compared.valid).toBeGreaterThan(500);
    expect(compared.invalid).toBeGreaterThan(1000);
  });
});

function commitsByName(memory: MemoryHistory, line: readonly number[]): Record<string, number[]> {
  const orders: Record<string, number[]> = {};
  for (const id of line)
    if (memory.isWrite[id] === 1) (orders[memory.names[memory.variable[id]]] ??= []).push(id);
  return orders;
}

/** The machine again, as slow as it gets: buffers and memory are worked out anew at each step. */
function runsAsTold(
  { thread, isWrite, variable, source }: MemoryHistory,
  execution: readonly number[],
): boolean {
  return execution.every((id, place) => {
    const before = execution.slice(0, place);
    const own = before.filter((other) => thread[other] === thread[id]);
    if (before.includes(id)) {
      const oldest = own.find((w) => isWrite[w] === 1 && own.indexOf(w) === own.lastIndexOf(w));
      return oldest === id; // first in, first out
    }
    if (execution.some((other) => thread[other] === thread[id] && other < id && !before.includes(other)))
      return false;
    if (isWrite[id] === 1) return true;
    const buffered = own.filter(
      (w) => isWrite[w] === 1 && variable[w] === variable[id] && own.indexOf(w) === own.lastIndexOf(w),
    );
    const stored = before.filter(
      (w, i) => isWrite[w] === 1 && variable[w] === variable[id] && before.indexOf(w) < i,
    );
    return (buffered.at(-1) ?? stored.at(-1) ?? INITIAL) === source[id];
  });
}
