import { expect, test } from "vitest";
import { createHistoryBuilder } from "../../history/builder.js";
import { createRandom, type Random } from "../../random.js";
import { closure } from "./needed-orders.js";
import { type Pattern, shapeOf } from "./shape.js";

/** One operation of a pattern: a write or read of a value in a session, and which come before it. */
interface Node {
  readonly session: number;
  readonly write: boolean;
  readonly value: number;
  readonly after: readonly number[];
}

function randomNodes(random: Random, size: number): Node[] {
  return Array.from({ length: size }, (_, id) => ({
    session: random.int(2),
    write: random.int(2) === 0,
    value: random.int(2),
    after: Array.from({ length: id }, (_, other) => other).filter(() => random.int(3) === 0),
  }));
}

/** The nodes in another order, with sessions and values renamed. */
function renamed(nodes: readonly Node[], order: readonly number[], sessions: number, values: number): Node[] {
  return order.map((id) => ({
    session: (nodes[id].session + sessions) % 2,
    write: nodes[id].write,
    value: (nodes[id].value + values) % 2,
    after: nodes[id].after.map((other) => order.indexOf(other)),
  }));
}

function patternOf(nodes: readonly Node[]): Pattern {
  const builder = createHistoryBuilder();
  for (const { session, write, value } of nodes)
    builder.add(
      write ? { session, method: "write", args: [value] } : { session, method: "read", result: value },
    );
  const before = closure(nodes.length, (a, b) => nodes[b].after.includes(a));
  return { history: builder.finish(), type: "register", initial: undefined, before, sessions: true };
}

/** All orders of `0 … size - 1`. */
function permutations(size: number): number[][] {
  if (size === 0) return [[]];
  return permutations(size - 1).flatMap((rest) =>
    Array.from({ length: size }, (_, at) => [...rest.slice(0, at), size - 1, ...rest.slice(at)]),
  );
}

/** Whether some renaming makes one pattern the other: all are tried. */
function alike(a: readonly Node[], b: readonly Node[]): boolean {
  const text = (nodes: readonly Node[]): string =>
    JSON.stringify([
      nodes.map(({ session, write, value }) => [session, write, value]),
      patternOf(nodes).before,
    ]);
  const wanted = text(b);
  return permutations(a.length).some((order) =>
    [0, 1].some((sessions) => [0, 1].some((values) => text(renamed(a, order, sessions, values)) === wanted)),
  );
}

test("two patterns have one shape exactly when one is the other renamed", () => {
  const random = createRandom(5);
  let same = 0;
  for (let round = 0; round < 300; round++) {
    const a = randomNodes(random, 3);
    const b = randomNodes(random, 3);
    const isSame = alike(a, b);
    if (isSame) same++;
    expect(shapeOf(patternOf(a)).text === shapeOf(patternOf(b)).text).toBe(isSame);
  }
  expect(same).toBeGreaterThan(0);
});

test("every renamed copy of a larger pattern has its shape", () => {
  const random = createRandom(6);
  const orders = permutations(5);
  for (let round = 0; round < 60; round++) {
    const nodes = randomNodes(random, 5);
    const copy = renamed(nodes, orders[random.int(orders.length)], random.int(2), random.int(2));
    expect(shapeOf(patternOf(copy)).text).toBe(shapeOf(patternOf(nodes)).text);
  }
});

test("many operations that look alike are told in bounded time", () => {
  const nodes = Array.from(
    { length: 30 },
    (_, i): Node => ({ session: i, write: true, value: i, after: [] }),
  );
  expect(shapeOf(patternOf(nodes)).order).toHaveLength(30);
});
