import type { ChunkPlace } from "./survey/job.js";

/**
 * What a thread is at, in memory that the main thread shares: so that a search which does not
 * answer is noticed without a message for every history.
 */
export interface Heartbeat {
  /** The thread reads this item of its chunk. */
  reading(piece: number, item: number): void;
  /** The thread measures this item of its chunk. */
  measuring(piece: number, item: number): void;
  idle(): void;
  look(): Beat;
}

/** What the thread was at when it was looked at. */
export interface Beat {
  readonly phase: "idle" | "reading" | "measuring";
  readonly place: ChunkPlace;
  /** When the phase began, on the clock of `wallClock`. */
  readonly since: number;
}

/** Milliseconds on a clock that all threads share. */
export const wallClock = (): number => performance.timeOrigin + performance.now();

const phases = ["idle", "reading", "measuring"] as const;

/** Memory for one heartbeat. */
export const heartbeatMemory = (): SharedArrayBuffer => new SharedArrayBuffer(24);

/** A heartbeat in the given memory, for either side. */
export function heartbeatIn(memory: SharedArrayBuffer): Heartbeat {
  const numbers = new Int32Array(memory, 0, 3);
  const times = new Float64Array(memory, 16, 1);
  const set = (phase: number, piece: number, item: number): void => {
    times[0] = wallClock();
    Atomics.store(numbers, 2, item);
    Atomics.store(numbers, 1, piece);
    Atomics.store(numbers, 0, phase);
  };
  return {
    idle: () => set(0, 0, 0),
    reading: (piece, item) => set(1, piece, item),
    measuring: (piece, item) => set(2, piece, item),
    look: () => ({
      phase: phases[Atomics.load(numbers, 0)],
      place: { piece: Atomics.load(numbers, 1), item: Atomics.load(numbers, 2) },
      since: times[0],
    }),
  };
}
