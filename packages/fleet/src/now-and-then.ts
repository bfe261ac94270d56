/** To tell more often than this, in milliseconds, costs more than anyone sees of it. */
const EVERY = 200;

/** Calls on with what it is called with, but only now and then: the first, and after that what comes after a while. */
export function nowAndThen<Told>(
  tell: (told: Told) => void,
  clock: () => number = () => performance.now(),
): (told: Told) => void {
  let last = -Infinity;
  return (told) => {
    if (clock() - last < EVERY) return;
    last = clock();
    tell(told);
  };
}
