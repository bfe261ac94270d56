import type { OperationRecord } from "@sightline/core/history/builder.js";
import { PENDING } from "@sightline/core/history/history.js";
import type { Value } from "@sightline/core/history/value.js";
import type { Part } from "@sightline/core/linearize/part.js";
import type { SequentialType } from "@sightline/core/types/type.js";

/** One operation of a history without sessions, so that real time is the only order. */
export type Operation = Omit<OperationRecord, "session" | "object">;

/** A part from operations with times: at one instant calls stand before returns. */
export function partOf(type: SequentialType, operations: readonly Operation[], initial?: Value): Part {
  const ids = operations.map((_, id) => id).sort((a, b) => at(operations[a].call) - at(operations[b].call));
  const events = ids.flatMap((id, row) => [
    { row, isReturn: false, time: at(operations[id].call) },
    { row, isReturn: true, time: at(operations[id].return) },
  ]);
  events.sort((a, b) => a.time - b.time || Number(a.isReturn) - Number(b.isReturn) || a.row - b.row);
  const call = new Int32Array(ids.length);
  const ret = new Int32Array(ids.length);
  // Holes between positions, as in a part of a larger history.
  events.forEach(({ row, isReturn, time }, i) => {
    if (isReturn) ret[row] = time === Infinity ? PENDING : 3 * i;
    else call[row] = 3 * i;
  });
  const labels = ids.map((id) => {
    const { method, args = [], result } = operations[id];
    return { method, args, result };
  });
  const label = Int32Array.from(labels.keys());
  return {
    type,
    initial,
    size: ids.length,
    ids: Int32Array.from(ids),
    labels,
    label,
    call,
    ret,
    order: undefined,
  };
}

const at = (time: OperationRecord["call"]): number => (time === undefined ? Infinity : Number(time));
