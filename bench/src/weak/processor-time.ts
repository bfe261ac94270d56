/** How long the clock may run before processor time is looked at again, in milliseconds: to look takes a while. */
const BETWEEN = 4;

/** Processor time from now on, in milliseconds, and whether more than so much was used. */
export function processorTime(most: number): { used(): number; isOver(): boolean } {
  const started = process.cpuUsage();
  const used = (): number => process.cpuUsage(started).user / 1000;
  let looked = performance.now();
  let over = false;
  return {
    used,
    isOver() {
      const now = performance.now();
      if (over || now < looked + BETWEEN) return over;
      looked = now;
      return (over = used() > most);
    },
  };
}
