/**
 * A clock of whole nanoseconds that never gives the same instant twice: calls that follow each other at once, faster
 * than the machine's clock ticks, are still told apart.
 */
export function createClock(now: () => number = () => performance.now()): () => number {
  let last = -1;
  return () => {
    const instant = Math.floor(now() * 1e6);
    last = instant > last ? instant : last + 1;
    return last;
  };
}
