import { createHistoryBuilder } from "@sightline/core/history/builder.js";
import type { History } from "@sightline/core/history/history.js";
import { INITIAL, type MemoryHistory } from "@sightline/core/memory/memory-history.js";

/**
 * The recorded history of a memory history: operation o has id o, and write o writes the value o + 1, so
 * that values tell who read from whom. What accesses nothing becomes a fence where it drains the store
 * buffer, else a read with no observed result; a read-modify-write becomes an exchange.
 */
export function memoryToHistory(memory: MemoryHistory): History {
  const { size, thread, isWrite, rmw, drains, variable, source, given, names } = memory;
  const happensBefore = Array.from(
    { length: given.length / 2 },
    (_, i) => [given[2 * i], given[2 * i + 1]] as const,
  );
  const builder = createHistoryBuilder({ type: "memory", happensBefore });
  for (let o = 0; o < size; o++) {
    const session = thread[o];
    const name = names[variable[o]];
    const result = source[o] === INITIAL ? 0 : source[o] + 1;
    if (name === undefined && drains?.[o] === 1) builder.add({ session, method: "fence" });
    else if (name === undefined) builder.add({ session, method: "read", args: ["x"] });
    else if (rmw?.[o] === 1) builder.add({ session, method: "exchange", args: [name, o + 1], result });
    else if (isWrite[o] === 1) builder.add({ session, method: "write", args: [name, o + 1], result: null });
    else builder.add({ session, method: "read", args: [name], result });
  }
  return builder.finish();
}
