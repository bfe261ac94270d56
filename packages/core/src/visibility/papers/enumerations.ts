import { type Choices, largestChoice, minimalChoices, nextChoice } from "./choices.js";
import type { Sets } from "../sets.js";

/** The sets that an operation is let see, one after another; to be gone on with after any of them. */
export interface Enumeration<Bits> {
  readonly first: Bits | undefined;
  /** The set after this one; `undefined` after the last. */
  after(current: Bits): Bits | undefined;
}

/** Every allowed set, the largest first. */
export function everyChoice<Bits>(sets: Sets<Bits>, choices: Choices<Bits>): Enumeration<Bits> {
  return {
    first: largestChoice(sets, choices),
    after: (current) => nextChoice(sets, choices, current),
  };
}

/**
 * The minimal allowed sets that `explains` accepts, found as they are asked for. An enumeration that is
 * gone on with elsewhere finds the earlier ones again first: they tell which later ones are minimal.
 */
export function minimalChoice<Bits>(
  sets: Sets<Bits>,
  choices: Choices<Bits>,
  explains: (seen: Bits) => boolean,
): Enumeration<Bits> {
  const left = minimalChoices(sets, choices, explains);
  const next = (): Bits | undefined => left.next().value ?? undefined;
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
