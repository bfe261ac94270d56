import type { History } from "@sightline/core";

/** What a format can say besides operations in sessions. */
export interface Sayable {
  readonly times?: true;
  readonly optional?: true;
  readonly happensBefore?: true;
  readonly initial?: true;
  /** The types that it has; any where it is not given. */
  readonly types?: readonly string[];
}

/** Refuses a history that has what a format cannot say. Throws a `RangeError`. */
export function refuseUnsayable(format: string, history: History, can: Sayable): void {
  const refuse = (what: string): never => {
    throw new RangeError(`${format} has no ${what}: write native JSON instead`);
  };
  const { timed, optional, happensBefore, initial, type, final, objects, object, sights } = history;
  if (can.types !== undefined && !can.types.includes(type ?? ""))
    throw new RangeError(
      `${format} is for histories of type ${can.types.join(", ")}, not ${type ?? "one that is not told"}`,
    );
  if (timed && can.times !== true) refuse("times");
  if (optional?.includes(1) === true && can.optional !== true) refuse("optional operations");
  if (happensBefore.length > 0 && can.happensBefore !== true) refuse("declared happens-before");
  if (initial !== undefined && can.initial !== true) refuse("initial state");
  if (final?.includes(1) === true) refuse("final reads");
  if (sights !== undefined) refuse("word for what operations saw");
  if (object.some((at) => objects[at] !== undefined)) refuse("objects");
}
