import { Worker } from "node:worker_threads";
import { createHistoryBuilder, type History } from "@sightline/core";
import { type SetSize, setMethods } from "./set.js";

/**
 * FORTE'15's workload with real interleavings: worker threads on one concurrent set, a flag per element
 * in shared memory that is set and cleared by compare-and-exchange. Calls and returns are stamped with a
 * shared atomic counter, so the recorded order of events is one that really happened.
 */
export async function recordedSet(size: SetSize): Promise<History> {
  const shared = {
    flags: new Int32Array(new SharedArrayBuffer(4 * size.keys)),
    /** [clock, threads that are ready] */
    control: new Int32Array(new SharedArrayBuffer(8)),
    /** Per operation: method, key, result, call, return. */
    log: new Int32Array(new SharedArrayBuffer(4 * 5 * size.clients * size.operations)),
  };
  const script = new URL("../../recorders/set-worker.mjs", import.meta.url);
  await Promise.all(
    Array.from({ length: size.clients }, (_, client) => {
      const worker = new Worker(script, { workerData: { ...shared, ...size, client } });
      return new Promise<void>((resolve, reject) => {
        worker.once("error", reject);
        worker.once("exit", () => resolve());
      });
    }),
  );
  return historyOf(shared.log, size);
}

function historyOf(log: Int32Array, { clients, operations }: SetSize): History {
  const builder = createHistoryBuilder({ type: "set", name: "set, recorded" });
  for (let client = 0; client < clients; client++)
    for (let index = 0; index < operations; index++) {
      const at = 5 * (client * operations + index);
      builder.add({
        session: client,
        method: setMethods[log[at]],
        args: [log[at + 1]],
        result: log[at + 2] === 1,
        call: log[at + 3],
        return: log[at + 4],
      });
    }
  return builder.finish();
}
