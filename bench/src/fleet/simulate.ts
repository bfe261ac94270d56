import { createRandom } from "@sightline/core/random.js";

/** What was measured, in milliseconds of processor time. */
export interface Costs {
  /** A worker, for each history. */
  readonly worker: number;
  /** Redis, for each chunk. */
  readonly redis: number;
  /** The coordinator, for each chunk and for each history. */
  readonly perChunk: number;
  readonly perHistory: number;
}

/** A cluster that is simulated. */
export interface SimulatedCluster {
  readonly workers: number;
  /** Histories of a chunk. */
  readonly chunk: number;
  /** The most chunks that are given out at a time. */
  readonly window: number;
}

/** What came of it: histories per second, and the share of time that Redis and the coordinator are at work. */
export interface Simulated {
  readonly perSecond: number;
  readonly redis: number;
  readonly coordinator: number;
}

/** How many chunks are followed for each worker, and at least. */
const [PER_WORKER, LEAST] = [20, 2000];

/** How many times Redis is asked for a chunk: it is put in, taken, its result left, and fetched. */
const VISITS = 4;

/**
 * A cluster as a network of queues: Redis and the coordinator each serve one at a time, in the order of asking; workers
 * take a chunk whenever they have none, and histories take between half and one and a half of the measured time.
 */
export function simulate({ workers, chunk, window }: SimulatedCluster, costs: Costs): Simulated {
  const random = createRandom(1);
  const [redis, coordinator] = [createServer(), createServer()];
  const visit = costs.redis / VISITS;
  const total = Math.max(LEAST, PER_WORKER * workers);
  const agenda = createAgenda();
  const waiting: number[] = [];
  const idle: number[] = Array.from({ length: workers }, () => 0);
  let [given, done, now] = [0, 0, 0];

  const give = (at: number): void => {
    if (given++ >= total) return;
    const known = coordinator.serve(at, costs.perChunk / 2);
    agenda.add(redis.serve(known, visit), (ready) => {
      waiting.push(ready);
      match(ready);
    });
  };
  const match = (at: number): void => {
    while (waiting.length > 0 && idle.length > 0) {
      waiting.shift();
      idle.shift();
      work(at);
    }
  };
  const work = (at: number): void => {
    const taken = redis.serve(at, visit);
    const decided = taken + chunk * costs.worker * (0.5 + random.int(1001) / 1000);
    agenda.add(decided, (left) => {
      const found = redis.serve(left, visit);
      agenda.add(found, (free) => {
        idle.push(free);
        match(free);
        const fetched = redis.serve(free, visit);
        agenda.add(coordinator.serve(fetched, costs.perChunk / 2 + chunk * costs.perHistory), (told) => {
          done++;
          give(told);
        });
      });
    });
  };
  for (let i = 0; i < window; i++) give(0);
  for (let next = agenda.take(); next !== undefined && done < total; next = agenda.take()) {
    now = next.time;
    next.action(now);
  }
  return {
    perSecond: (1000 * done * chunk) / now,
    redis: redis.busy() / now,
    coordinator: coordinator.busy() / now,
  };
}

/** Serves one after another. */
function createServer(): { serve(at: number, duration: number): number; busy(): number } {
  let [free, busy] = [0, 0];
  return {
    serve(at, duration) {
      free = Math.max(at, free) + duration;
      busy += duration;
      return free;
    },
    busy: () => busy,
  };
}

interface Appointment {
  readonly time: number;
  action(now: number): void;
}

/** What is to happen, the earliest first: a binary heap. */
function createAgenda(): {
  add(time: number, action: (now: number) => void): void;
  take(): Appointment | undefined;
} {
  const heap: Appointment[] = [];
  const swap = (a: number, b: number): void => void ([heap[a], heap[b]] = [heap[b], heap[a]]);
  return {
    add(time, action) {
      heap.push({ time, action });
      for (let at = heap.length - 1; at > 0; ) {
        const above = (at - 1) >> 1;
        if (heap[above].time <= heap[at].time) break;
        swap(at, above);
        at = above;
      }
    },
    take() {
      if (heap.length === 0) return undefined;
      swap(0, heap.length - 1);
      const first = heap.pop();
      for (let at = 0; ; ) {
        const [left, right] = [2 * at + 1, 2 * at + 2];
        let least = at;
        if (left < heap.length && heap[left].time < heap[least].time) least = left;
        if (right < heap.length && heap[right].time < heap[least].time) least = right;
        if (least === at) break;
        swap(at, least);
        at = least;
      }
      return first;
    },
  };
}
