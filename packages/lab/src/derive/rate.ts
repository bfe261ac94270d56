import type { LevelName } from "@sightline/core";
import { strongestFirst } from "../object/admitted.js";
import type { MethodSpec } from "../object/object-spec.js";
import { type Admission, difference, type Model } from "./admission.js";

/** A program is to show something that the level at hand forbids and this one admits. */
export type Yardstick = "monotonic" | "weak";

export const yardsticks: readonly Yardstick[] = ["monotonic", "weak"];

/** How much a program can tell; the more, the better. */
export type Rating = (admission: Admission, yardstick: Yardstick) => number;

/** No program is rated higher. */
const HIGHEST = 40;

/**
 * How much a program can tell against a level of a method: the number of outcomes that the yardstick
 * admits and the level does not. Where the yardstick is not weaker than the level, weak is. Against weak
 * itself, and of what returns nothing, it is the number of all outcomes: where more can happen, more can go
 * wrong.
 */
export function rateAgainst({ name: method, void: isVoid }: MethodSpec, level: LevelName): Rating {
  const at = (own: LevelName): Model => ({ levels: { "*": "complete", [method]: own } });
  return (admission, yardstick) => {
    const isWeaker = strongestFirst.indexOf(yardstick) > strongestFirst.indexOf(level);
    const weaker = isWeaker ? yardstick : "weak";
    const countsAll = level === "weak" || isVoid === true;
    const quick = admission.relaxing(method);
    if (quick !== undefined) {
      if (countsAll) return quick(level).size;
      const admitted = quick(level);
      return [...quick(weaker)].filter((outcome) => !admitted.has(outcome)).length;
    }
    const telling = countsAll
      ? (admission.outcomes(at(level)) ?? [])
      : difference(admission, at(weaker), at(level));
    let rating = 0;
    for (const _ of telling) if (++rating === HIGHEST) break;
    return rating;
  };
}
