import {
  createHistoryBuilder,
  createRandom,
  type History,
  type Invocation,
  outcomes,
  type Random,
  type SequentialType,
  type Value,
} from "@sightline/core";
import {
  corruptOne,
  drawTimes,
  type RecordedOperation,
} from "@sightline/testing/visibility/recorded-operations.js";
import type { UsedObject } from "@sightline/testing/visibility/used-objects.js";

/** A replicated store and the clients that use it. */
export interface Replication {
  readonly object: UsedObject;
  readonly seed: number;
  /** Operations of all sessions together; one takes effect at each of the moments 0, 1, 2, … */
  readonly operations: number;
  readonly sessions: number;
  /** How many different keys and elements there are. */
  readonly values: number;
  /** The longest time that an update takes to another replica; 0: it is there at once. */
  readonly delay: number;
  /** Whether updates from one replica may overtake each other on their way. */
  readonly overtaking: boolean;
  /** How likely an operation goes to any replica, not to its session's own. */
  readonly roaming: number;
  /** In which order a replica runs the updates that it knows: as they were issued, or as they came. */
  readonly order: "issued" | "arrival";
  /** Whether what updates return is recorded, as seen by the replica that they were issued to. */
  readonly observeUpdates: boolean;
  /** The longest time that an operation lasts before, and after, it takes effect; absent: no real time. */
  readonly spread?: number;
  /** How many results to change to those of other operations of the same method. */
  readonly corrupt: number;
}

/** The number of replicas, as in ViSearch §4.1. */
const REPLICAS = 3;

/** The share of updates among the operations, as in ViSearch §4.2. */
const UPDATES = 0.6;

/**
 * A history of a store of three replicas: an update is run by the replica that it is issued to at
 * once, and by the others when it arrives there; a query is answered by one replica from what it
 * knows. Without delay and corruption all replicas always know the same, and the history is
 * sequentially consistent, with real time linearizable; long delays lose level after level.
 */
export function replicatedHistory(replication: Replication): History {
  const { object, spread, seed, corrupt } = replication;
  const random = createRandom(seed);
  const recorded = run(replication, random);
  for (let i = 0; i < corrupt; i++) corruptOne(recorded, random);
  const times = spread === undefined ? undefined : drawTimes(recorded, spread, random);
  const builder = createHistoryBuilder({ type: object.type.name, name: `replicas, seed ${seed}` });
  recorded.forEach(({ session, invocation, result }, at) =>
    builder.add({
      session,
      ...invocation,
      ...(result !== undefined && { result }),
      ...times?.[at],
    }),
  );
  return builder.finish();
}

/** An update on its way: where it stands among all operations, and when it arrives at each replica. */
interface Sent {
  readonly at: number;
  readonly invocation: Invocation;
  readonly arrival: readonly number[];
}

function run(replication: Replication, random: Random): RecordedOperation[] {
  const { object, operations, sessions, values, roaming, order, observeUpdates } = replication;
  const deliver = createDelivery(replication, random);
  const sent: Sent[] = [];
  return Array.from({ length: operations }, (_, at) => {
    const session = at < sessions ? at : random.int(sessions);
    const replica = random.chance(roaming) ? random.int(REPLICAS) : session % REPLICAS;
    const known = sent.filter(({ arrival }) => arrival[replica] <= at);
    if (order === "arrival") known.sort((a, b) => a.arrival[replica] - b.arrival[replica] || a.at - b.at);
    const isUpdate = random.chance(UPDATES);
    const invocation = isUpdate ? object.update(random, values, at) : object.query(random, values);
    const result = resultAfter(object.type, known, invocation);
    if (isUpdate) sent.push({ at, invocation, arrival: deliver(replica, at) });
    return { session, invocation, result: isUpdate && !observeUpdates ? undefined : result };
  });
}

/** Says when an update that is issued now arrives at each replica. */
function createDelivery({ delay, overtaking }: Replication, random: Random) {
  const latest = Array.from({ length: REPLICAS }, () => new Float64Array(REPLICAS));
  return (from: number, now: number): number[] =>
    Array.from({ length: REPLICAS }, (_, to) => {
      if (to === from) return now;
      const drawn = now + random.int(delay + 1);
      const arrival = overtaking ? drawn : Math.max(drawn, latest[from][to]);
      latest[from][to] = arrival;
      return arrival;
    });
}

function resultAfter(type: SequentialType, known: readonly Sent[], invocation: Invocation): Value {
  let state: unknown = type.init();
  for (const update of known) state = outcomes(type, state, update.invocation)[0].state;
  return outcomes(type, state, invocation)[0].result;
}
