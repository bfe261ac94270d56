import type { Budget } from "../budget.js";
import { memoryCause } from "../explain/cause/memory-cause.js";
import { explainMemory } from "../explain/memory/explain-memory.js";
import { HistoryError } from "../history/error.js";
import { type History, labelOf } from "../history/history.js";
import { printOperation } from "../history/print.js";
import { coreInNotation } from "../explain/words.js";
import { unorderedPairs } from "../memory/relations/write-pairs.js";
import { decideMemory, decider, type MemoryDecision, type MemoryQuestion } from "../plan/memory.js";
import type { Result, Violation } from "../result.js";
import type { SequentialType } from "../types/type.js";
import { verifyMemory } from "../witness/verify-memory.js";

/** How to check a model of shared memory. */
export interface MemoryCheck extends MemoryQuestion {
  readonly type: SequentialType;
  /** Whether to re-check the witness from the definition alone. */
  readonly verify: boolean;
  /** Whether to look for a small core of a violation. */
  readonly explain: boolean;
  /** Whether to count the pairs of writes that the model leaves unordered. */
  readonly countPairs: boolean;
}

/** More refuted choices of who read from whom than this explain nothing to a person. */
const MOST_CASES = 4;

/**
 * Checks a model of shared memory (CAV'19): decides, re-checks the witness, explains the violation.
 * `undefined` where `sequential` is the better way to decide SC: see `decideMemory`.
 */
export function checkMemory(question: MemoryCheck, budget: Budget): Result | undefined {
  const { history, type, model, initial } = question;
  const started = performance.now();
  if (type.name !== "memory")
    throw new HistoryError(
      "SL1304",
      `${model} is for histories of type memory (read(x), write(x,v)), and this one is of type ${type.name}: ask for sequential or a level`,
      ["type"],
    );
  const decision = decideMemory(question, budget);
  if (decision === undefined) return undefined;
  if (decision.verdict === "satisfied" && question.verify) {
    const claim = { model, ...(initial === undefined ? {} : { initial }) };
    const checked = verifyMemory(history, claim, decision.witness);
    if (!checked.valid)
      throw new Error(`${decision.algorithm} gave a witness that does not hold: ${checked.reason}`);
  }
  const violation = decision.verdict === "violated" ? violationOf(question, decision, budget) : undefined;
  const milliseconds = Math.round((performance.now() - started) * 1000) / 1000;
  const writePairs =
    question.countPairs && decision.verdict === "satisfied"
      ? unorderedPairs(decision.memory, model, budget)
      : undefined;
  const { algorithm, states } = decision;
  const stats = { algorithm, states, milliseconds, ...(writePairs === undefined ? {} : { writePairs }) };
  const common = { criterion: model, stats };
  if (violation !== undefined) return { ...common, verdict: "violated", violation };
  if (decision.verdict === "satisfied") return { ...common, verdict: "satisfied", witness: decision.witness };
  const { reason, established } = decision as MemoryDecision & { verdict: "unknown" };
  return { ...common, verdict: "unknown", reason, established };
}

type Violated = MemoryDecision & { readonly verdict: "violated" };

function violationOf(question: MemoryCheck, decision: Violated, budget: Budget): Violation {
  const { history, model, initial } = question;
  if ("impossible" in decision) {
    const { id, reason, pattern } = decision.impossible;
    return {
      kind: "core",
      operations: [id],
      reason,
      stuck: id,
      notation: coreInNotation(history, [id]),
      ...memoryCause(history, [id], { criterion: model, kind: "core", name: pattern, initial }),
      ...(pattern === undefined ? {} : { pattern }),
    };
  }
  const { refuted, accesses } = decision;
  const tools = (clue?: readonly number[]) => ({
    decide: (memory: (typeof refuted)[number]["memory"], limits: Budget) =>
      decider(question, limits)(memory).verdict,
    initial,
    ...(clue === undefined ? {} : { clue }),
  });
  if (!question.explain)
    return {
      kind: "exhausted",
      operations: (refuted[0].clue ?? []).map((o) => accesses.ids[o]),
      reason: "every order was ruled out",
    };
  const [first] = refuted;
  if (refuted.length === 1)
    return explainMemory(first.memory, question.model, tools(first.clue), history, budget);
  const ambiguous = [...first.chosen.keys()].map((o) => accesses.ids[o]).sort((a, b) => a - b);
  if (refuted.length > MOST_CASES)
    return {
      kind: "exhausted",
      operations: ambiguous,
      ...memoryCause(history, ambiguous, { criterion: model, kind: "exhausted", initial }),
      reason: `some values were written more than once; none of the ${refuted.length} ways to tell which write each read took its value from leaves an order`,
    };
  const cases = refuted.map(({ memory, chosen, clue }) => ({
    chosen,
    violation: explainMemory(memory, question.model, tools(clue), history, budget),
  }));
  const operations = [
    ...new Set(
      cases.flatMap(({ chosen, violation }) => [
        ...[...chosen]
          .flatMap(([read, write]) => (write < 0 ? [read] : [read, write]))
          .map((o) => accesses.ids[o]),
        ...violation.operations,
      ]),
    ),
  ].sort((a, b) => a - b);
  return {
    kind: "core",
    operations,
    reason: cases
      .map(({ chosen, violation }) => `${tellChoice(history, accesses.ids, chosen)}: ${violation.reason}`)
      .join("; "),
    notation: coreInNotation(history, operations),
    ...memoryCause(history, operations, { criterion: model, kind: "core", initial }),
  };
}

/** "if read(x) => 1 took its value from write(x,1) of operation 3". */
function tellChoice(history: History, ids: Int32Array, chosen: ReadonlyMap<number, number>): string {
  const told = [...chosen].map(([read, write]) => {
    const source =
      write < 0
        ? "the initial value"
        : `operation ${ids[write]}, ${printOperation(labelOf(history, ids[write]))}`;
    return `operation ${ids[read]}, ${printOperation(labelOf(history, ids[read]))}, has its value from ${source}`;
  });
  return `if ${told.join(" and ")}`;
}
