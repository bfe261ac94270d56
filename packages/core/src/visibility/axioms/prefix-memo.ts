import type { Prefix } from "./axiom-prefix.js";
import type { Problem } from "../problem.js";

/** Remembers prefixes that were searched in vain. */
export interface PrefixMemo {
  /** Whether a prefix that leaves at least as much open was searched before; if not, remembers this one. */
  dominated(): boolean;
}

/**
 * A memo of prefixes. Two prefixes of the same operations leave the same open where the updates that some
 * operation still to come may ask for stand in the same order, up to swaps of neighbours that commute (the
 * lexicographic normal form of a trace), and their signatures are equal; a smaller signature leaves more.
 *
 * @param relevant the operations that may change the result of each
 */
export function createPrefixMemo<Bits>(
  problem: Problem<Bits>,
  prefix: Prefix<Bits>,
  relevant: readonly Bits[],
  reserve: (bytes: number) => void,
): PrefixMemo {
  const { sets, size, labels, type } = problem;
  const commuting = labels.map((a, i) => {
    let set = sets.empty;
    labels.forEach((b, j) => {
      if (i !== j && type.commute?.(a, b) === true) set = sets.union(set, sets.single(j));
    });
    return set;
  });
  const seen = new Map<string, Bits[][]>();

  const normalForm = (): number[] => {
    let asked = sets.empty;
    for (let z = 0; z < size; z++) if (!sets.has(prefix.placed(), z)) asked = sets.union(asked, relevant[z]);
    const left = [...prefix.line.subarray(0, prefix.depth())].filter((u) => sets.has(asked, u));
    const form: number[] = [];
    while (left.length > 0) {
      let best = -1;
      let passed = sets.empty;
      left.forEach((u, at) => {
        if (sets.within(passed, commuting[u]) && (best < 0 || u < left[best])) best = at;
        passed = sets.union(passed, sets.single(u));
      });
      form.push(...left.splice(best, 1));
    }
    return form;
  };

  return {
    dominated() {
      const key = `${sets.key(prefix.placed())}|${normalForm().join()}`;
      const signature = prefix.signature();
      const known = seen.get(key);
      const smaller = (other: readonly Bits[]): boolean =>
        other.every((set, at) => sets.within(set, signature[at]));
      if (known?.some(smaller)) return true;
      reserve(2 * key.length + 8 * signature.length + 64);
      if (known === undefined) seen.set(key, [signature]);
      else known.push(signature);
      return false;
    },
  };
}
