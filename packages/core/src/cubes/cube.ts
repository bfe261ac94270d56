/**
 * A part of a search, as plain data: a place in the tree of its forks, and up to where each fork on the way there is
 * still to be tried. Forks are numbered from the root, and the ways on from a fork in the order in which the search
 * tries them; both follow from the question alone, so that a cube means the same to whoever opens the same question.
 *
 * The cube stands for: the way `ways[d]` at every fork d, with all that lies below the last; and, at every fork d that
 * the ways before it lead to, the ways `ways[d] + 1 … ends[d] - 1`. What a depth-first search has left to do is one
 * cube, whenever it stops; the root has no forks, and stands for all.
 */
export interface Cube {
  readonly ways: readonly number[];
  readonly ends: readonly number[];
  /** `sc`, `tso`: the two writes that each fork orders; which pairs those are depends on what was tried before. */
  readonly pairs?: readonly (readonly [number, number])[];
  /** The search without the type's hints, where these proved too coarse for this history. */
  readonly literal?: true;
}

/** The whole search. */
export const WHOLE: Cube = { ways: [], ends: [] };

/** The whole search without the type's hints. */
export const WHOLE_LITERALLY: Cube = { ways: [], ends: [], literal: true };

/**
 * Two cubes that together are this one and share nothing: the fork nearest to the root that has a way left gives half
 * of what it has left away. `undefined` where no fork has: it must be searched for a while to be split.
 */
export function splitCube(cube: Cube): readonly [kept: Cube, given: Cube] | undefined {
  const { ways, ends, pairs } = cube;
  const fork = ways.findIndex((way, at) => ends[at] - way > 1);
  if (fork < 0) return undefined;
  const middle = ways[fork] + Math.ceil((ends[fork] - ways[fork]) / 2);
  const kept = { ...cube, ends: ends.with(fork, middle) };
  const given = {
    ...cube,
    ways: [...ways.slice(0, fork), middle],
    // The forks above have no other way left, or one of them would have been found.
    ends: ends.slice(0, fork + 1),
    ...(pairs !== undefined && { pairs: pairs.slice(0, fork + 1) }),
  };
  return [kept, given];
}

/** What is wrong with something that came from elsewhere and should be a cube; `undefined`: nothing. */
export function malformedCube(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return "a cube is an object";
  const { ways, ends, pairs, literal } = value as Partial<Record<keyof Cube, unknown>>;
  if (!isCounts(ways) || !isCounts(ends)) return "ways and ends are lists of numbers from 0 on";
  if (ways.length !== ends.length) return "ways and ends are as many";
  if (ways.some((way, fork) => way >= ends[fork])) return "a way stands before its end";
  if (literal !== undefined && literal !== true) return "literal is true, or absent";
  if (pairs === undefined) return undefined;
  if (!Array.isArray(pairs) || pairs.length !== ways.length) return "pairs are as many as ways";
  return pairs.every((pair) => isCounts(pair) && pair.length === 2) ? undefined : "a pair is two numbers";
}

function isCounts(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && (one as number) >= 0);
}
