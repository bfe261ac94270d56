// @module-tag slow
import { describe, expect, test } from "vitest";
import { check } from "../../check.js";
import { findCriterion } from "../../criteria/criterion.js";
import { levelNames } from "../../criteria/levels.js";
import type { History } from "../../history/history.js";
import { parseHistory } from "../../history/parse-history.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import {
  generateVisibilityHistory,
  randomLevels,
} from "@sightline/testing/visibility/generate-visibility.js";
import { mutateProof, nearbyHistory } from "@sightline/testing/proof/mutate-proof.js";
import { satisfies } from "@sightline/testing/order/order-oracle.js";
import { createRandom } from "../../random.js";
import { satisfiesLevels } from "@sightline/testing/visibility/visibility-oracle.js";
import { findType, typeNames } from "../../types/index.js";
import { verifyProof } from "../../witness/proof/verify-proof.js";
import { stepsOf } from "./measure-proof.js";
import { prove } from "./prove.js";

/** Proofs about sights are not for replicated types. */
const kinds = typeNames.map(findType).filter(({ replicated }) => replicated === undefined);

describe("classics", () => {
  /** What a reader has to go through, at most. */
  const classics: readonly (readonly [string, string, string, number])[] = [
    [
      "reads 1-2-1",
      "sequential",
      "register { write(1) } || { write(2) } || { read() => 1; read() => 2; read() => 1 }",
      2,
    ],
    [
      "lost update",
      "sequential",
      "map { put(1,1) => null; get(1) => 2; get(1) => 1 } || { put(1,2) => null }",
      1,
    ],
    [
      "first in, second out",
      "sequential",
      "queue { offer(1) => true; offer(2) => true } || { poll() => 2; poll() => 1 }",
      2,
    ],
    ["polled twice", "sequential", "queue { offer(1) => true } || { poll() => 1 } || { poll() => 1 }", 5],
    ["stack", "sequential", "stack { push(1); push(2); pop() => 1; pop() => 2 }", 2],
    [
      "two queues",
      "sequential",
      "queue { p.offer(1) => true; q.offer(1) => true; p.poll() => 2 } || { q.offer(2) => true; p.offer(2) => true; q.poll() => 1 }",
      6,
    ],
    [
      "store buffering",
      "sequential",
      "memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }",
      3,
    ],
    ["store buffering, sc", "sc", "memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }", 3],
    [
      "IRIW",
      "sequential",
      "map { put(x,1) => null } || { put(y,1) => null } || { get(x) => 1; get(y) => null } || { get(y) => 1; get(x) => null }",
      5,
    ],
    [
      "causal triangle",
      "causal",
      "set { add(1) => true } || { contains(1) => true; add(2) => true } || { contains(2) => true; contains(1) => false }",
      7,
    ],
    ["monotonic", "monotonic", "set { add(1) => true } || { contains(1) => true; contains(1) => false }", 3],
    [
      "POPL'19 Fig. 2",
      "peer",
      "map { put(1,0) => null; containsValue(0) => false } || { put(0,0) => null; put(1,1) => 0 }",
      4,
    ],
    [
      "cas twice",
      "sequential",
      "register { cas(null,1) => true; read() => 1 } || { cas(null,2) => true }",
      4,
    ],
    ["size", "sequential", "set { add(1) => true; size() => 1 } || { add(2) => true; size() => 1 }", 3],
    [
      "write skew",
      "serializability",
      "multi-register { txn([[read,x,null],[write,y,1]]) => [[read,x,null],[write,y,1]] } || { txn([[read,y,null],[write,x,1]]) => [[read,y,null],[write,x,1]] }",
      4,
    ],
    ["a mutex held twice", "sequential", "mutex { acquire() => null } || { acquire() => null }", 4],
    [
      "an axiom",
      "axioms vis >= vis.po",
      "set { add(1) => true } || { contains(1) => true; contains(1) => false }",
      3,
    ],
    [
      "a level for each method",
      "levels add=weak,contains=monotonic,*=weak",
      "set { add(1) => true } || { contains(1) => true; contains(1) => false }",
      3,
    ],
  ];
  test.each(classics)("%s (%s)", (_, criterion, notation, most) => {
    const history = parseHistory(notation);
    const type = findType(history.type ?? "");
    const spec = findCriterion(criterion);
    const proof = prove({ history, spec, type });
    expect(proof).toBeDefined();
    expect(verifyProof(history, spec, { type }, JSON.parse(JSON.stringify(proof)))).toEqual({ valid: true });
    expect(proof && stepsOf(proof.tree)).toBeLessThanOrEqual(most);
    expect(prove({ history, spec, type })).toEqual(proof);
  });
});

/** A criterion and what the literal definition says of a history. */
interface Asked {
  readonly criterion: string;
  isSatisfied(history: History): boolean;
}

/** A random criterion of one order or of levels, with its oracle. */
function draw(type: (typeof kinds)[number], seed: number): Asked {
  const random = createRandom(seed);
  const choice = random.int(9);
  if (choice < 2) {
    const criterion = choice === 0 ? "linearizability" : "sequential";
    return { criterion, isSatisfied: (history) => satisfies(history, type, criterion) };
  }
  const order = random.chance(0.3) ? "realtime" : "session";
  const suffix = order === "realtime" ? " (realtime)" : "";
  if (choice < 8) {
    const level = levelNames[choice - 2];
    return {
      criterion: level + suffix,
      isSatisfied: (history) => satisfiesLevels(history, type, () => level, { order }),
    };
  }
  const levels = randomLevels(type, random);
  const text = Object.keys(levels)
    .map((method) => [method, levels[method]].join("="))
    .join();
  return {
    criterion: `levels ${text},*=complete${suffix}`,
    isSatisfied: (history) => satisfiesLevels(history, type, (method) => levels[method], { order }),
  };
}

describe("on random histories of all types, by the literal definition", () => {
  test("what is violated has a proof, what is satisfied none, and no proof fits a history that is satisfied", () => {
    let [violated, proved, foreign] = [0, 0, 0];
    for (let seed = 0; seed < 1500; seed++) {
      const type = kinds[seed % kinds.length];
      const { criterion, isSatisfied } = draw(type, seed);
      const spec = findCriterion(criterion);
      const generate = seed % 2 === 0 ? generateHistory : generateVisibilityHistory;
      const history = generate(type, seed, 5);
      if (history.size > 5) continue;
      const tell = `seed ${seed}, ${type.name}, ${criterion}`;
      if (isSatisfied(history)) {
        if (seed % 3 === 0) expect(prove({ history, spec, type, fuel: 20_000 }), tell).toBeUndefined();
        continue;
      }
      violated++;
      const proof = prove({ history, spec, type });
      if (proof === undefined) continue;
      proved++;
      expect(verifyProof(history, spec, { type }, proof), tell).toEqual({ valid: true });
      const random = createRandom(seed);
      for (let near = 0; near < 8; near++) {
        const other = nearbyHistory(history, type, random);
        if (!isSatisfied(other)) continue;
        let mutated = proof;
        for (let edits = 0; edits < 20; edits++) {
          const checked = verifyProof(other, spec, { type }, mutated);
          if (checked.valid)
            throw new Error(`${tell}: accepted of a history that is satisfied: ${JSON.stringify(mutated)}`);
          foreign++;
          mutated = mutateProof(random.chance(0.3) ? proof : mutated, history.size, random);
        }
      }
    }
    expect(violated).toBeGreaterThan(200);
    expect(proved / violated).toBeGreaterThan(0.99);
    expect(foreign).toBeGreaterThan(3000);
  });

  test("the engines agree on larger ones", () => {
    let [violated, proved] = [0, 0];
    for (let seed = 0; seed < 150; seed++) {
      const type = kinds[seed % kinds.length];
      const { criterion } = draw(type, seed);
      const history = generateHistory(type, seed, 10);
      if (check(history, { type, criterion, explain: false }).verdict !== "violated") continue;
      violated++;
      const proof = prove({ history, spec: findCriterion(criterion), type });
      if (proof !== undefined) proved++;
    }
    expect(violated).toBeGreaterThan(50);
    expect(proved / violated).toBeGreaterThan(0.95);
  });
});

test.each([
  "set { remove(2); size() => 1; add(0) } || { remove(0) } || { add(1); add(0); add(0) } || { size() => 1; size() => 0; add(1) }",
  "map { put(3,1); put(3,2); put(3,3); put(0,1) } || { put(0,2); put(1,1); put(1,2) } || { put(3,4); size() => 2; get(0) => null }",
])("distinctions are made one within another where few do not suffice: %s", (text) => {
  const history = parseHistory(text);
  const [spec, type] = [findCriterion("causal"), findType(history.type ?? "")];
  const proof = prove({ history, type, spec, byCases: true, fuel: 100_000 });
  expect(proof).toBeDefined();
  expect(verifyProof(history, spec, { type }, proof)).toEqual({ valid: true });
});
