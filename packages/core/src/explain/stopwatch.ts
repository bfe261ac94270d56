/** What tells the time that the processor was busy, where the platform has it. */
interface Platform {
  readonly process?: { cpuUsage?(): { readonly user: number; readonly system: number } };
}

/** To ask for the time of the processor takes long: no more often than this, in milliseconds. */
const ASKED_EVERY = 10;

/**
 * Whether so many milliseconds have passed since: by the clock, and of the processor where that is known, so that what
 * others do on the machine does not count.
 */
export function stopwatch(milliseconds: number): () => boolean {
  const { process } = globalThis as Platform;
  const busy = (): number => {
    const { user, system } = process?.cpuUsage?.() ?? { user: Infinity, system: 0 };
    return (user + system) / 1000;
  };
  const busyBefore = busy();
  let ask = performance.now() + milliseconds;
  return () => {
    const now = performance.now();
    if (now < ask) return false;
    if (busyBefore === Infinity || busy() - busyBefore >= milliseconds) return true;
    ask = now + ASKED_EVERY;
    return false;
  };
}
