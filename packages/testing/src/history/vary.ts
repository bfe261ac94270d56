import type { History } from "@sightline/core/history/history.js";
import { fromRecord, toRecord } from "./history-record.js";
import type { Random } from "@sightline/core/random.js";

/** The history with one more happens-before edge; `undefined` where the edge would close a cycle. */
export function withMoreOrder(history: History, random: Random): History | undefined {
  if (history.size < 2) return undefined;
  const record = toRecord(history);
  const from = random.int(history.size);
  const to = (from + 1 + random.int(history.size - 1)) % history.size;
  return fromRecord({ ...record, happensBefore: [...(record.happensBefore ?? []), [from, to]] });
}

/**
 * The history with less to explain: one operation that lasts longer, or whose return or result was
 * never observed. Whatever explained the history explains this one too.
 */
export function withLessToExplain(history: History, random: Random): History {
  const record = toRecord(history);
  const operations = record.operations.slice();
  const id = random.int(history.size);
  const { return: end, call, result, ...rest } = operations[id];
  const timed = call !== undefined;
  const kind = random.int(3);
  operations[id] = {
    ...rest,
    ...(kind === 0 || result === undefined ? {} : { result }),
    ...(timed && { call: kind === 1 ? random.int(Number(call) + 1) : call }),
    ...(end === undefined || kind === 2
      ? {}
      : { return: kind === 1 ? Number(end) + random.int(history.size) : end }),
  };
  return fromRecord({ ...record, operations }) as History;
}

/** The history without its times; `undefined` where it has pending operations, which only time can tell. */
export function withoutTime(history: History): History | undefined {
  const record = toRecord(history);
  if (history.timed && record.operations.some((operation) => operation.return === undefined))
    return undefined;
  return fromRecord({
    ...record,
    operations: record.operations.map(({ call: _call, return: _return, ...rest }) => rest),
  });
}

/** The history with some of its operations optional, at least one; these lose their results. */
export function withOptional(history: History, random: Random): History {
  const record = toRecord(history);
  const sure = random.int(history.size);
  const operations = record.operations.map((operation, id) => {
    if (id !== sure && !random.chance(0.3)) return operation;
    const { result: _, ...rest } = operation;
    return { ...rest, optional: true };
  });
  return fromRecord({ ...record, operations }) as History;
}
