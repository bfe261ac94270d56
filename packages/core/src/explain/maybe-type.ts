import type { Label } from "../history/history.js";
import { equal } from "../history/value.js";
import { outcomes, type SequentialType } from "../types/type.js";

/** A label that may take effect as it is, or not at all. */
export const maybeLabel = ({ method, args, result }: Label): Label => ({
  method: `maybe ${method}`,
  args: result === undefined ? [args] : [args, result],
  result: null,
});

/**
 * The type with labels that need not have happened. What is impossible with such a label is
 * impossible with the operation itself, so a history relaxed this way refutes the history.
 */
export function maybeType(type: SequentialType): SequentialType {
  const { partition, pure, key } = type;
  return {
    name: type.name,
    init: (initial) => type.init(initial) as unknown,
    step(state, { method, args }) {
      if (!method.startsWith("maybe ")) return type.step(state, { method, args });
      const given = args[0] as readonly never[];
      const happened = outcomes(type, state, { method: method.slice(6), args: given }).filter(
        (outcome) => args.length === 1 || equal(outcome.result, args[1]),
      );
      return [
        { state, result: null },
        ...happened.map((outcome) => ({ state: outcome.state, result: null })),
      ];
    },
    ...(key === undefined ? {} : { key: (state: unknown) => key.call(type, state) }),
    ...(pure === undefined
      ? {}
      : { pure: (label: Label) => !label.method.startsWith("maybe ") && pure.call(type, label) }),
    ...(type.bounded === undefined ? {} : { bounded: type.bounded }),
    ...(partition === undefined
      ? {}
      : {
          partition: ({ method, args }) =>
            method.startsWith("maybe ")
              ? partition.call(type, { method: method.slice(6), args: args[0] as readonly never[] })
              : partition.call(type, { method, args }),
        }),
  };
}
