import type { StepCase, StepOutline, Violation } from "../../../result.js";
import type { Scene } from "../../../witness/scene/scene.js";
import { edgesOf } from "./edges-of.js";
import type { Told } from "./told.js";

/** The steps of a proof as they are told. */
export interface Narration {
  /** Tells a step, with the facts that it rests on and adds. Returns its number, from 1. */
  say(within: readonly StepCase[], text: string, told: readonly Told[], between?: readonly number[]): number;
  /** How many were told so far. */
  count(): number;
  /** All of them, in words and as data. */
  finish(): Required<Pick<Violation, "steps" | "outline">>;
}

export function createNarration(scene: Scene): Narration {
  const steps: string[] = [];
  const outline: StepOutline[] = [];
  return {
    say(within, text, told, between) {
      const cases = within.map(({ name, text: supposed }) => `[case ${name}: ${supposed}] `).join("");
      outline.push({ within, edges: edgesOf(scene, told, between) });
      return steps.push(cases + text);
    },
    count: () => steps.length,
    finish: () => ({
      steps: steps.flatMap((step, at) => {
        const [lead, ...reasons] = step.split("\n");
        return [`${at + 1}. ${lead}`, ...reasons];
      }),
      outline,
    }),
  };
}
