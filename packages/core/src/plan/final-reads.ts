import { HistoryError } from "../history/error.js";
import { type History, labelOf, mayBeAbsent } from "../history/history.js";
import { printOperation } from "../history/print.js";
import { canonical } from "../history/value.js";
import type { SequentialType } from "../types/type.js";

/**
 * The final reads of a history, those that ask the same (the same method and arguments, of the same object)
 * together: the operations marked `final`, or else the last read of each session, if no update comes after it
 * by session order, declared happens-before or real time.
 *
 * Throws a `HistoryError` where something is marked that is no read, or was not observed.
 */
export function finalReads(history: History, type: SequentialType): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  for (const id of history.final === undefined ? lastReads(history, type) : markedReads(history, type)) {
    const { method, args } = labelOf(history, id);
    const question = canonical([history.object[id], method, args]);
    const group = groups.get(question);
    if (group === undefined) groups.set(question, [id]);
    else group.push(id);
  }
  return [...groups.values()];
}

/** Whether the operation leaves everything as it is, whatever it returns. */
const isRead = (history: History, type: SequentialType, id: number): boolean =>
  type.pure?.({ ...labelOf(history, id), result: undefined }) === true;

const isObserved = (history: History, id: number): boolean =>
  !mayBeAbsent(history, id) && labelOf(history, id).result !== undefined;

function markedReads(history: History, type: SequentialType): number[] {
  const marked: number[] = [];
  for (let id = 0; id < history.size; id++) {
    if (history.final?.[id] !== 1) continue;
    const fault = !isRead(history, type, id)
      ? `it is no read of a ${type.name}`
      : isObserved(history, id)
        ? undefined
        : "what it returned is not known";
    if (fault !== undefined)
      throw new HistoryError(
        "SL1002",
        `${printOperation(labelOf(history, id))} is marked as final, but ${fault}`,
        ["operations", id, "final"],
      );
    marked.push(id);
  }
  return marked;
}

/** The last read of each session that no update comes after. */
function lastReads(history: History, type: SequentialType): number[] {
  const last = new Int32Array(history.sessions.length).fill(-1);
  for (let id = 0; id < history.size; id++)
    if (isObserved(history, id) && isRead(history, type, id)) last[history.session[id]] = id;
  const followed = followedByUpdates(history, type);
  return [...last].filter((id) => id >= 0 && followed[id] === 0).sort((a, b) => a - b);
}

/** 1 for each operation that some update comes after. */
function followedByUpdates(history: History, type: SequentialType): Uint8Array {
  const { size, session, happensBefore: edges, timed, call, ret } = history;
  const followed = new Uint8Array(size);
  const declared = new Map<number, number[]>();
  for (let i = 0; i < edges.length; i += 2)
    declared.set(edges[i], [...(declared.get(edges[i]) ?? []), edges[i + 1]]);
  const leadsToUpdate = (id: number): boolean => followed[id] === 1 || !isRead(history, type, id);
  // To a fixpoint: orders may lead from session to session, and through operations that are no updates.
  for (let changed = true; changed; ) {
    changed = false;
    const note = (id: number): void => {
      if (followed[id] === 1) return;
      followed[id] = 1;
      changed = true;
    };
    const updateLater = new Uint8Array(history.sessions.length);
    let latestCall = -1; // of those that are updates, or that one comes after
    for (let id = size - 1; id >= 0; id--) {
      if (updateLater[session[id]] === 1) note(id);
      if (declared.get(id)?.some(leadsToUpdate) === true) note(id);
      if (!leadsToUpdate(id)) continue;
      updateLater[session[id]] = 1;
      if (timed) latestCall = Math.max(latestCall, call[id]);
    }
    if (timed) for (let id = 0; id < size; id++) if (ret[id] < latestCall) note(id);
  }
  return followed;
}
