import { describe, expect, test } from "vitest";
import { check } from "../check.js";
import { parseHistory } from "../history/parse-history.js";
import type { Witness } from "../result.js";
import { createRandom } from "../random.js";
import { findType } from "../types/index.js";
import { malformed } from "./malformed.js";
import { verifyWitness } from "./verify-criterion.js";

const memory = parseHistory(
  "memory { write(x,1); read(y) => 0; write(x,3) } || { write(y,2); read(x) => 1 } || { read(x) => 1 }",
);
const set = parseHistory("set { add(1) => true; contains(2) => true } || { add(2) => true; size() => 2 }");

const criteria: readonly (readonly [string, typeof memory])[] = [
  ...["cc", "ccv", "cm", "ccm", "wccm", "tso", "sc"].map((name) => [name, memory] as const),
  ...["linearizability", "sequential", "weak", "causal", "complete", "return-value", "axioms vis >= hb"].map(
    (name) => [name, set] as const,
  ),
];

/** What may stand in a file in the place of anything. */
const junk: readonly unknown[] = [
  null,
  true,
  "0",
  "",
  -1,
  0.5,
  1e300,
  2 ** 40,
  [],
  {},
  [null],
  [[0]],
  [0, 0, 0],
  [-1],
  [99],
  ["0"],
  [{ 0: 1 }],
  { 0: null },
  { 0: [null] },
  { 0: [99, -5] },
  { x: 7 },
  { x: "y" },
  { x: [[0]] },
  { 0: [0, 1, 2, 3], "-1": [0] },
  JSON.parse('{"__proto__":[0],"constructor":[1],"x":{"x":{}}}'),
];
const fields = [
  "linearization",
  "visibility",
  "sources",
  "threads",
  "poLoc",
  "storeOrder",
  "execution",
] as const;

describe.each(criteria)("a witness of %s from a file that nobody vouches for", (criterion, history) => {
  const claim = { type: findType(history.type ?? ""), criterion };
  const found = check(history, { criterion });
  if (found.verdict !== "satisfied") throw new Error(`${criterion} is ${found.verdict}`);
  const { witness } = found;

  test("is valid as it is", () => {
    expect(verifyWitness(history, claim, witness)).toEqual({ valid: true });
  });

  test("is valid or not with junk in any field, and nothing is thrown", () => {
    for (const field of fields)
      for (const value of junk) {
        const broken = { ...witness, [field]: value } as unknown as Witness;
        const { valid } = verifyWitness(history, claim, broken);
        if (malformed(broken) !== undefined) expect(valid).toBe(false);
      }
    for (const value of junk) expect(verifyWitness(history, claim, value as Witness).valid).toBe(false);
  });

  test("is valid or not with junk in many fields at once (3,000 witnesses)", () => {
    const random = createRandom(7);
    for (let run = 0; run < 3000; run++) {
      const broken: Record<string, unknown> = { ...witness };
      for (const field of fields) if (random.int(3) === 0) broken[field] = junk[random.int(junk.length)];
      expect(typeof verifyWitness(history, claim, broken as unknown as Witness).valid).toBe("boolean");
    }
  });
});

test("says which field is malformed", () => {
  expect(malformed(null)).toBe("the witness is no object");
  expect(malformed({})).toBe('the witness has no "linearization"');
  expect(malformed({ linearization: [0], threads: null })).toBe(
    '"threads" must give an array of operation ids for each session in it',
  );
  expect(malformed({ linearization: [0], storeOrder: null })).toMatch(/^"storeOrder" must give/);
  expect(malformed({ linearization: [0], execution: {} })).toBe(
    '"execution" must be an array of operation ids',
  );
  expect(malformed({ linearization: [0], sources: { 1: "a" } })).toMatch(/^"sources" must give/);
});
