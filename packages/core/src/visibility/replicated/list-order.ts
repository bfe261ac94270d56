/** A partial order of the values of a list: what is known of where they stand. Closed transitively. */
export interface ListOrder {
  /** Whether one is known to stand before the other. */
  isBefore(one: number, other: number): boolean;
  /** Puts one before the other; false where the other is known to stand before it. */
  put(one: number, other: number): boolean;
  copy(): ListOrder;
  /** All values in an order that extends this one. */
  total(): number[];
}

/** No order of so many values. */
export function createListOrder(size: number): ListOrder {
  return orderOf(size, new Uint8Array(size * size));
}

/** @param before the row of a value has 1 for each value that it stands before */
function orderOf(size: number, before: Uint8Array): ListOrder {
  return {
    isBefore: (one, other) => before[one * size + other] === 1,
    put(one, other) {
      if (one === other || before[other * size + one] === 1) return false;
      if (before[one * size + other] === 1) return true;
      const later = [other];
      for (let value = 0; value < size; value++) if (before[other * size + value] === 1) later.push(value);
      for (let value = 0; value < size; value++)
        if (value === one || before[value * size + one] === 1)
          for (const follower of later) before[value * size + follower] = 1;
      return true;
    },
    copy: () => orderOf(size, before.slice()),
    total() {
      const earlier = new Int32Array(size);
      for (let one = 0; one < size; one++)
        for (let other = 0; other < size; other++) earlier[other] += before[one * size + other];
      return [...earlier.keys()].sort((a, b) => earlier[a] - earlier[b] || a - b);
    },
  };
}
