/** Operations that wait, each once, the first that came first. */
export function createQueue(size: number) {
  const waiting = new Int32Array(size + 1);
  const isIn = new Uint8Array(size);
  let [first, end] = [0, 0];
  return {
    push(one: number): void {
      if (isIn[one] === 1) return;
      isIn[one] = 1;
      waiting[end] = one;
      end = end === size ? 0 : end + 1;
    },
    /** The next, or -1. */
    pop(): number {
      if (first === end) return -1;
      const one = waiting[first];
      first = first === size ? 0 : first + 1;
      isIn[one] = 0;
      return one;
    },
    clear(): void {
      isIn.fill(0);
      first = end = 0;
    },
  };
}
