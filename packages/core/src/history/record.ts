import type { OperationRecord } from "./builder.js";
import type { HistoryHeader } from "./history-header.js";
import type { SightRecord } from "./collect-sights.js";
import { type History, isPending, labelOf } from "./history.js";
import { sessionNames } from "./names.js";

/** A history in its JSON form. */
export interface HistoryRecord extends HistoryHeader {
  readonly operations: readonly OperationRecord[];
}

/**
 * The JSON form of a history. Times are the positions of calls and returns among all events: they order
 * operations as the original times did; those of annotations are how many events came before.
 */
export function recordOf(history: History): HistoryRecord {
  const { type, name, seen, initial, happensBefore, annotations } = history;
  const edges = Array.from(
    { length: happensBefore.length / 2 },
    (_, e) => [happensBefore[2 * e], happensBefore[2 * e + 1]] as const,
  );
  const names = history.sights === undefined ? [] : sessionNames(history.sessions);
  return {
    ...(type !== undefined && { type }),
    ...(name !== undefined && { name }),
    ...(seen !== undefined && { seen }),
    ...(initial !== undefined && { initial }),
    operations: Array.from({ length: history.size }, (_, id) => operationRecord(history, names, id)),
    ...(edges.length !== 0 && { happensBefore: edges }),
    ...(annotations !== undefined && { annotations }),
  };
}

function operationRecord(history: History, names: readonly string[], id: number): OperationRecord {
  const { method, args, result } = labelOf(history, id);
  const object = history.objects[history.object[id]];
  return {
    session: history.sessions[history.session[id]],
    ...(object !== undefined && { object }),
    method,
    ...(args.length !== 0 && { args }),
    ...(result !== undefined && { result }),
    ...(history.timed && { call: history.call[id] }),
    ...(history.timed && !isPending(history, id) && { return: history.ret[id] }),
    ...(history.optional?.[id] === 1 && { optional: true }),
    ...(history.final?.[id] === 1 && { final: true }),
    ...sightRecord(history, names, id),
  };
}

/**
 * What the operation is known to have seen, in its JSON form; nothing where that is not known.
 *
 * @param names of the sessions, no two alike
 */
export function sightRecord({ sights }: History, names: readonly string[], id: number): SightRecord {
  if (sights?.known[id] !== 1) return {};
  const { saw, sees } = sights;
  const ids = [...sees.ids.subarray(sees.start[id], sees.start[id + 1])];
  const rows = Array.from({ length: saw.start[id + 1] - saw.start[id] }, (_, at) => saw.start[id] + at);
  if (rows.length === 0) return { sees: ids };
  return {
    saw: Object.fromEntries(rows.map((row) => [names[saw.session[row]], saw.count[row]])),
    ...(ids.length > 0 && { sees: ids }),
  };
}
