/** Numbers that only ever change through `write`, and can be put back to what they were. */
export interface Trail {
  readonly cells: Int32Array;
  write(at: number, value: number): void;
  /** What was written until now; to be put back by `undo`. */
  mark(): number;
  undo(mark: number): void;
}

export function createTrail(size: number): Trail {
  const cells = new Int32Array(size);
  let written = new Int32Array(1 << 12);
  let length = 0;
  return {
    cells,
    write(at, value) {
      if (length + 2 > written.length) {
        const longer = new Int32Array(2 * written.length);
        longer.set(written);
        written = longer;
      }
      written[length++] = at;
      written[length++] = cells[at];
      cells[at] = value;
    },
    mark: () => length,
    undo(mark) {
      while (length > mark) {
        length -= 2;
        cells[written[length]] = written[length + 1];
      }
    },
  };
}
