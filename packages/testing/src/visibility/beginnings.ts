import type { Replay } from "./replay-sequences.js";

/** How linearizations go on. */
export interface Going {
  /** The operations that took effect. */
  readonly present: readonly number[];
  /** Whether an operation may come next. */
  mayFollow(id: number, placed: readonly number[]): boolean;
  /** Whether an operation may have seen these of what is placed. */
  mayHaveSeen(id: number, seen: number): boolean;
}

/** A beginning of linearizations: some operations in their places, and what the last of them may have seen. */
export interface Beginning {
  readonly placed: readonly number[];
  /** What the last may have seen, itself included, such that its result is explained: as bits, more before less. */
  sights(): readonly number[];
  /** Whether some linearization begins so. */
  completes(): boolean;
  /** Those with one operation more. */
  longer(): readonly Beginning[];
}

/**
 * All linearizations in which each operation has something to have seen that explains its result, as the tree of their
 * beginnings. What has been looked at is kept, for every level asks for the same ones.
 */
export function beginningsOf(going: Going, start: Replay): Beginning {
  return createBeginning(going, [], [0], [start]);
}

/**
 * @param seen each subset of what was placed before the last, as bits, so that each comes after those without its last
 * @param runs each of these, run in the order of their places; with the last, they are what the next may have seen
 */
function createBeginning(
  going: Going,
  placed: readonly number[],
  seen: readonly number[],
  runs: readonly Replay[],
): Beginning {
  const last = placed[placed.length - 1];
  const isFirst = placed.length === 0;
  const known: { sights?: number[]; completes?: boolean; longer?: Beginning[] } = {};
  const self: Beginning = {
    placed,
    sights: () =>
      (known.sights ??= seen
        .filter((bits, at) => going.mayHaveSeen(last, bits) && runs[at].explains(last))
        .map((bits) => bits | (1 << last))
        .reverse()),
    completes: () =>
      (known.completes ??=
        (isFirst || self.sights().length > 0) &&
        (placed.length === going.present.length || self.longer().some((one) => one.completes()))),
    longer() {
      if (known.longer !== undefined) return known.longer;
      const allSeen = isFirst ? seen : [...seen, ...seen.map((bits) => bits | (1 << last))];
      const allRuns = isFirst ? runs : [...runs, ...runs.map((run) => run.after(last))];
      known.longer = going.present
        .filter((id) => !placed.includes(id) && going.mayFollow(id, placed))
        .map((id) => createBeginning(going, [...placed, id], allSeen, allRuns));
      return known.longer;
    },
  };
  return self;
}
