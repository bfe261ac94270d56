import { createHistoryBuilder } from "@sightline/core/history/builder.js";
import type { History } from "@sightline/core/history/history.js";
import { createRandom, type Random } from "@sightline/core/random.js";
import { corruptOne, drawTimes, type RecordedOperation } from "./recorded-operations.js";
import { type IssuedUpdate, runStates, tagStates } from "./replica-states.js";
import type { UsedObject } from "./used-objects.js";

/** How updates reach other replicas, and in which order these run them. */
export type Delivery = "fifo" | "overtaking" | "causal" | "arrival";

/** A store of replicas and the clients that use it. */
export interface Replicas {
  readonly object: UsedObject;
  readonly seed: number;
  /** Operations of all sessions together; one takes effect at each of the moments 0, 1, 2, … */
  readonly operations: number;
  readonly sessions: number;
  /** How many different keys and elements there are. */
  readonly values: number;
  /**
   * `fifo`, `overtaking`, `causal`: in which order updates arrive; replicas run those that they know as they were
   * issued. `arrival`: as `fifo`, and replicas run them as they came.
   */
  readonly delivery: Delivery;
  /** The longest time that an update takes. Default: 6. */
  readonly delay?: number;
  /** How many results to change to those of other operations of the same method. Default: 0. */
  readonly corrupt?: number;
  /** Whether what updates return is recorded. Default: false. */
  readonly observeUpdates?: boolean;
  /** The longest time that an operation lasts before, and after, it takes effect, in moments; absent: no real time. */
  readonly spread?: number;
  /** Whether the file tells session after session, and so nothing of the order of effects. Default: false. */
  readonly bySession?: boolean;
}

const REPLICAS = 3;
const UPDATES = 0.6;

interface Update extends IssuedUpdate {
  readonly from: number;
  /** How many updates of each replica its replica had run, itself included. */
  readonly clock: Int32Array;
}

/**
 * A history of a store of three replicas, in time proportional to its length: an update is run by its replica at
 * once, and by the others when it arrives; a query is answered by one replica from what it knows.
 */
export function replicaHistory(replicas: Replicas): History {
  const { object, seed, corrupt = 0, spread, bySession = false } = replicas;
  const random = createRandom(seed);
  const recorded = run(replicas, random);
  for (let left = corrupt; left > 0; left--) corruptOne(recorded, random);
  const times = spread === undefined ? undefined : drawTimes(recorded, spread, random);
  const order = recorded.map((_, at) => at);
  if (bySession) order.sort((a, b) => recorded[a].session - recorded[b].session || a - b);
  const builder = createHistoryBuilder({ type: object.type.name, name: `replicas, seed ${seed}` });
  for (const at of order) {
    const { session, invocation, result } = recorded[at];
    builder.add({ session, ...invocation, ...(result !== undefined && { result }), ...times?.[at] });
  }
  return builder.finish();
}

function run(
  { object, operations, sessions, values, delivery, delay = 6, observeUpdates }: Replicas,
  random: Random,
) {
  const { type } = object;
  const states =
    type.replicated === undefined ? runStates(type, REPLICAS) : tagStates(type.replicated, REPLICAS);
  const waiting = Array.from({ length: REPLICAS }, (): { update: Update; when: number }[] => []);
  const clocks = Array.from({ length: REPLICAS }, () => new Int32Array(REPLICAS));
  const latest = Array.from({ length: REPLICAS }, () => new Float64Array(REPLICAS));
  const deliver = (replica: number, update: Update, rank: number): void => {
    clocks[replica][update.from]++;
    states.receive(replica, update, rank);
  };
  const rankOf = (update: Update, when: number): number =>
    delivery === "arrival" ? when + update.at / operations / 2 : update.at;
  const isDue = ({ from, clock }: Update, replica: number): boolean =>
    delivery !== "causal" ||
    clock.every((count, other) => count <= clocks[replica][other] + (other === from ? 1 : 0));
  const receive = (replica: number, now: number): void => {
    const queue = waiting[replica];
    for (let again = true; again; ) {
      queue.sort((a, b) => a.when - b.when || a.update.at - b.update.at);
      const next = queue.findIndex(({ update, when }) => when <= now && isDue(update, replica));
      again = next >= 0;
      if (!again) return;
      const [{ update, when }] = queue.splice(next, 1);
      deliver(replica, update, rankOf(update, when));
    }
  };
  return Array.from({ length: operations }, (_, at): RecordedOperation => {
    const session = at < sessions ? at : random.int(sessions);
    const replica = session % REPLICAS;
    receive(replica, at);
    const isUpdate = random.chance(UPDATES);
    const invocation = isUpdate
      ? object.update(random, values, at, states.there(replica))
      : object.query(random, values);
    const result = states.answer(replica, invocation);
    if (isUpdate) {
      const clock = clocks[replica].slice();
      clock[replica]++;
      const update: Update = { at, from: replica, invocation, clock };
      states.issue(replica, update);
      deliver(replica, update, rankOf(update, at));
      for (let to = 0; to < REPLICAS; to++) {
        if (to === replica) continue;
        const drawn = at + 1 + random.int(delay);
        const inOrder = delivery === "fifo" || delivery === "arrival";
        const when = inOrder ? Math.max(drawn, latest[replica][to]) : drawn;
        latest[replica][to] = when;
        waiting[to].push({ update, when });
      }
    }
    return { session, invocation, result: isUpdate && observeUpdates !== true ? undefined : result };
  });
}
