import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { seeds } from "@sightline/testing/seeds.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { describe, expect, test } from "vitest";
import { check } from "../../check.js";
import { findCriterion } from "../../criteria/criterion.js";
import { parseHistory } from "../../history/parse-history.js";
import { createRandom } from "../../random.js";
import { findType, typeNames } from "../../types/index.js";
import { closeFacts } from "../proof/close-facts.js";
import { verifyProof } from "../proof/verify-proof.js";
import { impossibleNumber } from "./impossible-number.js";
import { createScene } from "./scene.js";

const counted = typeNames.map(findType).filter(({ counts }) => counts !== undefined);
const criteria = [
  "linearizability",
  "sequential",
  "weak",
  "basic",
  "monotonic",
  "peer",
  "causal",
  "complete",
  "levels TOLD=causal,*=monotonic",
  "levels TOLD=peer,*=weak",
  "axioms vis >= hb; vis >= vis.hb",
];

test.each(counted)("of $name: no number is impossible in a history that satisfies the criterion", (type) => {
  const met = { satisfied: 0, impossible: 0 };
  for (let seed = 1; seed <= seeds(500); seed++) {
    const random = createRandom(seed);
    const name = random.pick(criteria).replace("TOLD", type.methods?.size === undefined ? "read" : "size");
    const isOfOneOrder = name === "linearizability" || name === "sequential";
    const spec = findCriterion(name, isOfOneOrder ? undefined : random.pick(["session", "realtime"]));
    const draw = random.chance(0.5) ? generateHistory : generateVisibilityHistory;
    const history = draw(type, seed, 3 + random.int(5));
    const scene = createScene(history, spec, { type }, []);
    const all = Array.from(history.label.keys()).filter((id) => !scene.maybe(id));
    const found = impossibleNumber(scene, all, closeFacts(scene, []));
    const { verdict } = check(history, { criterion: spec.name, explain: false });
    if (verdict === "satisfied") expect(found, `${spec.name}, seed ${seed}`).toBeUndefined();
    if (verdict === "satisfied") met.satisfied++;
    if (found !== undefined) met.impossible++;
  }
  expect(Math.min(...Object.values(met))).toBeGreaterThan(5);
});

describe("a number is told to be impossible", () => {
  const reasonOf = (text: string, criterion: string, answered: readonly number[]): string => {
    const history = parseHistory(text);
    const clash = answered.map((id) => ({ answered: id }));
    const proof = { criterion, views: [], tree: { end: { clash } } };
    const type = findType(history.type ?? "");
    const checked = verifyProof(history, findCriterion(criterion), { type }, proof);
    return checked.valid ? "valid" : checked.reason;
  };
  const open = "a branch ends without a contradiction";
  const sums = "counter { inc(); dec(); inc() } || { read() => 2; read() => -1 }";
  const sizes = "set { add(1); add(2); remove(1) } || { size() => 2; size() => 0 }";
  const ends = "queue { offer(1); offer(2); poll() } || { size() => 2; isEmpty() => true }";
  test.each([
    // Any of the session, or all up to some place.
    [sums, "monotonic", [4], open],
    [sums, "peer", [3], "valid"],
    [sums, "monotonic", [3, 4], "valid"],
    ["counter { dec(); dec() } || { read() => 2; read() => -1 }", "weak", [2], "valid"],
    ["counter { dec(); inc(); inc() } || { read() => 2 }", "weak", [3], open],
    // The sights of the first count for the second only where the level says so.
    ["counter { inc(); dec(); dec() } || { read() => 1; read() => -1 }", "basic", [3, 4], open],
    ["counter { inc(); dec() } || { read() => 1; read() => -1 }", "basic", [2, 3], open],
    ["counter { inc(); dec() } || { read() => 1; read() => -1 }", "monotonic", [2, 3], "valid"],
    // Two keys are gone, and one can be.
    [sizes, "monotonic", [3, 4], "valid"],
    [sizes, "basic", [3, 4], open],
    [sizes, "causal", [3], open],
    ["set { add(1); add(1) } || { size() => 2 }", "weak", [2], "valid"],
    ["set { add(1); remove(2); size() => 0 }", "basic", [2], "valid"],
    ["set { add(1); remove(2); size() => 0 }", "weak", [2], open],
    ["set { add(1) } || { remove(1) } || { size() => 1 }", "weak", [2], open],
    // Two polls take two.
    [ends, "monotonic", [3, 4], "valid"],
    [ends, "sequential", [3, 4], "valid"],
    ["queue { offer(1); poll() => null; size() => 0 }", "sequential", [2], "valid"],
    ["queue { offer(1); poll(); size() => 0 }", "sequential", [2], open],
    ["register { write(1); read() => 2 }", "sequential", [1], "nothing is counted here"],
  ])("%s, %s: %j", (text, criterion, answered, expected) => {
    expect(reasonOf(text, criterion, answered)).toBe(expected);
  });
});
