import type { Target } from "../object/target.js";

/** Timers that run longer fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** What becomes of who asks a target when the time is over. */
export class TimeOver extends RangeError {
  override readonly name = "TimeOver";

  constructor() {
    super("the time was over before it could be run");
  }
}

/**
 * A signal that comes with the given one, or when a time is over.
 *
 * @param begun when the time began to run, as `performance.now()` says it
 * @param seconds without them the time has no end
 */
export function overSignal(signal: AbortSignal, begun: number, seconds: number | undefined): AbortSignal {
  if (seconds === undefined) return signal;
  const left = Math.max(0, begun + 1000 * seconds - performance.now());
  if (left > LONGEST_TIMER) return signal;
  if (left === 0) return AbortSignal.abort();
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), left);
  timer.unref();
  return AbortSignal.any([signal, over.signal]);
}

/**
 * A target that stops at a signal, whatever it does: a stress ends with what was seen until then, and who
 * waits for sequences is told with a `TimeOver` that there is no time for them. What hangs is left to
 * `close`.
 */
export function untilOver(target: Target, over: AbortSignal): Target {
  return {
    ...target,
    runInSequence: (...asked) => orOver(() => target.runInSequence(...asked), over),
    stress: (programs, options) =>
      target.stress(programs, {
        ...options,
        signal: options.signal === undefined ? over : AbortSignal.any([options.signal, over]),
      }),
  };
}

function orOver<T>(act: () => Promise<T>, over: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const refuse = (): void => reject(new TimeOver());
    if (over.aborted) {
      refuse();
      return;
    }
    over.addEventListener("abort", refuse, { once: true });
    act()
      .finally(() => over.removeEventListener("abort", refuse))
      .then(resolve, reject);
  });
}
