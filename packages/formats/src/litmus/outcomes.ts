import type { Integer } from "./integer.js";
import {
  type Constraint,
  evaluate,
  type LitmusTest,
  loadsIn,
  type Outcome,
  registerValue,
  type Subject,
} from "./litmus-test.js";
import { finalStates } from "./machine.js";
import { constraintsOf, hasNegation, holds, type Proposition } from "./proposition.js";
import { failAtPlace } from "./scanner.js";
import { isLocation, subjectsOf } from "./subjects.js";

/** A condition may have as many outcomes, and as many are tried to find one. */
const MOST_OUTCOMES = 1000;
const MOST_TRIED = 100_000;

/**
 * The outcomes that satisfy the condition of a test: one for each disjunct. A condition with a negation
 * fixes no values; for it there is one outcome that satisfies it, of a run with one memory where there is
 * such a run, else of one with store buffers, else one that no run has: so this outcome is allowed by SC and
 * by TSO exactly where the condition is.
 *
 * Throws a `PlacedError` where no outcome does, or too many.
 */
export function outcomesOf(test: LitmusTest): readonly Outcome[] {
  const { condition, conditionPlace } = test;
  const fail = (reason: string): never => failAtPlace(conditionPlace, reason);
  if (hasNegation(condition)) {
    for (const { thread, name, place } of constraintsOf(condition))
      if (thread === undefined && !isLocation(test, name))
        failAtPlace(place, `the test ${test.name} has no location ${name}`);
    return [representative(test, fail)];
  }
  const outcomes = disjuncts(condition, fail);
  return outcomes.length > 0 ? outcomes : fail("no outcome satisfies this condition");
}

/** The disjuncts of a condition without negations. */
function disjuncts(condition: Proposition, fail: (reason: string) => never): readonly Outcome[] {
  switch (condition.kind) {
    case "is":
      return [[condition.constraint]];
    case "constant":
      return condition.holds ? [[]] : [];
    case "or": {
      const all: Outcome[] = [];
      for (const part of condition.parts) {
        all.push(...disjuncts(part, fail));
        checkCount(all.length, fail);
      }
      return all;
    }
    case "and": {
      let all: readonly Outcome[] = [[]];
      for (const part of condition.parts) {
        const more = disjuncts(part, fail);
        checkCount(all.length * more.length, fail);
        all = all.flatMap((outcome) => more.map((other) => [...outcome, ...other]));
      }
      return all;
    }
    case "not":
      throw new Error("a negation has no disjuncts");
  }
}

function checkCount(count: number, fail: (reason: string) => never): void {
  if (count > MOST_OUTCOMES)
    fail(`more than ${MOST_OUTCOMES} outcomes satisfy this condition: split it into several tests`);
}

function representative(test: LitmusTest, fail: (reason: string) => never): Outcome {
  const subjects = subjectsOf(test);
  const [plain, buffered] = [finalStates(test, "sc"), finalStates(test, "tso")];
  if (plain === undefined || buffered === undefined)
    return fail(
      "the test has too many runs to find an outcome that satisfies its negations: name the values",
    );
  const end = [...plain, ...buffered].find(({ valueOf }) => holds(test.condition, valueOf));
  const outcomeOf = (valueOf: (subject: Subject) => Integer | undefined): Outcome =>
    subjects.flatMap((subject): Constraint[] => {
      const value = valueOf(subject);
      return value === undefined ? [] : [{ ...subject, value, place: test.conditionPlace }];
    });
  if (end !== undefined) return outcomeOf(end.valueOf);
  const values = subjects.map((subject) => [
    ...new Set([
      ...buffered.flatMap(({ valueOf }) => valueOf(subject) ?? []),
      ...possibleValues(test, subject),
    ]),
  ]);
  // A value that is not there at all, where those that are satisfy nothing.
  const more = subjects.map((subject, i) =>
    isOpen(test, subject) ? [...values[i], unused(values.flat())] : values[i],
  );
  const found = search(test, subjects, values) ?? search(test, subjects, more);
  return found === undefined ? fail("no outcome satisfies this condition") : outcomeOf(found);
}

/** The first choice of values that satisfies the condition. */
function search(
  test: LitmusTest,
  subjects: readonly Subject[],
  values: readonly (readonly Integer[])[],
): ((subject: Subject) => Integer | undefined) | undefined {
  const total = values.reduce((product, { length }) => product * length, 1);
  const keyOf = ({ thread, name }: Subject): string =>
    thread === undefined ? name : `${thread}:${test.registerKey(name)}`;
  for (let number = 0; number < Math.min(total, MOST_TRIED); number++) {
    let rest = number;
    const chosen = new Map(
      subjects.map((subject, i) => {
        const value = values[i][rest % values[i].length];
        rest = Math.floor(rest / values[i].length);
        return [keyOf(subject), value];
      }),
    );
    const valueOf = (subject: Subject): Integer | undefined => chosen.get(keyOf(subject));
    if (holds(test.condition, valueOf)) return valueOf;
  }
  return undefined;
}

/** The values that are stored to a location, or to the one that a register is loaded from, as far as the text tells. */
function possibleValues(test: LitmusTest, { thread: id, name }: Subject): readonly Integer[] {
  const thread = test.threads.find((one) => one.id === id);
  const locations =
    thread === undefined
      ? [name]
      : loadsIn(registerValue(thread, test.registerKey(name))).map(({ location }) => location);
  return locations.flatMap((location) => [
    test.initial.get(location) ?? 0,
    ...test.threads.flatMap(({ accesses }) =>
      accesses.flatMap((access) =>
        access.location === location && access.stored !== undefined
          ? (evaluate(access.stored, () => undefined) ?? [])
          : [],
      ),
    ),
  ]);
}

/** Whether the text of the test alone does not tell what the subject holds in the end. */
function isOpen(test: LitmusTest, { thread: id, name }: Subject): boolean {
  const thread = test.threads.find((one) => one.id === id);
  return thread === undefined || loadsIn(registerValue(thread, test.registerKey(name))).length > 0;
}

/** A value that is not among these. */
const unused = (values: readonly Integer[]): number =>
  1 + values.reduce<number>((most, value) => (typeof value === "number" ? Math.max(most, value) : most), 0);
