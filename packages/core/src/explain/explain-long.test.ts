import { expect, test } from "vitest";
import { check } from "../check.js";
import { findCriterion } from "../criteria/criterion.js";
import { parseHistory } from "../history/parse-history.js";
import type { Violation } from "../result.js";
import { findType } from "../types/index.js";
import { verifyProof } from "../witness/proof/verify-proof.js";

/** Sessions of so many operations each. */
const session = (length: number, operation: (at: number) => string): string =>
  `{ ${Array.from({ length }, (_, at) => operation(at)).join("; ")} }`;

function explain(text: string, criterion: string): Violation {
  const result = check(parseHistory(text), { criterion });
  if (result.verdict !== "violated") throw new Error(`${criterion} is ${result.verdict}`);
  return result.violation;
}

// A writer; a reader who follows it; one who hears from the reader, and then reads what was overwritten long before.
const stale = `register ${[
  session(90, (at) => `write(${at})`),
  session(90, (at) => (at < 60 ? `read() => ${at}` : `write(${1000 + at})`)),
  `{ read() => 1089; read() => 3; read() => 89 }`,
].join(" || ")}`;

test.each(["causal", "complete"])("of a long history few operations are proved to fail: %s", (criterion) => {
  const violation = explain(stale, criterion);
  expect(violation.kind).toBe("core");
  expect(violation.operations.length).toBeLessThan(10);
  const type = findType("register");
  expect(verifyProof(parseHistory(stale), findCriterion(criterion), { type }, violation.proof)).toEqual({
    valid: true,
  });
  expect(check(parseHistory(violation.notation ?? ""), { criterion }).verdict).toBe("violated");
  // Counted, not timed.
  expect(explain(stale, criterion)).toEqual(violation);
});

test("a size that cannot be is proved by counting", () => {
  const text = `set ${[
    session(100, (at) => `add(${at})`),
    session(100, (at) => (at < 4 ? `remove(${at})` : `contains(${at}) => false`)),
    `{ size() => 80; size() => 70 }`,
  ].join(" || ")}`;
  const { proof, steps } = explain(text, "monotonic");
  expect(proof).toMatchObject({ tree: { end: { clash: [{ answered: 200 }, { answered: 201 }] } } });
  expect(steps).toEqual([
    "1. #201 size() => 70 sees all that #200 size() => 80 saw, and by what it sees besides the size falls by 10, from 80 to 70. But it can fall by 4 at most: a contradiction.",
    "- of the operations that may lower it, 0 are surely seen by #201 and not by #200, and 4 more can be",
  ]);
});

test("a number that cannot be is proved by counting", () => {
  const text = `counter ${[
    session(100, () => "inc()"),
    session(100, (at) => (at % 2 === 0 ? "inc()" : "dec()")),
    `{ inc(); inc(); read() => -3 }`,
  ].join(" || ")}`;
  const { proof, steps } = explain(text, "causal");
  expect(proof).toMatchObject({ tree: { end: { clash: [{ answered: 202 }] } } });
  expect(steps).toEqual([
    "1. #202 read() => -3 can only happen if, by what it sees, the value is -3. But whatever it sees, the value is at least 2: a contradiction.",
    "- #202 surely sees 2 operations that may change it, and can see 200 more",
    "- of each session #202 sees all up to some place",
  ]);
});
