import { type History, labelOf } from "../../history/history.js";
import type { Violation } from "../../result.js";
import { type Instead, tellCulprit } from "../tell-core.js";

/** The read that a violation is told about: one that could have returned something else, or the last. */
export function aboutRead(
  history: History,
  { operations, kind, headline, pattern }: Violation,
  instead: readonly Instead[],
): Pick<Violation, "about" | "headline"> {
  const other = instead.findLast(({ results }) => results.length > 0);
  const reads = operations.filter((id) => labelOf(history, id).result !== undefined);
  const about = other?.id ?? (kind === "exhausted" ? undefined : reads.at(-1));
  const culprit = other === undefined ? undefined : tellCulprit(history, [other]);
  const named = culprit === undefined || pattern !== undefined ? headline : undefined;
  const told = [culprit, named].filter((sentence) => sentence !== undefined).join(": ");
  return { ...(about !== undefined && { about }), ...(told !== "" && { headline: told }) };
}
