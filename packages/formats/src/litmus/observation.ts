import type { LitmusTest } from "./litmus-test.js";
import { finalStates, type Machine } from "./machine.js";
import { holds } from "./proposition.js";
import { subjectName, subjectsOf } from "./subjects.js";

/** What a model says of a litmus test, as herd puts it. */
export interface Observation {
  readonly test: string;
  readonly model: Machine;
  /**
   * Every final state of what the test asks about, as `0:EAX=0; 1:EAX=1;`, and whether the condition holds in
   * it. None where there are too many runs to list them.
   */
  readonly states: readonly { readonly state: string; readonly holds: boolean }[];
  /** The condition, with its quantifier. */
  readonly condition: string;
  /**
   * Whether the model agrees with the quantifier: some state for `exists`, none for `~exists`, all for
   * `forall`. Null where it is not known.
   */
  readonly ok: boolean | null;
  /** In which of the states the condition, without its quantifier, holds. */
  readonly observation: "Always" | "Sometimes" | "Never" | "Unknown";
}

/** All final states of a test under a model. */
export function observe(test: LitmusTest, model: Machine): Observation {
  const { name, quantifier, conditionText: condition } = test;
  const ends = finalStates(test, model);
  if (ends === undefined)
    return { test: name, model, states: [], condition, ok: null, observation: "Unknown" };
  const subjects = subjectsOf(test);
  const byText = new Map(
    ends.map((end) => [
      subjects.map((subject) => `${subjectName(subject)}=${end.valueOf(subject) ?? "?"};`).join(" "),
      holds(test.condition, end.valueOf),
    ]),
  );
  const states = [...byText]
    .map(([state, satisfied]) => ({ state, holds: satisfied }))
    .sort((a, b) => (a.state < b.state ? -1 : 1));
  const positive = states.filter((state) => state.holds).length;
  return {
    test: name,
    model,
    states,
    condition,
    ok: { exists: positive > 0, "~exists": positive === 0, forall: positive === states.length }[quantifier],
    observation: positive === 0 ? "Never" : positive === states.length ? "Always" : "Sometimes",
  };
}

/** The observation in the words of herd. */
export function printObservation({ test, states, condition, ok, observation }: Observation): string {
  if (ok === null)
    return `Observation ${test} ${observation}: its runs are too many to list their final states`;
  const [positive, negative] = [true, false].map(
    (wanted) => states.filter((one) => one.holds === wanted).length,
  );
  const isNegated = condition.startsWith("~");
  const kind = isNegated ? "Forbidden" : condition.startsWith("forall") ? "Required" : "Allowed";
  return [
    `Test ${test} ${kind}`,
    `States ${states.length}`,
    ...states.map(({ state }) => state),
    ok ? "Ok" : "No",
    "Witnesses",
    `Positive: ${isNegated ? negative : positive} Negative: ${isNegated ? positive : negative}`,
    `Condition ${condition}`,
    `Observation ${test} ${observation} ${positive} ${negative}`,
  ].join("\n");
}
