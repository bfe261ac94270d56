import { type History, types } from "@sightline/core";
import { simulateClients } from "./simulate.js";

/**
 * A look-alike of the etcd logs that come with Porcupine: 5 clients read, write and compare-and-set one
 * register over the values 0..4, and about one operation in eight times out and never returns.
 */
export function simulatedEtcd(seed: number): History {
  return simulateClients({
    type: types.register,
    name: `etcd look-alike ${seed}`,
    clients: 5,
    operations: 34,
    seed,
    crash: 0.13,
    choose(random) {
      const method = random.pick(["read", "write", "cas"] as const);
      const args = { read: [], write: [random.int(5)], cas: [random.int(5), random.int(5)] };
      return { method, args: args[method] };
    },
  });
}

/**
 * A look-alike of Porcupine's key-value logs: clients get, append and now and then put on ten keys;
 * each text names its client and is unique.
 */
export function simulatedKeyValue(clients: number, operations: number, seed: number): History {
  return simulateClients({
    type: types.kv,
    name: `key-value, ${clients} clients`,
    clients,
    operations,
    seed,
    choose(random, client, index) {
      const key = String(random.int(10));
      const kind = random.int(20);
      if (kind < 9) return { method: "get", args: [key] };
      return { method: kind < 19 ? "append" : "put", args: [key, `x ${client} ${index} y`] };
    },
  });
}
