// One thread of the recorded set workload. Plain JavaScript, because a worker loads it as it stands.
import { workerData } from "node:worker_threads";

const { flags, control, log, clients, operations, keys, seed, client } = workerData;
const [CLOCK, READY] = [0, 1];
const [ADD, REMOVE] = [0, 1];

let state = (seed + 1) * 2654435761 + client * 40503 + 1;
/** Xorshift: which operation comes next must not depend on the other threads. */
function below(limit) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % limit;
}

Atomics.add(control, READY, 1);
while (Atomics.load(control, READY) < clients);

for (let index = 0; index < operations; index++) {
  const at = 5 * (client * operations + index);
  const method = below(3);
  const key = below(keys);
  const call = Atomics.add(control, CLOCK, 1);
  let result;
  if (method === ADD) result = Atomics.compareExchange(flags, key, 0, 1) === 0;
  else if (method === REMOVE) result = Atomics.compareExchange(flags, key, 1, 0) === 1;
  else result = Atomics.load(flags, key) === 1;
  const ret = Atomics.add(control, CLOCK, 1);
  log[at] = method;
  log[at + 1] = key;
  log[at + 2] = result ? 1 : 0;
  log[at + 3] = call;
  log[at + 4] = ret;
}
