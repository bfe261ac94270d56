import { types } from "../types/index.js";
import type { SequentialType } from "../types/type.js";

const builtIn: ReadonlySet<SequentialType> = new Set(Object.values(types));

/** Whether the type is one of ours, none of whose steps has several outcomes. */
export const isBuiltIn = (type: SequentialType): boolean => builtIn.has(type);

/**
 * The type, and whether any step of it has had several outcomes so far. The built-in types never
 * have: they stay themselves, so that what knows them by identity still does.
 */
export function withOutcomeCount(type: SequentialType): {
  readonly type: SequentialType;
  several(): boolean;
} {
  if (isBuiltIn(type)) return { type, several: () => false };
  let several = false;
  const counted = Object.create(type, {
    step: {
      value(state: unknown, invocation: Parameters<SequentialType["step"]>[1]) {
        const stepped = type.step(state, invocation);
        several ||= Array.isArray(stepped) && stepped.length > 1;
        return stepped;
      },
    },
  }) as SequentialType;
  return { type: counted, several: () => several };
}
