/** The sums that some of the given numbers come to, by which; each number is a name with an amount. */
export interface Sums {
  add(name: number, amount: number): void;
  /** Names that come to the sum, the empty list for 0; `undefined` where none do. */
  find(sum: number): readonly number[] | undefined;
  /** Some names, at least one, that come to the sum. */
  findSome(sum: number): readonly number[] | undefined;
  readonly size: () => number;
}

interface Step {
  readonly last: number;
  readonly rest: Step | undefined;
}

/** Sums are kept with the fewest names that were found first. */
export function createSums(): Sums {
  const found = new Map<number, Step | undefined>([[0, undefined]]);
  let zero: Step | undefined;
  const namesOf = (step: Step | undefined): readonly number[] => {
    const names: number[] = [];
    for (let one = step; one !== undefined; one = one.rest) names.push(one.last);
    return names;
  };
  const find = (sum: number) => (found.has(sum) ? namesOf(found.get(sum)) : undefined);
  return {
    add(name, amount) {
      if (zero === undefined && found.has(-amount)) zero = { last: name, rest: found.get(-amount) };
      const known = [...found];
      for (const [sum, rest] of known)
        if (!found.has(sum + amount)) found.set(sum + amount, { last: name, rest });
    },
    find,
    findSome: (sum) => (sum === 0 ? zero && namesOf(zero) : find(sum)),
    size: () => found.size,
  };
}
