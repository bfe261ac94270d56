import type { Random } from "@sightline/core";

/** The flags and locks of one run of a program (POPL'19 Fig. 5), for async functions. */
export interface AsyncLocks {
  /** Does one step: a flag's `set` or `get`, a lock's `lock` or `unlock`. */
  step(on: string, method: string): Promise<boolean | number | null>;
}

interface Lock {
  held: boolean;
  /** How often it was taken. */
  turns: number;
  readonly waiting: (() => void)[];
}

/** Fresh flags and locks. The random stream chooses among those that wait for a lock. */
export function createLocks(random: Random): AsyncLocks {
  const flags = new Set<string>();
  const locks = new Map<string, Lock>();
  const lockOf = (on: string): Lock => {
    const lock = locks.get(on) ?? { held: false, turns: 0, waiting: [] };
    locks.set(on, lock);
    return lock;
  };
  return {
    async step(on, method) {
      switch (method) {
        case "set":
          flags.add(on);
          return null;
        case "get":
          return flags.has(on);
        case "lock": {
          const lock = lockOf(on);
          if (lock.held) await new Promise<void>((resolve) => lock.waiting.push(resolve));
          lock.held = true;
          return lock.turns++;
        }
        default: {
          const lock = lockOf(on);
          const [next] = lock.waiting.splice(random.int(lock.waiting.length), 1);
          if (next === undefined) lock.held = false;
          else next(); // the lock passes on: nobody can come between
          return null;
        }
      }
    },
  };
}
