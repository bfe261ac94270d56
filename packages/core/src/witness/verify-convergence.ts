import { type History, labelOf, mayBeAbsent } from "../history/history.js";
import { canonical } from "../history/value.js";
import type { Witness } from "../result.js";
import type { SequentialType } from "../types/type.js";
import { words, wrongMembers } from "./execution.js";
import type { Verification } from "./verify.js";

/**
 * Checks from the definition alone that final reads agree: the groups of the witness hold each final read once,
 * all that ask the same are in one group, and those of one group returned the same.
 */
export function verifyConvergence(history: History, type: SequentialType, witness: Witness): Verification {
  const reason = wrongMembers(history, witness.linearization) ?? wrongGroups(history, type, witness.final);
  return reason === undefined ? { valid: true } : { valid: false, reason };
}

function wrongGroups(
  history: History,
  type: SequentialType,
  groups: readonly (readonly number[])[] | undefined,
): string | undefined {
  if (groups === undefined)
    return 'the witness has no "final": the final reads, those that ask the same together';
  const left = new Set(finalReads(history, type));
  const questions = new Set<string>();
  for (const group of groups) {
    const asked = new Set(group.map((id) => questionOf(history, id)));
    const results = new Set(group.map((id) => canonical(labelOf(history, id).result ?? null)));
    for (const id of group) if (!left.delete(id)) return `operation ${id} is no final read, or listed twice`;
    if (asked.size > 1) return `operations ${group.join(", ")} do not ask the same`;
    if (results.size > 1) return `operations ${group.join(", ")} ask the same, and do not return the same`;
    for (const question of asked) {
      if (questions.has(question)) return `operation ${group[0]} asks the same as one of another group`;
      questions.add(question);
    }
  }
  for (const id of left) return `${words(history, id)} is a final read, and in no group`;
  return undefined;
}

const questionOf = (history: History, id: number): string => {
  const { method, args } = labelOf(history, id);
  return canonical([history.object[id], method, args]);
};

/** Those that are marked; without marks the last read of each session which no update comes after. */
function finalReads(history: History, type: SequentialType): number[] {
  const ids = Array.from({ length: history.size }, (_, id) => id);
  const isRead = (id: number): boolean =>
    type.pure?.({ ...labelOf(history, id), result: undefined }) === true;
  if (history.final !== undefined) return ids.filter((id) => history.final?.[id] === 1);
  const last = history.sessions.flatMap((_, session) =>
    ids
      .filter(
        (id) =>
          history.session[id] === session &&
          isRead(id) &&
          !mayBeAbsent(history, id) &&
          labelOf(history, id).result !== undefined,
      )
      .slice(-1),
  );
  return last.filter((read) => !isFollowed(history, read, (id) => !isRead(id)));
}

/** Whether an update comes after the operation, by session order, declared edges and real time together. */
function isFollowed(history: History, from: number, isUpdate: (id: number) => boolean): boolean {
  const { size, session, happensBefore: edges, timed, call, ret } = history;
  const reached = new Set([from]);
  for (const one of reached) {
    for (let id = 0; id < size; id++)
      if ((session[id] === session[one] && one < id) || (timed && ret[one] < call[id])) reached.add(id);
    for (let i = 0; i < edges.length; i += 2) if (edges[i] === one) reached.add(edges[i + 1]);
  }
  return [...reached].some((id) => id !== from && isUpdate(id));
}
