import { checkAlgorithm } from "../ask/fit-algorithm.js";
import type { Asked } from "../ask/understand.js";
import { type History, labelOf, mayBeAbsent } from "../history/history.js";
import { printObject, printOperation, printValue } from "../history/print.js";
import { printHistory } from "../history/print-history.js";
import { recordOf } from "../history/record.js";
import { select } from "../history/select.js";
import { canonical, type Value } from "../history/value.js";
import type { Decision } from "../plan/decision.js";
import { finalReads } from "../plan/final-reads.js";
import type { Violation, Witness } from "../result.js";
import type { Route } from "./route.js";

/** Final reads that ask the same and do not return the same. */
export interface Disagreement {
  readonly ids: readonly number[];
  /** Whether all other final reads agree. */
  readonly isOnly: boolean;
}

/** Convergence: do final reads agree? */
export function convergenceRoute({ history, type, algorithm, criterion }: Asked): Route<Disagreement> {
  checkAlgorithm(algorithm, criterion);
  const resultOf = (id: number): Value => labelOf(history, id).result ?? null;
  return {
    decide(): Decision<Disagreement> {
      const groups = finalReads(history, type);
      const apart = groups.filter((ids) => new Set(ids.map((id) => canonical(resultOf(id)))).size > 1);
      const summary = { algorithm: "agreement", states: groups.flat().length, parts: 1 };
      if (apart.length > 0)
        return { verdict: "violated", ids: apart[0], isOnly: apart.length === 1, ...summary };
      const linearization = Array.from({ length: history.size }, (_, id) => id).filter(
        (id) => !mayBeAbsent(history, id),
      );
      return { verdict: "satisfied", witness: { linearization, final: groups }, ...summary };
    },
  };
}

/** What to know where nothing was compared. */
export const nothingCompared = ({ final = [] }: Witness): readonly string[] =>
  final.some((ids) => ids.length > 1) ? [] : ["no two final reads ask the same: nothing was compared"];

/** Two reads that differ, and what they returned. */
export function tellDisagreement(history: History, { ids, isOnly }: Disagreement): Violation {
  const byResult = new Map<string, number[]>();
  for (const id of ids) {
    const text = canonical(labelOf(history, id).result ?? null);
    byResult.set(text, [...(byResult.get(text) ?? []), id]);
  }
  // Most first; of as many, those that came first.
  const answers = [...byResult.values()].sort((a, b) => b.length - a.length || a[0] - b[0]);
  const operations = answers.map(([id]) => id);
  const words = answers.map((agreeing) => {
    const more = agreeing.length === 1 ? "" : ` (and ${agreeing.length - 1} more)`;
    return `${name(history, agreeing[0])}${more}`;
  });
  const pair = select(history, Int32Array.from(operations.slice(0, 2)).sort()).history;
  const core = { ...pair, final: Uint8Array.from(pair.label, () => 1) };
  const [most, ...others] = answers;
  const single = isOnly && others.length === 1 && others[0].length === 1 && most.length > 1;
  const instead = labelOf(history, most[0]).result ?? null;
  return {
    kind: "core",
    operations,
    reason: `final reads that ask the same differ: ${words.join(", ")}`,
    stuck: operations[operations.length - 1],
    core: recordOf(core),
    notation: printHistory(core),
    ...(single && { alternatives: [{ operation: others[0][0], results: [instead] }] }),
  };
}

const name = (history: History, id: number): string =>
  `#${id} ${printObject(history.objects[history.object[id]])}${printOperation(labelOf(history, id))} of session ${printValue(history.sessions[history.session[id]])}`;
