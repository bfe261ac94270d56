/** Numbers 0, 1, 2, … for things, in the order in which they are met; the same for equal ones. */
export interface Numbers<Item> {
  /** Number → the first of its kind. */
  readonly items: readonly Item[];
  /** The number of a thing, a new one where none like it was met. */
  readonly of: (item: Item) => number;
  /** The number of a thing, or -1 where none like it was met. */
  readonly known: (item: Item) => number;
}

/**
 * Nothing has a number yet.
 *
 * @param keyOf tells which are equal: those of the same key
 */
export function createNumbers<Item>(keyOf: (item: Item) => string | number): Numbers<Item> {
  const numbers = new Map<string | number, number>();
  const items: Item[] = [];
  return {
    items,
    of: (item) => {
      const key = keyOf(item);
      let number = numbers.get(key);
      if (number === undefined) {
        number = items.push(item) - 1;
        numbers.set(key, number);
      }
      return number;
    },
    known: (item) => numbers.get(keyOf(item)) ?? -1,
  };
}
