import { printObject, printValue } from "./print.js";
import { canonical, type Value } from "./value.js";

/** A shared variable: its name, and the object that it is of where the history tells objects apart. */
export interface Variable {
  readonly object: string | number | undefined;
  readonly name: Value;
}

/** The names of sessions, no two alike: as they read or, where `0` and `"0"` are two of them, as JSON. */
export function sessionNames(sessions: readonly (string | number)[]): readonly string[] {
  return unlessAlike(sessions.map(String), () => sessions.map((session) => JSON.stringify(session)));
}

/**
 * The names of shared variables, no two alike: as the notation prints them (`x`, `a.x`) or, where two
 * would read the same, as JSON: `[name]`, or `[object,name]`. The same whatever the order of an object's keys.
 */
export function variableNames(variables: readonly Variable[]): readonly string[] {
  const print = (name: Value): string =>
    typeof name === "object" && name !== null ? canonical(name) : printValue(name);
  return unlessAlike(
    variables.map(({ object, name }) => printObject(object) + print(name)),
    () => variables.map(({ object, name }) => canonical(object === undefined ? [name] : [object, name])),
  );
}

function unlessAlike(names: readonly string[], otherwise: () => readonly string[]): readonly string[] {
  return new Set(names).size === names.length ? names : otherwise();
}
