import { type History, isPending, labelOf } from "@sightline/core/history/history.js";
import { canonical } from "@sightline/core/history/value.js";
import type { SequentialType } from "@sightline/core/types/type.js";
import { happensBeforeRelation } from "../visibility/visibility-oracle.js";

/**
 * Whether final reads agree, by the definition alone: those that are marked, or else the last read of each
 * session that no update comes after. Any two that ask the same must have returned the same.
 */
export function converges(history: History, type: SequentialType): boolean {
  const ids = Array.from({ length: history.size }, (_, id) => id);
  const before = happensBeforeRelation(history, "realtime");
  const looks = (id: number) => type.pure?.({ ...labelOf(history, id), result: undefined }) === true;
  const isKnown = (id: number) =>
    !isPending(history, id) && history.optional?.[id] !== 1 && labelOf(history, id).result !== undefined;
  const isLast = (id: number) =>
    looks(id) &&
    isKnown(id) &&
    !ids.some(
      (later) =>
        later > id && history.session[later] === history.session[id] && looks(later) && isKnown(later),
    ) &&
    !ids.some((later) => later !== id && !looks(later) && before[id][later]);
  const final = ids.filter((id) => (history.final === undefined ? isLast(id) : history.final[id] === 1));
  const question = (id: number) =>
    canonical([history.object[id], labelOf(history, id).method, labelOf(history, id).args]);
  const answer = (id: number) => canonical(labelOf(history, id).result ?? null);
  return final.every((a) => final.every((b) => question(a) !== question(b) || answer(a) === answer(b)));
}
