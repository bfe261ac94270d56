import { expect, test } from "vitest";
import { fromRecord } from "@sightline/testing/history/history-record.js";
import { mutateProof, nearbyHistory } from "@sightline/testing/proof/mutate-proof.js";
import { satisfiesLevels } from "@sightline/testing/visibility/visibility-oracle.js";
import { findCriterion } from "../../criteria/criterion.js";
import type { History } from "../../history/history.js";
import { createRandom } from "../../random.js";
import { findType } from "../../types/index.js";
import type { Proof, ProofNode } from "../../witness/proof/proof.js";
import { verifyProof } from "../../witness/proof/verify-proof.js";
import { prove } from "./prove.js";

const criteria = ["monotonic", "causal"] as const;
const type = findType("register");

/** Two writes of 1 that nothing tells apart, one of 2, and a session of reads. */
const withEqualWrites = (read: readonly (number | null)[]): History =>
  fromRecord({
    type: "register",
    operations: [
      ...[1, 1, 2].map((value, session) => ({ session, method: "write", args: [value], result: null })),
      ...read.map((result) => ({ session: 3, method: "read", args: [], result })),
    ],
  }) as History;

const results = [null, 1, 2];
const histories = results.flatMap((first) =>
  results.flatMap((second) => results.map((third) => withEqualWrites([first, second, third]))),
);

const holds = (history: History, level: (typeof criteria)[number]): boolean =>
  satisfiesLevels(history, type, () => level);

/** The proof with one case said to be like another, for each two cases of a distinction. */
function withLikeCases(proof: Proof): Proof[] {
  const found: Proof[] = [];
  const visit = (node: ProofNode, path: readonly number[]): void => {
    if (!("cases" in node.end)) return;
    const about = "either" in node.end ? node.end.either.slice(1, 3) : node.end.cases.map((one) => one.by);
    about.forEach((y, at) => {
      for (const x of about)
        if (x !== y && x !== "start" && y !== "start") found.push(edited([...path, at], x, y));
    });
    node.end.cases.forEach((one: ProofNode, at) => visit(one, [...path, at]));
  };
  const edited = (path: readonly number[], x: unknown, y: unknown): Proof => {
    const copy = structuredClone(proof);
    const one = path.reduce((node, at) => ("cases" in node.end ? node.end.cases[at] : node), copy.tree) as {
      steps?: unknown;
      end: unknown;
    };
    delete one.steps;
    one.end = { like: [x, y] };
    return copy;
  };
  visit(proof.tree, []);
  return found;
}

test.each(criteria)(
  "%s: no case is like another in a history that is satisfied by the literal definition",
  (criterion) => {
    const met = { violated: 0, alike: 0, wrong: 0 };
    const random = createRandom(criterion.length);
    const spec = findCriterion(criterion);
    const verifies = (other: History, one: Proof): boolean => verifyProof(other, spec, { type }, one).valid;
    const [violated, satisfied] = [false, true].map((isSo) =>
      histories.filter((one) => holds(one, criterion) === isSo),
    );
    for (const history of violated) {
      const proof = prove({ history, spec, type }) as Proof;
      met.violated++;
      expect(verifies(history, proof)).toBe(true);
      const alike = withLikeCases(proof);
      met.alike += [proof, ...alike].filter((one) => isAlike(one) && verifies(history, one)).length;
      for (const other of [...satisfied, nearbyHistory(history, type, random)]) {
        if (!holds(other, criterion)) continue;
        for (const one of [
          proof,
          ...alike,
          ...alike.map((some) => mutateProof(some, history.size, random)),
        ]) {
          met.wrong++;
          expect(verifies(other, one), JSON.stringify(one)).toBe(false);
        }
      }
    }
    expect(met.violated).toBeGreaterThan(5);
    expect(met.alike).toBeGreaterThan(0);
    expect(met.wrong).toBeGreaterThan(100);
  },
);

const isAlike = (proof: Proof): boolean => JSON.stringify(proof).includes('"like"');
