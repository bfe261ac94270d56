import type { Invocation, Label } from "../history/history.js";
import { equal, type Value } from "../history/value.js";
import { outcomes, type SequentialType } from "./type.js";

/** A label that may take effect as it is, or not at all. */
export const maybeLabel = ({ method, args, result }: Label): Label => ({
  method: `maybe ${method}`,
  args: result === undefined ? [args] : [args, result],
  result: null,
});

/** A label that takes effect and returns anything but the given results. */
export const otherLabel = ({ method, args }: Label, results: readonly Value[]): Label => ({
  method: `other ${method}`,
  args: [args, results],
  result: null,
});

/** The label that a label of the relaxed type stands for. */
function plainLabel(label: Label): Label {
  const relaxed = /^(maybe|other) (.*)$/s.exec(label.method);
  if (relaxed === null) return label;
  const [args, result] = label.args as readonly [readonly Value[], Value | undefined];
  return { method: relaxed[2], args, result: relaxed[1] === "maybe" ? result : undefined };
}

/** Labels of the type that tell apart at least the states that the relaxed label does. */
function toldApart(label: Label): readonly Label[] {
  const plain = plainLabel(label);
  if (!label.method.startsWith("other ")) return [plain];
  return (label.args[1] as readonly Value[]).map((result) => ({ ...plain, result }));
}

/**
 * The type with labels that need not have happened. What is impossible with such a label is
 * impossible with the operation itself, so a history relaxed this way refutes the history.
 */
export function maybeType(type: SequentialType): SequentialType {
  const { partition, pure, key, quotient } = type;
  return {
    name: type.name,
    init: (initial) => type.init(initial) as unknown,
    step(state, { method, args }) {
      if (method.startsWith("other ")) {
        const ruledOut = args[1] as readonly Value[];
        return outcomes(type, state, plainLabel({ method, args, result: null }))
          .filter(({ result }) => !ruledOut.some((one) => equal(one, result)))
          .map((outcome) => ({ state: outcome.state, result: null }));
      }
      if (!method.startsWith("maybe ")) return type.step(state, { method, args });
      const plain = plainLabel({ method, args, result: null });
      const happened = outcomes(type, state, plain).filter(
        ({ result }) => plain.result === undefined || equal(result, plain.result),
      );
      return [
        { state, result: null },
        ...happened.map((outcome) => ({ state: outcome.state, result: null })),
      ];
    },
    ...(key !== undefined && { key: (state: unknown) => key.call(type, state) }),
    ...(pure !== undefined && {
      pure: (label: Label) => !label.method.startsWith("maybe ") && pure.call(type, plainLabel(label)),
    }),
    ...(quotient !== undefined && {
      quotient: (labels: readonly Label[]) => quotient.call(type, labels.flatMap(toldApart)),
    }),
    ...(type.bounded !== undefined && { bounded: type.bounded }),
    ...(partition !== undefined && {
      partition: ({ method, args }: Invocation) =>
        partition.call(type, plainLabel({ method, args, result: null })),
    }),
  };
}
