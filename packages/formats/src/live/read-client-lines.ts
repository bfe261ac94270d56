import { HistoryError, type OperationRecord } from "@sightline/core";
import { createJsonParser } from "../bytes/json.js";
import { type PlacedObject } from "../bytes/json-objects.js";
import { columnOf, describeByte, failAt, windowOver } from "../bytes/window.js";
import { clientOperation } from "../client-operation.js";
import { etcdRecord } from "../etcd.js";
import { PlacedError } from "../input-error.js";
import { isPorcupineEvent } from "../porcupine-events.js";
import { porcupineRecord, typeOfMethods } from "../porcupine-json.js";
import type { LiveItem, LiveReader } from "./live-item.js";
import { createTimedOperations } from "./timed-operations.js";

/** The methods that are looked at before the type is told. */
const FEW = 8;

/**
 * Reads operations of Go programs as they come, one on each line with both its times: `porcupine.Operation`s, or
 * those of etcd's robustness tests.
 */
export function readClientLines(
  format: "porcupine-json" | "etcd",
  type: string | undefined,
  patience?: number,
): LiveReader {
  const operations = createTimedOperations(patience);
  const seen: string[] = [];
  let number = 0;
  let isTold = false;

  const header = (): LiveItem[] => {
    if (isTold || number === 0) return [];
    isTold = true;
    const told = type ?? (format === "etcd" ? "map" : typeOfMethods(seen));
    return told === undefined ? [] : [{ kind: "header", type: told, initial: undefined }];
  };

  const take = (text: string, line: number): LiveItem[] => {
    const object = objectOn(text, line);
    if (object === undefined) return [];
    if (isPorcupineEvent(object))
      throw new PlacedError(
        "events cannot be followed: write a porcupine.Operation on a line when it has returned",
        line,
        object.column,
      );
    const record = recordOf(object);
    if (record === undefined) return [];
    if (!isTold && !seen.includes(record.method)) seen.push(record.method);
    try {
      const items = operations.add(record, line);
      number++;
      return items.length > 0 || seen.length > FEW ? [...header(), ...items] : [];
    } catch (error) {
      if (!(error instanceof HistoryError)) throw error;
      throw new PlacedError(error.message, line, object.column, error.code);
    }
  };
  const recordOf = (object: PlacedObject): OperationRecord | undefined => {
    const operation = clientOperation(object);
    return format === "etcd" ? etcdRecord(operation, number + 1) : porcupineRecord(operation, type);
  };

  return {
    take(text, line) {
      try {
        return take(text, line);
      } catch (error) {
        if (!(error instanceof PlacedError)) throw error;
        return [{ kind: "error", error }];
      }
    },
    idle: () => [...header(), ...operations.idle()],
    end: () => [...header(), ...operations.end()],
  };
}

/** The object on a line, which may be one of an array that is set line by line. */
function objectOn(text: string, line: number): PlacedObject | undefined {
  const window = windowOver(Buffer.from(text), line);
  const parser = createJsonParser(window);
  if (!parser.more()) return undefined;
  parser.takeIf("[");
  parser.takeIf(",");
  if (!parser.more() || parser.takeIf("]")) return undefined;
  if (!parser.next("{")) failAt(window, `expected an object, not ${describeByte(window)}`);
  const column = columnOf(window, window.position);
  const value = parser.value() as PlacedObject["value"];
  parser.takeIf(",");
  parser.takeIf("]");
  if (parser.more()) failAt(window, `expected one operation a line, not ${describeByte(window)}`);
  return { value, line, column };
}
