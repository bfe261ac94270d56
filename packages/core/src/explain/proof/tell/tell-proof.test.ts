import { describe, expect, test } from "vitest";
import { check } from "../../../check.js";
import { parseHistory } from "../../../history/parse-history.js";
import type { Violation } from "../../../result.js";
import { findCriterion } from "../../../criteria/criterion.js";
import { findType } from "../../../types/index.js";
import type { ProofNode } from "../../../witness/proof/proof.js";
import { createScene } from "../../../witness/scene/scene.js";
import { verifyProof } from "../../../witness/proof/verify-proof.js";
import { tellProof } from "./tell-proof.js";

/** The violation of a history in the notation. */
function violationOf(criterion: string, notation: string): Violation {
  const result = check(parseHistory(notation), { criterion });
  if (result.verdict !== "violated") throw new Error(`${criterion} is ${result.verdict}`);
  return result.violation;
}

const leads = (steps: readonly string[]): readonly string[] => steps.filter((line) => /^\d/.test(line));

const circle = (violation: Violation): readonly string[] =>
  (violation.cycle ?? []).map(({ from, kind, to }) => `${from} ${kind} ${to}`);

describe("a proof in words", () => {
  test("a stale read: who wrote the value, and what overwrote it", () => {
    const violation = violationOf(
      "linearizability",
      "register { write(1) @0-1; write(2) @2-3 } || { read() => 1 @4-5 }",
    );
    expect(violation.steps).toEqual([
      "1. #2 read() => 1 can only happen while the value is 1. Only #0 write(1) can have made it so. But #1 write(2) lies between #0 and #2, and after it the value is 2: a contradiction.",
      "- #0 comes before #1 (same session), which comes before #2 (it returned at 3, that was called at 4)",
    ]);
    expect(circle(violation)).toEqual(["1 rt 2", "2 rw 1"]);
  });

  test("store buffering: a circle of session order and what is read before it is overwritten", () => {
    const violation = violationOf(
      "sequential",
      "memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }",
    );
    expect(violation.steps).toEqual([
      "1. #3 read(x) => 0 can only happen while x is 0. So it was so from the start until #3: nothing before it changes that.",
      "2. After #0 write(x,1), x is 1. So it cannot come before #3 (step 1): #3 comes before #0.",
      "3. But #2 write(y,1) comes before #1 read(y) => 0; then, whatever else happened, y is 1, and #1 cannot return 0: a contradiction.",
      "- #2 comes before #3 (same session), which comes before #0 (step 2), which comes before #1 (same session)",
    ]);
    expect(circle(violation)).toEqual(["2 so 3", "3 rw 0", "0 so 1", "1 rw 2"]);
  });

  test("what is seen through others: the chain in one sentence", () => {
    const { steps = [] } = violationOf(
      "causal",
      "set { add(1) => true } || { contains(1) => true; add(2) => true } || { contains(2) => true; contains(1) => false }",
    );
    expect(leads(steps)).toHaveLength(3);
    expect(steps.at(-1)).toBe(
      "- #0 is seen by #1 (step 1), which comes before #2 (same session), which is seen by #3, which comes before #4 (same session): so, by causal (an operation sees those that happen before it; who sees an operation sees what it sees), #4 sees #0",
    );
    expect(leads(steps)[2]).toContain("and after it 1 is in the set, against step 2: a contradiction.");
  });

  test("of several axioms, those that ask for a link; of several levels, the one of the method", () => {
    const stale = "map { put(a,1) => null; put(b,1) => null } || { get(b) => 1; get(a) => null }";
    const { steps = [] } = violationOf("session-guarantees", stale);
    expect(steps.at(-1)).toContain(
      "so, by vis ⊇ vis∘po and vis ⊇ po∘vis (what an operation sees, later ones of its session see; who sees an operation sees those before it in its session), #3 sees #0",
    );
    const mixed = violationOf("levels get=basic,*=weak", "map { put(a,1); get(a) => null }");
    expect(mixed.steps?.at(-1)).toBe(
      "- #0 comes before #1 (same session): so, by basic, the level of get (an operation sees those that happen before it), #1 sees #0",
    );
  });

  test("a count: the states that are reached", () => {
    const { steps } = violationOf(
      "linearizability",
      "counter { inc() @0-2 } || { inc() @1-3 } || { read() => 1 @4-5 }",
    );
    expect(steps).toEqual([
      "1. #0 inc() and #1 inc() come before #2 read() => 1; then, whatever else happened, the value is 2, and #2 cannot return 1: a contradiction.",
      "- #0 comes before #2 (it returned at 2, that was called at 4)",
      "- #1 comes before #2 (it returned at 3, that was called at 4)",
    ]);
  });

  test("two elements of a queue, and two objects", () => {
    const { steps = [] } = violationOf(
      "sequential",
      "queue { p.offer(1) => true; q.offer(1) => true; p.poll() => 2 } || { q.offer(2) => true; p.offer(2) => true; q.poll() => 1 }",
    );
    expect(leads(steps)).toHaveLength(5);
    expect(steps[0]).toContain("while in p, 2 is in the queue with no 1 to come out before it");
    expect(leads(steps)[4]).toContain(
      "come before #5 q.poll() => 1; then, whatever else happened, in q, 2 is in the queue",
    );
  });

  test("what would have led there and comes too late is named, and belongs to the core", () => {
    const soon = violationOf("sequential", "register { read() => 1; write(1) } || { write(2) }");
    expect(soon.steps).toEqual([
      "1. #0 read() => 1 can only happen while the value is 1. It is not so at the start, and nothing can have made it so in time: a contradiction.",
      "- #1 write(1) makes it so, but #0 comes before #1 (same session)",
    ]);
    const turned = violationOf("monotonic", "kv { append(a,x); append(a,y) } || { get(a) => yx }");
    expect(turned.steps).toEqual([
      '1. #2 get(a) => yx can only happen if, by what it sees, key a is "yx". Only #0 append(a,x) can have made it so. But it makes that so only if before it, in what #2 sees, key a is "y", which is not so at the start, and nothing can have made it so in time: a contradiction.',
      "- #1 append(a,y) makes it so, but #0 comes before #1 (same session)",
    ]);
    expect(turned.notation).toBe("kv { append(a,x); append(a,y) } || { get(a) => yx }");
    const again = violationOf("sequential", "register(1) { write(2); read() => 1; write(1) }");
    expect(again.steps?.[0]).toContain("nothing makes it so again before #1.");
    const many = violationOf(
      "sequential",
      "register { read() => 1; write(1); write(1); write(1); write(1); write(1) }",
    );
    expect(many.steps?.at(-1)).toBe("- 2 more make it so, and come later too");
  });

  test("a core has the reason of the whole: what was seen could have been", () => {
    const { notation } = violationOf(
      "sequential",
      "counter { inc(); inc() } || { read() => 1; read() => 0 }",
    );
    expect(notation).toBe("counter { inc(); inc() } || { read() => 1; read() => 0 }");
  });

  test("a value that nobody wrote, a lock that is taken twice: just that", () => {
    const nobody = violationOf("sequential", "register { write(1) } || { read() => 2 }");
    expect(nobody).toMatchObject({
      headline: "#1 read() => 2: no operation writes 2, and it was not there at the start",
    });
    expect(nobody).toHaveProperty("proof");
    expect(nobody).not.toHaveProperty("steps");
    const twice = violationOf("sequential", "mutex { acquire() } || { acquire() }");
    expect(twice.headline).toMatch(/^the mutex was acquired twice/);
    expect(twice).not.toHaveProperty("steps");
  });

  test("the states that there are, where none will do", () => {
    const { steps } = violationOf("sequential", "list { insert(0,a); insert(1,b) } || { read() => [b,a] }");
    expect(steps).toEqual([
      "1. Whatever happened, the list is [], [a], [b] or [a, b]. Then #2 read() => [b,a] cannot happen: a contradiction.",
    ]);
  });

  test("of a queue with two ends, what it holds", () => {
    const { steps = [] } = violationOf(
      "sequential",
      "deque { addFirst(1); addLast(2); pollLast() => 1; pollLast() => 2 }",
    );
    expect(steps[0]).toContain("while of 1 and 2 the deque holds [1].");
    expect(steps[0]).toContain("and after it of 1 and 2 the deque holds [1, 2]: a contradiction.");
  });

  test("cases are named", () => {
    const history = parseHistory("register { write(1) } || { write(2) } || { read() => 3 }");
    const nobody = (id: string): ProofNode => ({
      end: { since: { line: "all", view: 0, op: 2 }, id, cases: [] },
    });
    const tree: ProofNode = { end: { either: ["<", 0, 1], id: "e", cases: [nobody("s"), nobody("t")] } };
    const proof = { criterion: "sequential", views: [{ keep: "whole" as const }], tree };
    const spec = findCriterion("sequential");
    const subject = { type: findType("register") };
    expect(verifyProof(history, spec, subject, proof)).toEqual({ valid: true });
    expect(tellProof(createScene(history, spec, subject, proof.views), proof).steps).toEqual([
      "1. Either #0 comes before #1, or #1 comes before #0: both lead to a contradiction.",
      "2. [case 1.1: #0 comes before #1] Whatever happened, the value is null, 1 or 2. Then #2 read() => 3 cannot happen: a contradiction.",
      "3. [case 1.2: #1 comes before #0] Whatever happened, the value is null, 1 or 2. Then #2 read() => 3 cannot happen: a contradiction.",
    ]);
  });

  test("lines are told where there are several, once each", () => {
    const { steps = [] } = violationOf("sequential", "register {\nwrite(1);\nwrite(2);\nread() => 1 }");
    expect(steps[0]).toContain("#2 read() => 1 (line 4) can only happen while the value is 1.");
    expect(steps[0]).toContain(
      "Only #0 write(1) (line 2) can have made it so. But #1 write(2) (line 3) lies",
    );
  });

  test("without explanation there is neither proof nor words", () => {
    const history = parseHistory("register { write(1) } || { read() => 2 }");
    const result = check(history, { explain: false });
    expect(result.verdict === "violated" && result.violation).not.toHaveProperty("proof");
    expect(result.verdict === "violated" && result.violation).not.toHaveProperty("steps");
  });
});

test.each([
  ["sequential", "queue { offer(1) => true; offer(2) => true } || { poll() => 2; poll() => 1 }"],
  [
    "linearizability",
    "register { write(1) @0-10; read() => 0 @12-20 } || { write(0) @1-5; read() => 1 @6-11 }",
  ],
  [
    "causal",
    "set { add(1) => true } || { contains(1) => true; add(2) => true } || { contains(2) => true; contains(1) => false }",
  ],
  ["ccv", "memory { write(x,1); read(x) => 2 } || { write(x,2); read(x) => 1 }"],
  ["sc", "memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }"],
])(
  "%s: the outline has an element for each step, and its given orders are the history's",
  (criterion, notation) => {
    const history = parseHistory(notation);
    const { steps = [], outline = [] } = violationOf(criterion, notation);
    expect(outline).toHaveLength(leads(steps).length);
    const edges = outline.flatMap((step) => step.edges);
    expect(edges.length).toBeGreaterThan(0);
    for (const { from, to, kind } of edges) {
      const sameSession = history.session[from] === history.session[to] && from < to;
      if (kind === "so") expect(sameSession).toBe(true);
      if (kind === "rt") expect(history.ret[from]).toBeLessThan(history.call[to]);
    }
    for (const [at, { within }] of outline.entries())
      for (const { name, text } of within) expect(leads(steps)[at]).toContain(`[case ${name}: ${text}] `);
  },
);
