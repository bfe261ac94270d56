import type { Schedule } from "./schedule.js";

/** Which schedule the timers of this thread belong to; `undefined`: none, they are real. */
export type UseSchedule = (schedule: Schedule | undefined) => void;

/** What code may do with a timer besides clearing it. */
class VirtualTimer {
  constructor(readonly clear: () => void) {}
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
}

/**
 * Puts `setTimeout` and `setImmediate` of this thread under the control of schedules, so that classes that
 * wait by them need not be changed. For threads that run nothing but the object under test.
 */
export function installTimers(): UseSchedule {
  const real = { setTimeout, clearTimeout, setImmediate, clearImmediate };
  let current: Schedule | undefined;
  const begin =
    <Args extends unknown[]>(
      ofReal: (callback: (...args: Args) => void, delay: number, ...args: Args) => unknown,
    ) =>
    (callback: (...args: Args) => void, delay = 0, ...args: Args): unknown =>
      current === undefined
        ? ofReal(callback, delay, ...args)
        : new VirtualTimer(current.after(delay, () => callback(...args)));
  const clear =
    (ofReal: (timer: never) => void) =>
    (timer: unknown): void => {
      if (timer instanceof VirtualTimer) timer.clear();
      else ofReal(timer as never);
    };
  const beginTimeout = begin((callback, delay, ...args) => real.setTimeout(callback, delay, ...args));
  const beginImmediate = begin((callback, _delay, ...args) => real.setImmediate(callback, ...args));
  Object.assign(globalThis, {
    setTimeout: beginTimeout,
    setImmediate: (callback: (...args: unknown[]) => void, ...args: unknown[]) =>
      beginImmediate(callback, 0, ...args),
    clearTimeout: clear(real.clearTimeout),
    clearImmediate: clear(real.clearImmediate),
  });
  return (schedule) => (current = schedule);
}
