import { AssertionError } from "node:assert";
import { type HistorySource, judge, type JudgeOptions } from "./judge.js";

/**
 * Throws an `AssertionError` unless the history satisfies the criterion; its message is the report that `sightline
 * check` prints. For `node:test` and any other runner.
 *
 * ```ts
 * test("replicas are causal", async () => {
 *   const rec = recorder({ type: "set" });
 *   await run(rec.session("alice").wrap(one), rec.session("bob").wrap(other));
 *   assertSatisfies(rec, "causal");
 * });
 * ```
 *
 * @param history a history, a recorder, or a history in notation or JSON
 * @param criterion by name; with `levels` or `axioms` among the options, `undefined`
 * @param options those of `check`, and the `seed` to name. Without `limits`, a minute
 */
export function assertSatisfies(
  history: HistorySource,
  criterion?: string,
  options: JudgeOptions = {},
): void {
  const { satisfied, message } = judge(history, criterion, options);
  if (!satisfied)
    throw new AssertionError({
      message: `the history is not what was asked for\n\n${message()}`,
      operator: "assertSatisfies",
      stackStartFn: assertSatisfies,
    });
}
