import { expect, test } from "vitest";
import type { MemoryHistory } from "../memory/memory-history.js";
import { generateMemory, withGivenEdges } from "@sightline/testing/memory/generate-memory.js";
import {
  causalOrder,
  conflictOrder,
  externalReads,
  happensBefores,
  isCc,
  type LiteralHistory,
  literalHistory,
  orderByVariable,
  partialStoreOrderOf,
  preservedOrder,
  readsBefore,
  weakPartialStoreOrderOf,
} from "@sightline/testing/memory/memory-oracle.js";
import { memoryToHistory } from "@sightline/testing/memory/memory-to-history.js";
import { createRandom, type Random } from "../random.js";
import {
  closure,
  has,
  isAcyclic,
  isSame,
  type Relation,
  relation,
  union,
} from "@sightline/testing/memory/relation.js";
import { verifyMemory } from "./verify-memory.js";
import { seeds } from "@sightline/testing/seeds.js";

/** What a witness of the model must extend: the relation of the linearization, then that of `poLoc`. */
type Asked = readonly Relation[];

const betweenWrites = ({ size, isWrite, variable }: LiteralHistory, related: Relation): Relation =>
  relation(size, (a, b) => has(related, a, b) && isWrite[a] && isWrite[b] && variable[a] === variable[b]);

const strong = (history: LiteralHistory, pww: Relation): Asked => [
  union(history.po, history.wr, pww, readsBefore(history, pww)),
];

function weak(history: LiteralHistory, wpww: Relation): Asked {
  const more = union(externalReads(history), wpww, readsBefore(history, wpww));
  return [union(preservedOrder(history), more), union(orderByVariable(history), more)];
}

/** What each model asks for; then less than it asks for, so that orders are drawn that only just fail. */
const asked: Readonly<Record<"cc" | "ccv" | "ccm" | "wccm", (history: LiteralHistory) => readonly Asked[]>> =
  {
    cc: (history) => [[causalOrder(history)], [history.po]],
    ccv: (history) => [
      [union(history.po, history.wr, conflictOrder(history, causalOrder(history)))],
      [causalOrder(history)],
    ],
    ccm(history) {
      const co = causalOrder(history);
      const hb = closure(union(...happensBefores(history)));
      return [
        strong(history, partialStoreOrderOf(history)),
        strong(history, closure(union(betweenWrites(history, co), conflictOrder(history, co)))), // no rule 2
        strong(history, betweenWrites(history, hb)), // no conflicts
      ];
    },
    wccm(history) {
      const external = externalReads(history);
      const [ppo, poLoc] = [preservedOrder(history), orderByVariable(history)].map((pi) =>
        closure(union(pi, external)),
      );
      const conflicts = [ppo, poLoc].map((co) => conflictOrder(history, co, external));
      return [
        weak(history, weakPartialStoreOrderOf(history)),
        weak(history, closure(union(betweenWrites(history, ppo), ...conflicts))), // no rule 2
        weak(history, union(betweenWrites(history, ppo), betweenWrites(history, poLoc))), // nor conflicts
      ];
    },
  };

/** Some order of the operations, initial writes left out, that extends the relation. */
function randomExtension(related: Relation, { size }: MemoryHistory, random: Random): number[] {
  const left = Array.from(related.keys());
  const order: number[] = [];
  while (left.length > 0) {
    const ready = left.filter((id) => !left.some((other) => has(related, other, id)));
    order.push(...left.splice(left.indexOf(random.pick(ready)), 1));
  }
  return order.filter((id) => id < size);
}

const isExtended = (related: Relation, order: readonly number[]): boolean =>
  order.every((later, place) => order.slice(0, place).every((earlier) => !has(related, later, earlier)));

test.each(["cc", "ccv", "ccm", "wccm"] as const)(
  "%s: the definition says which of many nearly valid witnesses hold",
  (model) => {
    const random = createRandom(1);
    const counts = { valid: 0, invalid: 0 };
    for (let seed = 0; seed < seeds(220); seed++) {
      const memory = drawHistory(seed, model !== "wccm", random);
      const literal = literalHistory(memory);
      const [needed, ...lesser] = asked[model](literal);
      if ((model === "cc" && !isCc(literal)) || !needed.every(isAcyclic)) continue;
      const history = memoryToHistory(memory);
      const agree = (orders: readonly (readonly number[])[]): void => {
        const [linearization, poLoc] = orders;
        const expected = orders.every((order, i) => isExtended(needed[i], order));
        const witness = { linearization, ...(poLoc !== undefined && { poLoc }) };
        const verification = verifyMemory(history, { model }, witness);
        if (verification.valid !== expected) expect({ memory, orders, verification }).toBe(expected);
        counts[expected ? "valid" : "invalid"]++;
      };
      const orders = needed.map((related) => randomExtension(related, memory, random));
      agree(orders);
      for (let count = 0; count < 3; count++) {
        const which = random.int(orders.length);
        const [i, j] = [random.int(memory.size), random.int(memory.size)];
        agree(orders.with(which, orders[which].with(i, orders[which][j]).with(j, orders[which][i])));
      }
      for (const relations of lesser)
        for (let count = 0; count < (isSameClosure(relations, needed) ? 0 : 8); count++)
          agree(relations.map((related) => randomExtension(related, memory, random)));
    }
    expect(counts.valid).toBeGreaterThan(160);
    expect(counts.invalid).toBeGreaterThan(160);
  },
);

const isSameClosure = (first: Asked, second: Asked): boolean =>
  first.every((related, i) => isSame(closure(related), closure(second[i])));

/** A history of about twenty operations in which no read takes an own later write. */
function drawHistory(seed: number, mayHaveGiven: boolean, random: Random): MemoryHistory {
  const kind = random.pick(["sc", "tso", "causal", "convergent", "weak"] as const);
  const [threads, variables] = [3 + random.int(3), 2 + random.int(2)];
  const memory = generateMemory(kind, { operations: 22, threads, variables, writes: 0.4, seed });
  return mayHaveGiven && seed % 3 === 0 ? withGivenEdges(memory, seed) : memory;
}
