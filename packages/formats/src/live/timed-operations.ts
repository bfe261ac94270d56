import {
  createHistoryBuilder,
  HistoryError,
  type LiveOperation,
  type OperationRecord,
} from "@sightline/core";
import { createInTime, type Moment } from "./in-time.js";
import type { LiveItem } from "./live-item.js";

/** Takes operations that come with both their times, once they have returned. */
export interface TimedOperations {
  /** What is known now that this one is. Throws a `HistoryError`. */
  add(record: OperationRecord, line: number): LiveItem[];
  idle(): LiveItem[];
  end(): LiveItem[];
}

/** Operations that are passed on in the order of their times. */
export function createTimedOperations(patience: number | undefined): TimedOperations {
  const inTime = createInTime(patience);
  const builder = createHistoryBuilder({}, "json");
  let next = 0;
  const due = (): LiveItem[] => inTime.due().map((event) => ({ kind: "event", event }));
  return {
    add(record, line) {
      builder.clear();
      builder.add(record, line);
      const { session, object, method, args = [], result, call, return: ret, optional, final } = record;
      if (call === undefined)
        throw new HistoryError("SL1005", "an operation must have a call to be followed");
      if (optional !== undefined || final !== undefined)
        throw new HistoryError("SL1003", "optional and final operations cannot be followed");
      if (record.saw !== undefined || record.sees !== undefined)
        throw new HistoryError("SL1012", "what operations saw cannot be followed: leave it out");
      const operation: LiveOperation = {
        id: next++,
        session,
        object,
        invocation: { method, args },
        line,
        fate: ret === undefined ? "crashed" : "returned",
        result: ret === undefined ? undefined : result,
      };
      const isLate =
        inTime.add(operation, moment(call), ret === undefined ? undefined : moment(ret)) === "late";
      return isLate ? [{ kind: "late", operation }] : due();
    },
    idle() {
      inTime.idle();
      return due();
    },
    end() {
      inTime.end();
      return due();
    },
  };
}

const moment = (time: number | string | bigint): Moment => (typeof time === "string" ? BigInt(time) : time);
