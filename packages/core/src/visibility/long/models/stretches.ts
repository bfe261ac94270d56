/** The best number of a list between two places, both included. */
export type BestOfStretch = (from: number, to: number) => number;

/**
 * The least, or the greatest, number of any stretch of a list, at once: it is kept for each stretch whose length is a
 * power of two, and any other is two of these that overlap. Nothing is kept before it is first asked for.
 */
export function bestOfStretches(list: Float64Array, best: (a: number, b: number) => number): BestOfStretch {
  const tables = [list];
  return (from, to) => {
    const power = 31 - Math.clz32(to - from + 1);
    while (tables.length <= power) {
      const [last, half] = [tables[tables.length - 1], 1 << (tables.length - 1)];
      const table = new Float64Array(Math.max(0, last.length - half));
      for (let at = 0; at < table.length; at++) table[at] = best(last[at], last[at + half]);
      tables.push(table);
    }
    return best(tables[power][from], tables[power][to + 1 - (1 << power)]);
  };
}
