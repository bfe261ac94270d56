/** The longest that a timer of the runtime can wait, in milliseconds: about 24 days. It takes more for nothing. */
const LONGEST = 2 ** 31 - 1;

/** Calls back after so many milliseconds, however many. Returns how to call it off. */
export function setAlarm(milliseconds: number, ring: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (left: number): void => {
    timer = left > LONGEST ? setTimeout(() => wait(left - LONGEST), LONGEST) : setTimeout(ring, left);
  };
  wait(milliseconds);
  return () => clearTimeout(timer);
}
