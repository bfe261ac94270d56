import { createHistoryBuilder, type History, labelOf, types } from "@sightline/core";
import { simulateClients } from "./simulate.js";

/** The size of a set workload. FORTE'15 Section 5.2: 4 threads, 70,000 operations each, values 0..23. */
export interface SetSize {
  readonly clients: number;
  readonly operations: number;
  readonly keys: number;
  readonly seed: number;
}

/** The methods of the workload, each equally likely. */
export const setMethods = ["add", "remove", "contains"] as const;

/** FORTE'15's workload with simulated interleavings: up to `clients` operations overlap at any time. */
export function simulatedSet(size: SetSize): History {
  return simulateClients({
    ...size,
    type: types.set,
    name: "set, simulated",
    choose: (random) => ({ method: random.pick(setMethods), args: [random.int(size.keys)] }),
  });
}

/**
 * The same history with one result turned into its opposite, as near to the end as can be, such that
 * the history is certainly violated: a `contains` that overlaps no successful `add` or `remove` of its
 * element, for then whether the element is there is settled by what came before.
 */
export function withOneWrongResult(history: History): History {
  const wrong = findSettledContains(history);
  const builder = createHistoryBuilder({ type: "set", name: `${history.name ?? "set"}, one wrong result` });
  for (let id = 0; id < history.size; id++) {
    const { method, args, result } = labelOf(history, id);
    builder.add({
      session: history.sessions[history.session[id]],
      method,
      args,
      result: id === wrong ? result === false : (result ?? null),
      call: history.call[id],
      return: history.ret[id],
    });
  }
  return builder.finish();
}

function findSettledContains(history: History): number {
  for (let id = history.size - 1; id >= 0; id--) {
    const { method, args } = labelOf(history, id);
    if (method === "contains" && !overlapsChange(history, id, args[0])) return id;
  }
  throw new Error("every contains overlaps a change of its element: make the workload longer");
}

function overlapsChange(history: History, id: number, key: unknown): boolean {
  for (let other = 0; other < history.size; other++) {
    if (history.ret[other] < history.call[id] || history.call[other] > history.ret[id]) continue;
    const { method, args, result } = labelOf(history, other);
    if (method !== "contains" && args[0] === key && result === true) return true;
  }
  return false;
}
