import type { History } from "../history/history.js";
import type { Value } from "../history/value.js";
import { type Automaton, createAutomaton } from "../linearize/automaton.js";
import { type SequentialFound, searchSessions } from "../linearize/sessions.js";
import type { SequentialType } from "../types/type.js";
import type { Effort } from "./effort.js";

/** In longer histories keys and objects are worth looking at one by one. */
const MOST = 64;

/**
 * Whether a short history, relaxed (`relaxTo`), has no order even so, real time left aside: the search over sessions, for
 * as many trials as one likes. What is relaxed has the labels that it had, and the same without their
 * results, so that all trials walk one automaton. `undefined` for histories that it is not for.
 */
export function sessionTrials(
  { labels, size, objects }: History,
  type: SequentialType,
  initial: Value | undefined,
  effort: Effort,
): ((relaxed: History) => boolean) | undefined {
  if (size > MOST || objects.length > 1) return undefined;
  const all = [...labels, ...labels.map((one) => ({ ...one, result: undefined }))];
  let machine: Automaton | undefined;
  return (relaxed) => {
    const found = effort.attempt<SequentialFound>(relaxed.size, () => {
      machine ??= createAutomaton(effort.counted(type), all, initial, effort.trial);
      return searchSessions(relaxed, type, initial, effort.trial, machine);
    });
    if (found === undefined) machine = undefined; // another trial may take as many steps
    return found?.verdict === "violated";
  };
}
