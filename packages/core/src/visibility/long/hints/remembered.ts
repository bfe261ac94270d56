/**
 * What is made of each thing that a source yields: made once, and only as far as somebody looks. To guess along a
 * second hint may take longer than the search along the first.
 */
export function remembered<Source, Made>(
  source: Iterable<Source>,
  make: (one: Source) => Made,
): Iterable<Made> {
  const iterator = source[Symbol.iterator]();
  const known: Made[] = [];
  return {
    *[Symbol.iterator]() {
      for (let at = 0; ; at++) {
        if (at === known.length) {
          const next = iterator.next();
          if (next.done === true) return;
          known.push(make(next.value));
        }
        yield known[at];
      }
    },
  };
}
