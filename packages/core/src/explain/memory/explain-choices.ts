import type { MemoryModel } from "../../criteria/memory-models.js";
import { type History, labelOf } from "../../history/history.js";
import { printOperation } from "../../history/print.js";
import type { Value } from "../../history/value.js";
import type { NoMemoryOrder } from "../../plan/memory.js";
import type { Violation } from "../../result.js";
import { memoryCause } from "../cause/memory-cause.js";
import type { Effort } from "../effort.js";
import { explainMemory, type MemoryTools } from "./explain-memory.js";

/** A history that violates a model of shared memory. */
export interface RefutedMemory extends Pick<MemoryTools, "decide"> {
  readonly history: History;
  readonly initial: Value | undefined;
  readonly model: MemoryModel;
  /** Whether to look for a small core. */
  readonly inFull: boolean;
}

/** More refuted choices of who read from whom than this explain nothing to a person. */
const MOST_CASES = 4;

/**
 * Says why a history violates a model: the operation that no order explains, or a core for each choice of
 * who read from whom, where values are written more than once.
 */
export function explainChoices(question: RefutedMemory, violated: NoMemoryOrder, effort: Effort): Violation {
  const { history, model, initial, decide } = question;
  if ("impossible" in violated) {
    const { id, reason, pattern } = violated.impossible;
    return {
      kind: "core",
      operations: [id],
      reason,
      stuck: id,
      ...memoryCause(history, [id], { criterion: model, kind: "core", name: pattern, initial }),
      ...(pattern !== undefined && { pattern }),
    };
  }
  const { refuted, accesses } = violated;
  const tools = (clue?: readonly number[]) => ({
    decide,
    initial,
    ...(clue !== undefined && { clue }),
  });
  if (!question.inFull)
    return {
      kind: "exhausted",
      operations: (refuted[0].clue ?? []).map((o) => accesses.ids[o]),
      reason: "every order was ruled out",
    };
  const [first] = refuted;
  if (refuted.length === 1) return explainMemory(first.memory, model, tools(first.clue), history, effort);
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
    violation: explainMemory(memory, model, tools(clue), history, effort),
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
