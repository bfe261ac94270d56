import { expect, test } from "vitest";
import { check } from "../check.js";
import { findCriterion } from "../criteria/criterion.js";
import { parseHistory } from "../history/parse-history.js";
import { findType } from "../types/index.js";
import { verifyProof } from "../witness/proof/verify-proof.js";

/** So many transactions of one session, each of which reads what the last wrote; then two that both follow the last. */
function lostUpdate(length: number): string {
  const increment = (from: number | null, to: number): string =>
    `txn([[read,x,null],[write,x,${to}]]) => [[read,x,${from}],[write,x,${to}]]`;
  const all = Array.from({ length }, (_, at) => increment(at === 0 ? null : at, at + 1));
  return `multi-register { ${[...all, increment(length, 9001)].join("; ")} } || { ${increment(length, 9002)} }`;
}

test("what a monitor blames among many transactions is proved", () => {
  const history = parseHistory(lostUpdate(100));
  const result = check(history, { criterion: "serializability" });
  if (result.verdict !== "violated") throw new Error(result.verdict);
  const { proof, notation = "", operations } = result.violation;
  const spec = findCriterion(result.criterion);
  expect(verifyProof(history, spec, { type: findType("multi-register") }, proof)).toEqual({ valid: true });
  expect(operations.length).toBeLessThan(6);
  expect(check(parseHistory(notation), { criterion: "serializability" }).verdict).toBe("violated");
});

/** So many transactions, each of which appends to one of four lists what the last had not; then two that append to the same. */
function lostAppend(length: number): string {
  const lists: number[][] = [[], [], [], []];
  const append = (key: number, value: number): string =>
    `txn([[read,${key},null],[append,${key},${value}]]) => [[read,${key},[${lists[key].join()}]],[append,${key},${value}]]`;
  const all = Array.from({ length }, (_, at) => {
    const told = append(at % 4, at);
    lists[at % 4].push(at);
    return told;
  });
  return `multi-list { ${[...all, append(0, 9001)].join("; ")} } || { ${append(0, 9002)} }`;
}

test("what a monitor blames among many transactions on lists is proved", () => {
  const history = parseHistory(lostAppend(100));
  const result = check(history, { criterion: "serializability" });
  if (result.verdict !== "violated") throw new Error(result.verdict);
  const { proof, operations } = result.violation;
  const spec = findCriterion(result.criterion);
  expect(verifyProof(history, spec, { type: findType("multi-list") }, proof)).toEqual({ valid: true });
  expect(operations.length).toBeLessThan(6);
});

test("of very many none is looked for, and the circle is told as it was found", () => {
  const result = check(parseHistory(lostUpdate(1200)), { criterion: "serializability" });
  if (result.verdict !== "violated") throw new Error(result.verdict);
  expect(result.violation.proof).toBeUndefined();
  expect(result.violation.kind).toBe("cycle");
});
