import { type Choices, largestChoice, minimalChoices, nextChoice } from "./choices.js";
import type { Sets } from "../sets.js";

/** The sets that an operation is let see, one after another; to be gone on with after any of them. */
export interface Enumeration<Set> {
  readonly first: Set | undefined;
  /** The set after this one; `undefined` after the last. */
  after(current: Set): Set | undefined;
}

/** Every allowed set, the largest first. */
export function everyChoice<Set>(sets: Sets<Set>, choices: Choices<Set>): Enumeration<Set> {
  return {
    first: largestChoice(sets, choices),
    after: (current) => nextChoice(sets, choices, current),
  };
}

/**
 * The minimal allowed sets that `explains` accepts, found as they are asked for. An enumeration that is
 * gone on with elsewhere finds the earlier ones again first: they tell which later ones are minimal.
 */
export function minimalChoice<Set>(
  sets: Sets<Set>,
  choices: Choices<Set>,
  explains: (seen: Set) => boolean,
): Enumeration<Set> {
  const left = minimalChoices(sets, choices, explains);
  const next = (): Set | undefined => left.next().value ?? undefined;
  const first = next();
  let latest = first;
  return {
    first,
    after(current) {
      while (latest !== undefined && sets.key(latest) !== sets.key(current)) latest = next();
      latest = next();
      return latest;
    },
  };
}
