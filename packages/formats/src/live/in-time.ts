import type { LiveEvent, LiveOperation } from "@sightline/core";

/** A moment of a recorder's clock; nanoseconds since 1970 are beyond what a number can tell apart. */
export type Moment = number | bigint;

/**
 * Puts what lines of whole operations tell into the order in which it happened. A line is written when its
 * operation has returned, so lines of longer operations come late: what happened at a moment is passed on once
 * every session has been heard of at a later one.
 */
export interface InTime {
  /** Takes an operation. `late`: it was called before what has been passed on already. */
  add(operation: LiveOperation, call: Moment, ret: Moment | undefined): "in-time" | "late";
  /** What can be passed on now. */
  due(): LiveEvent[];
  /** Nothing has come for a while: who was silent since the last time is waited for no more. */
  idle(): void;
  /** Nothing more will come: all can be passed on. */
  end(): void;
}

/** How many operations are waited for before anything is passed on, so that all sessions are known. */
const WARM_UP = 1_000;

/** A session that is silent while so many operations come is not waited for. */
const SILENT = 10_000;

interface Entry {
  readonly at: Moment;
  readonly event: LiveEvent;
  readonly number: number;
}

interface Session {
  /** Its next operation is called at this moment or later. */
  until: Moment;
  /** How many operations had come when it was last heard of. */
  heard: number;
  /** How often nothing came since. */
  idle: number;
}

/** An order of events that has heard nothing yet; `patience`: how often nothing may come from a session that is waited for. */
export function createInTime(patience = 2): InTime {
  const sessions = new Map<string | number, Session>();
  const heap: Entry[] = [];
  let heard = 0;
  let number = 0;
  let over = false;
  let isWarm = false;
  let horizon: Moment | undefined;
  /** Whether nobody speaks: all that is known has happened. */
  let isSilent = false;
  let passed: Moment | undefined;

  const push = (entry: Entry): void => {
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(heap[at], heap[parent])) break;
      [heap[at], heap[parent]] = [heap[parent], heap[at]];
      at = parent;
    }
  };
  const pop = (): Entry => {
    const [first] = heap;
    const last = heap.pop() as Entry;
    if (heap.length > 0) {
      heap[0] = last;
      for (let at = 0; ; ) {
        const left = 2 * at + 1;
        if (left >= heap.length) break;
        const child = left + 1 < heap.length && isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
        if (!isBefore(heap[child], heap[at])) break;
        [heap[at], heap[child]] = [heap[child], heap[at]];
        at = child;
      }
    }
    return first;
  };

  /** The moment up to which every session that speaks has been heard of. */
  const findHorizon = (): Moment | undefined => {
    let least: Moment | undefined;
    // One that speaks again is as good as new: names that come and go must not pile up.
    for (const [name, { until, heard: at, idle }] of sessions)
      if (idle >= patience || heard - at > SILENT) sessions.delete(name);
      else if (least === undefined || until < least) least = until;
    return least;
  };

  return {
    add(operation, call, ret) {
      heard++;
      isSilent = false;
      const known = sessions.get(operation.session);
      const until = ret ?? call;
      const held = known === undefined || horizon === undefined || known.until <= horizon;
      sessions.set(operation.session, { until, heard, idle: 0 });
      if (passed !== undefined && call < passed) return "late";
      push({ at: call, event: { kind: "call", operation }, number: number++ });
      push({ at: until, event: { kind: "end", operation }, number: number++ });
      isWarm ||= heard >= WARM_UP;
      if (isWarm && (held || (heard & 1023) === 0)) horizon = findHorizon();
      return "in-time";
    },
    due() {
      const events: LiveEvent[] = [];
      while (heap.length > 0 && (over || isSilent || (horizon !== undefined && heap[0].at < horizon))) {
        const { at, event } = pop();
        passed = at;
        events.push(event);
      }
      return events;
    },
    idle() {
      for (const session of sessions.values()) session.idle++;
      isWarm = true;
      horizon = findHorizon();
      isSilent = horizon === undefined;
    },
    end() {
      over = true;
    },
  };
}

/** At one instant calls stand before returns: operations that touch are concurrent. */
function isBefore(a: Entry, b: Entry): boolean {
  if (a.at !== b.at) return a.at < b.at;
  if (a.event.kind !== b.event.kind) return a.event.kind === "call";
  return a.number < b.number;
}
