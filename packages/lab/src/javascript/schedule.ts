import type { Random } from "@sightline/core";

/** Decides the order in which what is awaited comes about. */
export interface Schedule {
  /** A promise that is kept when the schedule chooses it: at any time, in any order. */
  tick(): Promise<void>;
  /** The same for a call that has yet to begin: time may pass before it does. */
  turn(): Promise<void>;
  /** Calls back after so many milliseconds of virtual time; what is given back takes it back. */
  after(milliseconds: number, callback: () => void): () => void;
  /** The virtual time, in milliseconds. */
  now(): number;
  /**
   * Lets one of those that wait go on, or now and then several at once; false where none can. Without
   * `mayTimePass` the timers stay where they are.
   */
  release(mayTimePass: boolean): boolean;
}

interface Timer {
  readonly due: number;
  callback(): void;
}

/** How often one more is let go in the same turn, so that their next steps interleave as microtasks do. */
const TOGETHER = 0.25;

/**
 * A schedule whose choices follow from the random stream. Ticks stand for input and output, which may take
 * any time; timers keep their order, and time passes only when no tick is left to wait for. So a timeout
 * comes only to those that have nothing else to wait for, as on a machine that is fast enough.
 */
export function createSchedule(random: Random): Schedule {
  const ticks: (() => void)[] = [];
  const turns: (() => void)[] = [];
  let timers: Timer[] = [];
  let time = 0;
  const keepAny = (): void => {
    const choice = random.int(ticks.length + turns.length);
    const [chosen] = choice < ticks.length ? ticks.splice(choice, 1) : turns.splice(choice - ticks.length, 1);
    chosen();
  };
  const fireNext = (): void => {
    time = Math.min(...timers.map(({ due }) => due));
    const next = timers.filter(({ due }) => due === time);
    const chosen = next[random.int(next.length)];
    timers = timers.filter((timer) => timer !== chosen);
    chosen.callback();
  };
  return {
    tick: () => new Promise((resolve) => ticks.push(resolve)),
    turn: () => new Promise((resolve) => turns.push(resolve)),
    after(milliseconds, callback) {
      const timer = { due: time + Math.max(0, milliseconds || 0), callback };
      timers.push(timer);
      return () => (timers = timers.filter((other) => other !== timer));
    },
    now: () => time,
    release(mayTimePass) {
      const timerIsNext = mayTimePass && timers.length > 0 && ticks.length === 0;
      if (timerIsNext && random.int(turns.length + 1) === 0) fireNext();
      else if (ticks.length + turns.length === 0) return false;
      else
        do keepAny();
        while (ticks.length > 0 && random.chance(TOGETHER));
      return true;
    },
  };
}
