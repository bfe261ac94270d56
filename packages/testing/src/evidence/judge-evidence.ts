import type { CheckOptions } from "@sightline/core/ask/check-options.js";
import { check } from "@sightline/core/check.js";
import { findCriterion } from "@sightline/core/criteria/criterion.js";
import { SMALL } from "@sightline/core/explain/shrink.js";
import { type History, labelOf } from "@sightline/core/history/history.js";
import { parseHistory } from "@sightline/core/history/parse-history.js";
import type { Value } from "@sightline/core/history/value.js";
import type { Result } from "@sightline/core/result.js";
import { findType } from "@sightline/core/types/index.js";
import { verifyProof } from "@sightline/core/witness/proof/verify-proof.js";

/** What is wrong with the evidence of a violation, in words; and what there was of it. */
export interface Judged {
  readonly faults: readonly string[];
  /** How many other results were named. */
  readonly alternatives: number;
}

type Violated = Extract<Result, { verdict: "violated" }>;

/**
 * Holds what a violation says against the definitions: each other result, put in its place, makes the criterion
 * hold; the core is refuted again as it is read back from its notation and from its JSON; the proof verifies;
 * the verdict is the same where nothing is explained.
 */
export function judgeEvidence(history: History, options: CheckOptions, result: Violated): Judged {
  const { core, notation, alternatives = [], proof, operations, about, reason } = result.violation;
  const plain = { ...options, explain: false };
  const faults: string[] = [];
  const expectVerdict = (other: History, verdict: string, what: string): void => {
    const found = check(other, plain).verdict;
    if (found !== verdict) faults.push(`${what} is ${found}`);
  };
  expectVerdict(history, "violated", "unexplained, the history");
  if (core !== undefined) {
    const numbered = core.operations.map(({ method }) => method).sort();
    const shown = operations.map((id) => labelOf(history, id).method).sort();
    if (numbered.length <= SMALL && numbered.join() !== shown.join())
      faults.push(`the core ${notation} is not of the operations ${operations.join()}`);
    expectVerdict(parseHistory(notation ?? ""), "violated", `the core in the notation, ${notation},`);
    expectVerdict(parseHistory(JSON.stringify(core)), "violated", `the core as JSON, ${notation},`);
  }
  for (const { operation, results } of alternatives)
    for (const other of results)
      expectVerdict(
        withResult(history, operation, other),
        "satisfied",
        `#${operation} => ${JSON.stringify(other)}`,
      );
  if (alternatives.length === 0 && reason.includes("could have returned"))
    faults.push(`alternatives are told, and there are none: ${reason}`);
  if (about !== undefined && !operations.includes(about))
    faults.push(`the words are about #${about}, which is not among the operations`);
  if (proof !== undefined && "tree" in proof) {
    const subject = { type: findType(history.type ?? ""), initial: history.initial };
    const checked = verifyProof(history, findCriterion(result.criterion), subject, proof);
    if (!checked.valid) faults.push(`the proof does not hold: ${checked.reason}`);
  }
  return { faults, alternatives: alternatives.reduce((sum, { results }) => sum + results.length, 0) };
}

/** The history with another result of an operation. */
function withResult(history: History, id: number, result: Value): History {
  const label = { ...labelOf(history, id), result };
  return {
    ...history,
    labels: [...history.labels, label],
    label: history.label.with(id, history.labels.length),
  };
}
