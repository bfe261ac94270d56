import { type HistorySource, judge, type JudgeOptions } from "./judge.js";

/** What a matcher tells its runner. */
export interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/** The matchers, as the type `expect(history)` has them; `R` is what they return. */
export interface HistoryMatchers<R> {
  /**
   * The history satisfies the criterion: `toSatisfy("causal", { type: "set" })`. With `levels` or `axioms` among the
   * options, no criterion is named: `toSatisfy({ axioms: "vis ⊇ hb" })`.
   */
  toSatisfy(criterion: string | JudgeOptions, options?: JudgeOptions): R;
  /** The history is linearizable; it must have times. */
  toBeLinearizable(options?: JudgeOptions): R;
  /** Replicas that have received the same updates answer the same in the end. */
  toConverge(options?: JudgeOptions): R;
}

/** The matchers for `expect.extend`, of vitest and of jest. */
export const matchers = {
  toSatisfy(
    received: unknown,
    criterion: string | JudgeOptions | ((value: unknown) => boolean),
    options?: JudgeOptions | string,
  ): MatcherResult {
    // vitest has a matcher of this name, for predicates: it goes on.
    if (typeof criterion === "function") return predicate(received, criterion, options as string | undefined);
    return typeof criterion === "string"
      ? judged(received, criterion, options as JudgeOptions | undefined)
      : judged(received, undefined, criterion);
  },
  toBeLinearizable: (received: unknown, options?: JudgeOptions): MatcherResult =>
    judged(received, "linearizability", options),
  toConverge: (received: unknown, options?: JudgeOptions): MatcherResult =>
    judged(received, "convergence", options),
};

function judged(
  received: unknown,
  criterion: string | undefined,
  options: JudgeOptions | undefined,
): MatcherResult {
  const { satisfied, message } = judge(received as HistorySource, criterion, options);
  return {
    pass: satisfied,
    message: () =>
      satisfied
        ? `the history should not be so, but it is\n\n${message()}`
        : `the history is not what was asked for\n\n${message()}`,
  };
}

function predicate(
  received: unknown,
  holds: (value: unknown) => boolean,
  message: string | undefined,
): MatcherResult {
  const pass = holds(received);
  return { pass, message: () => message ?? `the value should ${pass ? "not " : ""}satisfy the predicate` };
}
