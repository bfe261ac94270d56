/**
 * What comes of items, in their order, where so many may be begun before the first of them is waited for. Items may be
 * without end: they are taken as there is room. What was begun and is not reached is told so.
 */
export async function* ahead<Item, Begun>(
  items: Iterable<Item>,
  most: number,
  begin: (item: Item) => Promise<Begun | undefined>,
  leave: (begun: Begun) => Promise<void>,
): AsyncGenerator<Begun, void> {
  const waiting: Begun[] = [];
  const iterator = items[Symbol.iterator]();
  let isOver = false;
  try {
    for (;;) {
      while (!isOver && waiting.length < most) {
        const next = iterator.next();
        const begun = next.done === true ? undefined : await begin(next.value);
        if (begun === undefined) isOver = true;
        else waiting.push(begun);
      }
      const first = waiting.shift();
      if (first === undefined) return;
      yield first;
    }
  } finally {
    for (const begun of waiting) await leave(begun);
  }
}
