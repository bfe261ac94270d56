import { type History, labelOf, type Value } from "@sightline/core";

/**
 * A history of type `memory` as one line in threads form, a thread for each session. What this form cannot
 * say (times, optional operations, objects, other methods) is refused with a `RangeError`; the names of sessions are left out.
 */
export function writeThreads(history: History): string {
  const { name, initial, happensBefore } = history;
  if (history.timed) throw new RangeError("threads form has no times: write native JSON instead");
  if (history.optional !== undefined)
    throw new RangeError("threads form has no optional operations: write native JSON instead");
  if (history.sights !== undefined)
    throw new RangeError("threads form has no word for what operations saw: write native JSON instead");
  const threads: Value[][] = history.sessions.map(() => []);
  const places = Array.from({ length: history.size }, (_, id) => {
    const thread = threads[history.session[id]];
    return [history.session[id], thread.push(writeAccess(history, id)) - 1] as const;
  });
  // Operations are numbered thread by thread: an edge is written with these numbers.
  const first = [0];
  for (const thread of threads) first.push(first[first.length - 1] + thread.length);
  const number = (id: number): number => first[places[id][0]] + places[id][1];
  const edges = Array.from({ length: happensBefore.length / 2 }, (_, e) => [
    number(happensBefore[2 * e]),
    number(happensBefore[2 * e + 1]),
  ]);
  return JSON.stringify({
    ...(name !== undefined && { name }),
    ...(initial !== undefined && { initial }),
    threads,
    ...(edges.length !== 0 && { happensBefore: edges }),
  });
}

function writeAccess(history: History, id: number): Value {
  const { method, args, result } = labelOf(history, id);
  if (history.objects[history.object[id]] !== undefined)
    throw new RangeError(
      `operation ${id} is on an object: threads form has variables alone, write native JSON instead`,
    );
  if (method === "write" && args.length === 2 && (result === undefined || result === null))
    return ["w", ...args];
  if (method === "read" && args.length === 1)
    return result === undefined ? ["r", ...args] : ["r", ...args, result];
  throw new RangeError(
    `operation ${id}, ${method}, is neither read(x) nor write(x,v), and threads form has no others: write native JSON instead`,
  );
}
