// @module-tag slow
import { expect, test } from "vitest";
import { fromRecord } from "@sightline/testing/history/history-record.js";
import { check } from "../../check.js";
import { findCriterion } from "../../criteria/criterion.js";
import type { History } from "../../history/history.js";
import type { OperationRecord } from "../../history/builder.js";
import { parseHistory } from "../../history/parse-history.js";
import { findType } from "../../types/index.js";
import { verifyProof } from "../../witness/proof/verify-proof.js";
import { operationsOf } from "./measure-proof.js";
import { prove } from "./prove.js";

/** A log of operations one after the other, in five sessions. */
const log = (type: string, size: number, operation: (at: number) => Partial<OperationRecord>): History =>
  fromRecord({
    type,
    operations: Array.from(
      { length: size },
      (_, at) => ({ session: at % 5, call: 3 * at, return: 3 * at + 1, ...operation(at) }) as OperationRecord,
    ),
  }) as History;

/** Every third operation writes, the others read; read 3001 returns what was overwritten long ago. */
const staleAt = (
  at: number,
  key: readonly string[],
  read: string,
  write: string,
): Partial<OperationRecord> => {
  if (at % 3 === 0) return { method: write, args: [...key, `v${at}`] };
  return { method: read, args: [...key], result: at === 3001 ? "v900" : `v${at - (at % 3)}` };
};

test.each([
  ["kv", log("kv", 5000, (at) => staleAt(at, ["x"], "get", "put"))],
  ["register", log("register", 5000, (at) => staleAt(at, [], "read", "write"))],
])("%s: a stale read among 5,000 operations is proved by the few that matter", (type, history) => {
  const spec = findCriterion("linearizability");
  const asked = { history, spec, type: findType(type) };
  const proof = prove({ ...asked, ids: [1200, 2997, 3001] });
  expect(verifyProof(history, spec, asked, JSON.parse(JSON.stringify(proof)))).toEqual({ valid: true });
  const told = proof === undefined ? [] : operationsOf(proof);
  expect(told).toHaveLength(3);
  expect(told).toEqual(expect.arrayContaining([900, 3001]));
  expect(proof?.views[0].results).toEqual(told);
  // Not of the same history without the stale read.
  const label = history.label.with(3001, history.label[3002]);
  expect(verifyProof({ ...history, label }, spec, asked, proof).valid).toBe(false);
});

test("the explanation of a long history of a type that takes long steps is given, not an error", () => {
  const history = log("kv", 1500, (at) =>
    at === 1402 ? { method: "get", args: ["x"], result: "v30" } : staleAt(at, ["x"], "get", "put"),
  );
  const result = check(history);
  expect(result.verdict).toBe("violated");
  if (result.verdict !== "violated") return;
  expect(result.violation.proof).toHaveProperty("tree");
  expect(result.violation.operations).toContain(1402);
  expect(result.violation.operations.length).toBeLessThanOrEqual(4);
});

test("one wrong read in a long log of a map is proved by what was done to its key", () => {
  const keys = 4;
  const history = log("map", 2000, (at) => {
    const key = at % keys;
    const round = Math.floor(at / keys);
    if (round % 2 === 0)
      return { method: "put", args: [key, at], result: round === 0 ? null : at - 2 * keys };
    return { method: "get", args: [key], result: at === 1342 ? at - 3 * keys : at - keys };
  });
  const result = check(history);
  expect(result.verdict).toBe("violated");
  if (result.verdict !== "violated") return;
  expect(result.violation.proof).toMatchObject({ views: [{ keep: [1342 % keys] }] });
  expect(result.violation.operations).toContain(1342);
  expect(result.violation.operations.length).toBeLessThanOrEqual(5);
});

test("an element that a session of a long run has seen and sees no more is proved by those who spoke of it", () => {
  const latest = new Map<number, number>();
  const operations = Array.from({ length: 2000 }, (_, id) => {
    const session = id % 8;
    if (id % 2 === 0) {
      latest.set(session, id);
      return { session, method: "add", args: [id] };
    }
    const seen = latest.get(session - 1) ?? 0;
    return { session, method: "contains", args: [seen], result: true };
  });
  const last = operations.findLastIndex(({ session }) => session === 3);
  operations[last] = { session: 3, method: "contains", args: [82], result: false };
  const history = fromRecord({ type: "set", operations }) as History;
  const result = check(history, { criterion: "causal" });
  if (result.verdict !== "violated") throw new Error(result.verdict);
  expect(result.violation).toMatchObject({ operations: [82, 83, last], about: last });
  expect(check(parseHistory(result.violation.notation ?? ""), { criterion: "causal" }).verdict).toBe(
    "violated",
  );
  expect(result.violation.proof).toHaveProperty("tree");
});
