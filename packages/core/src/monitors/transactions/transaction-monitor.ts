import { type Budget, orExhausted } from "../../budget.js";
import type { Found } from "../../linearize/engine.js";
import type { Part } from "../../linearize/part.js";
import { type Monitor, satisfied } from "../monitor.js";
import { baseOrder } from "./base-order.js";
import { circleFound, pairFound } from "./circle-found.js";
import { keyChains } from "./key-chains.js";
import { createLineUp } from "./line-up.js";
import { sortAlong } from "./order-graph.js";
import { AT_FIRST, registerAccesses, type RegisterAccesses } from "./register-accesses.js";
import { createSaturation } from "./saturate.js";
import { type Circle, findCircle } from "./find-circle.js";

/**
 * Decides transactions on registers where it is known who read from whom: saturation (`saturate.ts`), then an order
 * along it (`line-up.ts`). Where that comes to a stop, two writes are in an order that no rule told, and both are tried.
 */
export const transactionMonitor: Monitor = (part, budget) => {
  const accesses = registerAccesses(part);
  if (accesses === undefined || "verdict" in accesses) return accesses;
  return orExhausted<Found | undefined>(
    () => decideAccesses(part, accesses, budget),
    (reason) => ({ verdict: "unknown", reason, states: 0 }),
  );
};

/** What wrong guesses may cost, each as much as there are nodes, before a search is asked. */
const MOST_FAILURES = 10_000_000;

function decideAccesses(part: Part, accesses: RegisterAccesses, budget: Budget): Found | undefined {
  const base = baseOrder(part, accesses.rows);
  const { graph } = base;
  // Orders that contradict each other by themselves are told elsewhere.
  if (sortAlong(graph).length < graph.nodes) return undefined;
  const chains = keyChains(base, accesses);
  for (const [node, reads] of accesses.reads.entries())
    for (const { key, writer } of reads) if (writer !== AT_FIRST) graph.add(writer, node, "wr", key);
  for (const [key, readers] of chains.firstReaders)
    for (const reader of readers)
      for (const { nodes } of chains.writers[key]) {
        const first = nodes[0] === reader ? nodes[1] : nodes[0];
        if (first !== undefined) graph.add(reader, first, "rw", key);
      }
  const saturation = createSaturation(base, accesses, chains, budget);
  const sourcesOf = (row: number): readonly number[] =>
    accesses.reads[accesses.rows.indexOf(row)].flatMap(({ writer }) =>
      writer === AT_FIRST ? [] : [accesses.rows[writer]],
    );
  const told = { part, graph, rows: accesses.rows, keys: accesses.keys };
  const sorted = saturation.run();
  if (sorted.length < graph.nodes) return circleFound(part, findCircle(told, sorted), sourcesOf);
  let line = createLineUp(base, accesses, chains, sorted);
  let failures = 0;

  /** An order of all; or why there is none, if what is assumed holds. */
  const decide = (): readonly number[] | Circle | undefined => {
    const pair = line.run();
    if (pair === undefined) return line.order();
    const { placed, blocked } = pair;
    const mark = graph.size;
    const rows = new Set<number>();
    const assumed = new Set<number>();
    for (const [first, second] of [
      [blocked, placed],
      [placed, blocked],
    ]) {
      let answer: ReturnType<typeof decide>;
      if (saturation.assume(first, second)) {
        line.grow(mark);
        answer = decide();
      } else answer = findCircle(told, sortAlong(graph));
      if (answer === undefined || !("rows" in answer)) return answer;
      if (!answer.assumed.has(mark)) return answer; // it is so either way
      if ((failures += graph.nodes) > MOST_FAILURES) return undefined;
      for (const row of answer.rows) rows.add(row);
      for (const edge of answer.assumed) if (edge !== mark) assumed.add(edge);
      graph.truncate(mark);
      line = createLineUp(base, accesses, chains, saturation.run());
    }
    return { rows, edges: [], assumed };
  };

  const answer = decide();
  if (answer === undefined) return undefined;
  if ("rows" in answer) return (answer.edges.length > 0 ? circleFound : pairFound)(part, answer, sourcesOf);
  return satisfied(
    part,
    Int32Array.from(answer, (node) => accesses.rows[node]),
  );
}
