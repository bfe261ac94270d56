import type { Invocation, Label } from "../history/history.js";
import type { Value } from "../history/value.js";
import type { Replicated } from "../types/replicated.js";
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
    ...(type.replicated !== undefined && { replicated: jointReplicated(type.replicated, objectCount) }),
  };
}

/** The same of a replicated type: values go with the object that they are put to. */
function jointReplicated(type: Replicated, objectCount: number): Replicated {
  const { ordered } = type;
  const objectOf = ({ args }: Invocation): number => args[0] as number;
  const own = (invocation: Invocation, values: readonly Value[]): readonly Value[] =>
    (values as readonly (readonly [number, Value])[]).flatMap(([object, value]) =>
      object === objectOf(invocation) ? [value] : [],
    );
  return {
    initial: (initial) =>
      Array.from({ length: objectCount }, (_, object) =>
        type.initial(initial).map((value) => [object, value]),
      ).flat(),
    puts(invocation) {
      const value = type.puts(single(invocation));
      return value === undefined ? undefined : [objectOf(invocation), value];
    },
    takes(invocation, pair) {
      const [object, value] = pair as readonly [number, Value];
      return object === objectOf(invocation) && type.takes(single(invocation), value);
    },
    answers: (invocation, before, after) =>
      type.answers(single(invocation), own(invocation, before), own(invocation, after)),
    demands(label) {
      const demands = type.demands(single(label));
      if (demands === undefined) return undefined;
      const { only, there, gone, ...counts } = demands;
      const joint = (values: readonly Value[]) => values.map((value) => [objectOf(label), value]);
      return {
        ...counts,
        ...(only !== undefined && { only: joint(only) }),
        ...(there !== undefined && { there: joint(there) }),
        ...(gone !== undefined && { gone: joint(gone) }),
      };
    },
    about: (invocation, pair) => (pair as readonly [number, Value])[0] === objectOf(invocation),
    ...(ordered !== undefined && {
      ordered: {
        listed: (label) => ordered.listed(single(label)).map((value) => [objectOf(label), value]),
        place(invocation) {
          const place = ordered.place(single(invocation));
          if (place === undefined || "index" in place || place.after === null) return place;
          return { after: [objectOf(invocation), place.after] };
        },
      },
    }),
  };
}
