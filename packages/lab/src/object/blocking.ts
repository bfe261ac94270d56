import type { LevelName, SequentialType } from "@sightline/core";
import { BLOCKED, isBlocked, type Outcome, type Program } from "./program.js";

/** No method of an object can have this in its name. */
const MARK = "-blocked";

/** How a history names a call of the method that blocks: it is judged otherwise than one that returns. */
export function blockedName(method: string): string {
  return method + MARK;
}

/**
 * A type that knows of calls that block: one can happen exactly where the call itself cannot (`step` has no
 * answer), and it leaves the object as it is.
 */
export function withBlocked(type: SequentialType): SequentialType {
  return {
    name: type.name,
    init: (initial) => type.init(initial) as unknown,
    step(state: unknown, { method, args }) {
      if (!method.endsWith(MARK)) return type.step(state, { method, args });
      const ways = type.step(state, { method: method.slice(0, -MARK.length), args });
      return Array.isArray(ways) && ways.length === 0 ? { state, result: BLOCKED } : [];
    },
    ...(type.key !== undefined && { key: (state: unknown) => (type.key as KeyOf)(state) }),
  };
}

type KeyOf = (state: unknown) => string | number;

/**
 * The levels of calls that block, by their names in the history of an outcome. Such a call waits until all
 * others have returned, and longer: whatever the level of its method, in the end it sees them all.
 */
export function levelsOfBlocked(program: Program, outcome: Outcome): Readonly<Record<string, LevelName>> {
  return Object.fromEntries(blockedMethods(program, outcome).map((name) => [name, "complete"]));
}

/** The same as an axiom to be added to others. */
export function axiomOfBlocked(program: Program, outcome: Outcome): string {
  const names = [...new Set(blockedMethods(program, outcome))];
  return names.length === 0 ? "" : `; SingleOrder(*, [${names.join(",")}])`;
}

function blockedMethods(program: Program, outcome: Outcome): readonly string[] {
  return program.threads
    .flat()
    .flatMap(({ on, method }, i) => (on === undefined && isBlocked(outcome[i]) ? [blockedName(method)] : []));
}
