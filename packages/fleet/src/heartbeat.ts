import type { ChunkPlace } from "./messages.js";

/**
 * What a thread is at, in memory that the main thread shares: so that a search which does not
 * answer is noticed without a message for every history.
 */
export interface Heartbeat {
  /** The thread reads this history of its chunk. */
  reading(piece: number, item: number): void;
  /** The thread is at this question about a history, which may take so many milliseconds. */
  deciding(piece: number, item: number, question: number, allowed: number): void;
  idle(): void;
}

/** The work of a thread at the moment it was looked at. */
export interface Beat {
  readonly phase: "idle" | "reading" | "deciding";
  readonly place: ChunkPlace;
  /** When the phase began, on the clock of `wallClock`. */
  readonly since: number;
  /** How many milliseconds it may take. */
  readonly allowed: number;
}

const { timeOrigin } = performance;

/** Milliseconds on a clock that all threads share. */
export const wallClock = (): number => timeOrigin + performance.now();

const phases = ["idle", "reading", "deciding"] as const;

/** Memory for one heartbeat, of a thread that begins now. */
export function heartbeatMemory(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(32);
  heartbeatIn(memory).idle();
  return memory;
}

/** The heartbeat of a thread, in memory that it shares with the main thread. */
export function heartbeatIn(memory: SharedArrayBuffer): Heartbeat {
  const numbers = new Int32Array(memory, 0, 4);
  const times = new Float64Array(memory, 16, 2);
  // The phase comes last: whoever reads it finds the rest in place.
  const set = (phase: number, piece: number, item: number, question: number, allowed: number): void => {
    times[0] = wallClock();
    times[1] = allowed;
    numbers[3] = question;
    numbers[2] = item;
    numbers[1] = piece;
    Atomics.store(numbers, 0, phase);
  };
  return {
    idle: () => set(0, 0, 0, 0, Infinity),
    reading: (piece, item) => set(1, piece, item, 0, Infinity),
    deciding: (piece, item, question, allowed) => set(2, piece, item, question, allowed),
  };
}

/** What the thread with this heartbeat is at. */
export function beatIn(memory: SharedArrayBuffer): Beat {
  const numbers = new Int32Array(memory, 0, 4);
  const times = new Float64Array(memory, 16, 2);
  const phase = phases[Atomics.load(numbers, 0)];
  const place = { piece: numbers[1], item: numbers[2], question: numbers[3] };
  // Should it go on to something else meanwhile, the moment is the last to be read: it seems younger, not older.
  const allowed = times[1];
  return { phase, place, allowed, since: times[0] };
}
