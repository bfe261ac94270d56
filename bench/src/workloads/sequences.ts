import { type History, type Invocation, type Random, types } from "@sightline/core";
import { simulateClients } from "./simulate.js";

/** The size of a queue or stack workload. */
export interface SequenceSize {
  readonly clients: number;
  readonly operations: number;
  readonly seed: number;
}

/** As many offers as polls; every offered value is new. */
export function simulatedQueue(size: SequenceSize): History {
  return simulateClients({ ...size, type: types.queue, name: "queue", choose: putOrTake("offer", "poll") });
}

/** As many pushes as pops; every pushed value is new. */
export function simulatedStack(size: SequenceSize): History {
  return simulateClients({ ...size, type: types.stack, name: "stack", choose: putOrTake("push", "pop") });
}

function putOrTake(put: string, take: string): (random: Random) => Invocation {
  let values = 0;
  return (random) => (random.chance(0.5) ? { method: put, args: [++values] } : { method: take, args: [] });
}
