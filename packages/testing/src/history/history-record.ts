import {
  createHistoryBuilder,
  type HistoryHeader,
  type OperationRecord,
} from "@sightline/core/history/builder.js";
import { HistoryError } from "@sightline/core/history/error.js";
import { type History, isPending, labelOf } from "@sightline/core/history/history.js";

/** A history in its JSON form. */
export interface HistoryRecord extends HistoryHeader {
  readonly operations: readonly OperationRecord[];
}

/** The JSON form of a history. Instants are positions: ties are resolved, precedence is the same. */
export function toRecord(history: History): HistoryRecord {
  const { type, name, initial, happensBefore, size } = history;
  const edges = Array.from(
    { length: happensBefore.length / 2 },
    (_, i) => [happensBefore[2 * i], happensBefore[2 * i + 1]] as const,
  );
  return {
    ...(type === undefined ? {} : { type }),
    ...(name === undefined ? {} : { name }),
    ...(initial === undefined ? {} : { initial }),
    operations: Array.from({ length: size }, (_, id) => operationRecord(history, id)),
    ...(edges.length === 0 ? {} : { happensBefore: edges }),
  };
}

function operationRecord(history: History, id: number): OperationRecord {
  const { method, args, result } = labelOf(history, id);
  const object = history.objects[history.object[id]];
  return {
    session: history.sessions[history.session[id]],
    ...(object === undefined ? {} : { object }),
    method,
    args,
    ...(result === undefined ? {} : { result }),
    ...(history.timed ? { call: history.call[id] } : {}),
    ...(history.timed && !isPending(history, id) ? { return: history.ret[id] } : {}),
  };
}

/** The history of a record, or `undefined` where its declared happens-before is cyclic. */
export function fromRecord({ operations, ...header }: HistoryRecord): History | undefined {
  const builder = createHistoryBuilder(header);
  for (const operation of operations) builder.add(operation);
  try {
    return builder.finish();
  } catch (error) {
    if (error instanceof HistoryError && error.path[0] === "happensBefore") return undefined;
    throw error;
  }
}
