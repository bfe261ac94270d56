import {
  type Access,
  allows,
  type CountedOutcome,
  type LitmusModel,
  type LitmusRun,
  type LitmusTest,
  sameOutcome,
} from "@sightline/lab";

/** An outcome, how often it was seen, and who allows it. */
export interface JudgedOutcome extends CountedOutcome {
  readonly sc: boolean;
  readonly tso: boolean;
  /** Whether it is the one that the test asks for. */
  readonly interesting: boolean;
}

/** A test that was run, outcome by outcome. */
export interface JudgedTest {
  readonly test: LitmusTest;
  readonly access: Access;
  readonly runs: number;
  /** What was seen, the most frequent first, and the interesting outcome, seen or not. */
  readonly outcomes: readonly JudgedOutcome[];
  /** Whether something was seen that the accesses should never show: see `promised`. */
  readonly beyond: boolean;
  /** Whether something was seen that no interleaving gives. */
  readonly relaxed: boolean;
}

/**
 * What the accesses promise: JavaScript's Atomics are sequentially consistent by their specification. Plain
 * accesses promise nothing, but an x86 processor is TSO.
 */
export const promised: Readonly<Record<Access, LitmusModel>> = { plain: "tso", atomics: "sc" };

/** Holds the outcomes of a run against SC and TSO. */
export function judgeRun(test: LitmusTest, { runs, outcomes }: LitmusRun, access: Access): JudgedTest {
  const isInteresting = (outcome: CountedOutcome): boolean => sameOutcome(outcome, test.interesting);
  const all = outcomes.some(isInteresting) ? outcomes : [...outcomes, { ...test.interesting, count: 0 }];
  const judged = all.map((outcome) => ({
    ...outcome,
    sc: allows("sc", test, outcome),
    tso: allows("tso", test, outcome),
    interesting: isInteresting(outcome),
  }));
  const seen = judged.filter(({ count }) => count > 0);
  return {
    test,
    access,
    runs,
    outcomes: judged,
    beyond: seen.some((outcome) => !outcome[promised[access]]),
    relaxed: seen.some(({ sc }) => !sc),
  };
}
