import type { History } from "../history/history.js";
import { sessionNames } from "../history/names.js";
import type { Accesses } from "../memory/accesses.js";
import { sortOperations } from "../memory/relations/clocks.js";
import type { MemoryHistory } from "../memory/memory-history.js";
import type { MemoryModel } from "../criteria/memory-models.js";
import { storeBufferRun } from "../memory/store-order/store-buffer-run.js";
import type { Witness } from "../result.js";

/** What an engine found, to be told in the ids of the recorded history. */
interface Found {
  readonly orders: readonly Int32Array[];
  readonly memory: MemoryHistory;
  readonly chosen: ReadonlyMap<number, number>;
}

/** The witness of a satisfied model, for `verify` and for people: see `Witness` for its fields. */
export function memoryWitness(
  history: History,
  model: MemoryModel,
  accesses: Accesses,
  { orders, memory, chosen }: Found,
): Witness {
  const { ids, names } = memory;
  const tookEffect = (o: number): boolean => accesses.optional[o] === 0 || memory.variable[o] < names.length;
  const told = (order: Int32Array): number[] => [...order].filter(tookEffect).map((o) => ids[o]);
  const sources = [...chosen].map(([read, write]) => [ids[read], write < 0 ? -1 : ids[write]] as const);
  const common = sources.length === 0 ? {} : { sources: Object.fromEntries(sources) };
  switch (model) {
    case "cm": {
      const sorted = sortOperations(memory);
      const sessions = sessionNames(history.sessions);
      // One of whose operations none took effect has seen nothing.
      const active = new Set(accesses.thread.filter((_, o) => tookEffect(o)));
      const threads = orders.map((order, t) => [sessions[t], active.has(t) ? told(order) : []] as const);
      return {
        linearization: told(sorted.acyclic ? sorted.order : new Int32Array(0)),
        threads: Object.fromEntries(threads.filter(([, order]) => order.length > 0)),
        ...common,
      };
    }
    case "wccm":
      return { linearization: told(orders[0]), poLoc: told(orders[1]), ...common };
    case "tso": {
      const run = storeBufferRun(memory, orders[0]);
      const execution: number[] = [];
      const linearization: number[] = [];
      const storeOrder = new Map<string, number[]>();
      const issued = new Uint8Array(memory.size);
      for (const o of run) {
        if (!tookEffect(o)) continue;
        const isWrite = accesses.isWrite[o] === 1;
        const isIssue = issued[o] === 0;
        issued[o] = 1;
        if (!isWrite && !isIssue) continue; // a read that was not observed has no commit
        execution.push(ids[o]);
        if (isWrite && isIssue && accesses.drains?.[o] !== 1) continue;
        linearization.push(ids[o]);
        if (!isWrite) continue;
        const name = names[memory.variable[o]];
        const stores = storeOrder.get(name);
        if (stores === undefined) storeOrder.set(name, [ids[o]]);
        else stores.push(ids[o]);
      }
      return { linearization, storeOrder: Object.fromEntries(storeOrder), execution, ...common };
    }
    default:
      return { linearization: told(orders[0]), ...common };
  }
}
