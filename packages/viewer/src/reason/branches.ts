import type { StepCase } from "@sightline/core";
import type { Step } from "./steps.js";

/** The cases that a step distinguishes. */
export interface Branching {
  readonly cases: readonly StepCase[];
  /** The case that is walked. */
  readonly open: string;
}

/** A step that is shown, and the cases that part ways after it. */
export interface ShownStep {
  readonly step: Step;
  /** Its place among all steps. */
  readonly index: number;
  readonly branching: Branching | undefined;
}

/** The number of the step that a case is one of: 3 for `3.1`. */
const parentOf = (name: string): string => name.slice(0, name.indexOf("."));

/**
 * The steps of one way through a proof: of each distinction one case, that of the step which is read or else the
 * first; the others are left out.
 */
export function walkBranches(steps: readonly Step[], at: number): readonly ShownStep[] {
  const cases = new Map<string, StepCase[]>();
  for (const { within } of steps)
    for (const one of within) {
      const own = cases.get(parentOf(one.name)) ?? [];
      if (!own.some(({ name }) => name === one.name)) own.push(one);
      cases.set(parentOf(one.name), own);
    }
  const open = new Map([...cases].map(([parent, [first]]) => [parent, first.name]));
  for (const { name } of steps[at]?.within ?? []) open.set(parentOf(name), name);
  return steps.flatMap((step, index) => {
    if (step.within.some(({ name }) => open.get(parentOf(name)) !== name)) return [];
    const parent = String(step.number);
    const own = cases.get(parent);
    return [{ step, index, branching: own && { cases: own, open: open.get(parent) ?? "" } }];
  });
}

/** The place of the first step of a case. */
export const firstOf = (steps: readonly Step[], name: string): number =>
  steps.findIndex(({ within }) => within.some((one) => one.name === name));
