import { type History, isPending, labelOf } from "@sightline/core";
import { refuseUnsayable } from "./sayable.js";

/**
 * A history as the JSON of `[]porcupine.Operation`, with `Input` as `{"op", "args"}` and `Output` as the result, or
 * `{"unknown": true}` where it was not observed. Clients are numbered in the order of their sessions.
 */
export function writePorcupineJson(history: History): string {
  refuseUnsayable("porcupine-json", history, { times: true });
  if (!history.timed)
    throw new RangeError("porcupine-json has a Call for each operation, and there are no times");
  const operations = Array.from({ length: history.size }, (_, id) => {
    const { method, args, result } = labelOf(history, id);
    return {
      ClientId: history.session[id],
      Input: { op: method, args },
      Call: history.call[id],
      ...(!isPending(history, id) && {
        Output: result === undefined ? { unknown: true } : result,
        Return: history.ret[id],
      }),
    };
  });
  return `[\n${operations.map((operation) => `  ${JSON.stringify(operation)}`).join(",\n")}\n]`;
}
