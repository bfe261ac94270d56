/**
 * Stacks as numbers: equal ones have one number, and the empty one is 0. Room is made for so many, no more: who uses
 * them looks whether there is room left, and else forgets all.
 */
export interface StackCells {
  /** Stack → what lies on top, 0 of the empty one; the stack below; and how many elements it has. */
  readonly top: Int32Array;
  readonly below: Int32Array;
  readonly size: Int32Array;
  /** The stack with one more element on top, a number from 1 on. */
  push(stack: number, element: number): number;
  /** How many more there is room for. */
  room(): number;
  forget(): void;
}

/** Factors that spread numbers over a table. */
const [SPREAD, SPREAD_ELEMENT] = [0x9e3779b1, 0x85ebca6b];

/** @param bits as many stacks as that power of two says */
export function createStackCells(bits: number): StackCells {
  const most = 1 << bits;
  const mask = 2 * most - 1;
  const [top, below, size] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)];
  /** A table of stacks by what lies on top and below; 0: none. */
  const table = new Int32Array(2 * most);
  let count = 1;
  return {
    top,
    below,
    size,
    push(stack, element) {
      const mixed = Math.imul(stack, SPREAD) ^ Math.imul(element, SPREAD_ELEMENT);
      for (let at = (mixed ^ (mixed >>> 15)) & mask; ; at = (at + 1) & mask) {
        const found = table[at];
        if (found === 0) {
          table[at] = count;
          top[count] = element;
          below[count] = stack;
          size[count] = size[stack] + 1;
          return count++;
        }
        if (below[found] === stack && top[found] === element) return found;
      }
    },
    room: () => most - count,
    forget() {
      table.fill(0);
      count = 1;
    },
  };
}
