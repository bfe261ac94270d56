import type { Schedule } from "./schedule.js";

/**
 * What the constructor of a class under test gets first in async mode: ways to wait whose order the test
 * decides. A class that is given its input and output can be given these.
 */
export interface AsyncIo {
  /** Waits for as long as the test likes. */
  tick(): Promise<void>;
  /** Waits for that much virtual time: no real time passes, but sleepers wake in the right order. */
  sleep(milliseconds: number): Promise<void>;
  /** The virtual time, in milliseconds. */
  now(): number;
  /** The function as a remote one: the test decides when the request arrives, and when its answer does. */
  delayed<Args extends unknown[], Result>(
    act: (...args: Args) => Result | Promise<Result>,
  ): (...args: Args) => Promise<Result>;
  /** A remote store: the value that was stored last under the key; null where none was. */
  fetch(key: unknown): Promise<unknown>;
  /** Stores a value in the remote store. */
  store(key: unknown, value: unknown): Promise<void>;
}

/** Input and output for one object. */
export function createIo({ tick, after, now }: Schedule): AsyncIo {
  const stored = new Map<unknown, unknown>();
  const delayed: AsyncIo["delayed"] =
    (act) =>
    async (...args) => {
      await tick();
      try {
        return await act(...args);
      } finally {
        await tick();
      }
    };
  return {
    tick,
    sleep: (milliseconds) => new Promise((resolve) => after(milliseconds, resolve)),
    now,
    delayed,
    fetch: delayed((key: unknown) => stored.get(key) ?? null),
    store: delayed((key: unknown, value: unknown) => {
      stored.set(key, value);
    }),
  };
}
