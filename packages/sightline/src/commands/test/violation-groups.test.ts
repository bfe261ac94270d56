import { parseProgram, printObjectProgram, type ProgramResult } from "@sightline/lab";
import { expect, test } from "vitest";
import { groupViolations, type ShownViolation } from "./violation-groups.js";

const violation = (
  text: string,
  { from, ...about }: Partial<ProgramResult> & { readonly from?: string },
): ShownViolation => ({
  result: { program: parseProgram(text), index: 0, executions: 1, seconds: 1, outcomes: [], ...about },
  tested: ["f"],
  replay: undefined,
  shrunkFrom: from === undefined ? undefined : parseProgram(from),
});
const [large, larger, small] = [
  "{ f(1); f(2) } || { f(3) }",
  "{ f(1); f(2) } || { f(3); f(4) }",
  "{ f() } || { f() }",
];

const grouped = (violations: readonly ShownViolation[]) =>
  groupViolations(violations).map(({ first, others, programs }) => ({
    first: printObjectProgram(first.result.program),
    others: others.map(({ result }) => printObjectProgram(result.program)),
    programs,
  }));

test("violations of one cause are of one kind, and the smallest stands for all", () =>
  expect(
    grouped([
      violation(small, { cause: "other" }),
      violation(larger, { cause: "same" }),
      violation(large, { cause: "same" }),
    ]),
  ).toEqual([
    { first: large, others: [larger], programs: 2 },
    { first: small, others: [], programs: 1 },
  ]));

test("programs that were made smaller to one kind are of it", () =>
  expect(
    grouped([
      violation(large, { cause: "a" }),
      violation(larger, { cause: "b" }),
      violation(small, { cause: "c", from: large }),
      violation(small, { cause: "c", from: larger }),
    ]),
  ).toEqual([{ first: small, others: [large, larger], programs: 2 }]));

test("those without a known cause stand alone, those that hang in the same methods do not", () => {
  expect(grouped([violation(large, {}), violation(larger, {})])).toHaveLength(2);
  const failure = { kind: "hang", message: "so" } as const;
  expect(grouped([violation(large, { failure }), violation(larger, { failure })])).toHaveLength(1);
});
