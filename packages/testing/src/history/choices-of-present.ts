import { type History, mayBeAbsent } from "@sightline/core/history/history.js";

/** Each set of operations that may be all that took effect: those that must have, and some pending or optional ones. */
export function choicesOfPresent(history: History): number[][] {
  let choices: number[][] = [[]];
  for (let id = 0; id < history.size; id++) {
    const having = choices.map((choice) => [...choice, id]);
    choices = mayBeAbsent(history, id) ? [...choices, ...having] : having;
  }
  return choices;
}
