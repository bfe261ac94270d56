import type { Invocation, Label } from "../history/history.js";
import type { Value } from "../history/value.js";
import { outcomes, type SequentialType, stateKey } from "../types/type.js";

/** A label on one of several objects: the object's index goes first among the arguments. */
export const jointLabel = (object: number, { method, args, result }: Label): Label => ({
  method,
  args: [object, ...args],
  result,
});

const single = <One extends Invocation>(label: One): One => ({ ...label, args: label.args.slice(1) });
const sameObject = (a: Invocation, b: Invocation): boolean => a.args[0] === b.args[0];

/**
 * Several objects of one type as one object, for searches that must order operations on all of
 * them together. Its labels are made by `jointLabel`.
 */
export function jointType(type: SequentialType, objectCount: number): SequentialType<readonly unknown[]> {
  const { pure, commute, relevant } = type;
  return {
    name: type.name,
    init: (initial?: Value) => Array.from({ length: objectCount }, () => type.init(initial) as unknown),
    step(states, { method, args }) {
      const object = args[0] as number;
      return outcomes(type, states[object], { method, args: args.slice(1) }).map(({ state, result }) => ({
        state: states.with(object, state),
        result,
      }));
    },
    key: (states) => JSON.stringify(states.map((state) => stateKey(type, state))),
    ...(pure !== undefined && { pure: (label: Label) => pure(single(label)) }),
    commute: (a, b) => !sameObject(a, b) || commute?.(single(a), single(b)) === true,
    relevant: (query, update) =>
      sameObject(query, update) && relevant?.(single(query), single(update)) !== false,
  };
}
