import type { History } from "../history/history.js";
import { printValue } from "../history/print.js";
import { type SequentialType, stateKey } from "../types/type.js";
import type { Alternatives, PossibleState } from "./alternatives.js";
import { nameOf } from "./name-of.js";
import { SMALL } from "./shrink.js";
import { list } from "./tell-core.js";

/** What is known of a violation that no few operations explain. */
interface Known {
  /** The states that are possible before the operation that is stuck. */
  readonly states: readonly PossibleState[];
  /** What it could have returned instead. */
  readonly instead: Alternatives | undefined;
  /** The longest prefix of the history that has an order. */
  readonly prefix: readonly number[] | undefined;
  /** How many operations the smallest core has that was found. */
  readonly size: number | undefined;
}

/** The most characters of a state. */
const MOST_OF_STATE = 80;

/** Where no few operations are to blame: at which operation no order goes on, and from which states. */
export function tellExhausted(
  refuted: { readonly history: History; readonly type: SequentialType; readonly criterion: string },
  stuck: number | undefined,
  { states, instead, prefix, size }: Known,
): string {
  const { history, criterion } = refuted;
  const sentences = [
    `every order of the ${history.size} operations that ${criterion} allows was ruled out`,
    ...(stuck === undefined ? [] : [`None can go on past the return of ${nameOf(history, stuck)}`]),
    ...(prefix === undefined || prefix.length === 0 ? [] : [tellEnd(history, prefix)]),
    ...(stuck === undefined || states.length === 0 ? [] : [tellStates(refuted.type, states)]),
    ...(instead === undefined || instead.results.length === 0
      ? []
      : [`It could have returned ${list(instead.results.map(printValue), "or")}`]),
    size === undefined
      ? `No core of ${SMALL} or fewer operations was found`
      : `No core of ${SMALL} or fewer operations was found: ${size} take part`,
  ];
  return sentences.join(". ");
}

/** The most operations of a prefix that are told. */
const MOST_OF_PREFIX = 5;

/** How the longest prefix ends. */
function tellEnd(history: History, prefix: readonly number[]): string {
  const end = prefix.slice(-MOST_OF_PREFIX).map((id) => nameOf(history, id));
  const dots = end.length < prefix.length ? "…, " : "";
  return `The longest prefix that has an order, of ${prefix.length}, ends with ${dots}${end.join(", ")}`;
}

/** "Before it the state may be [1,2], and it would return 1; or [2], and it would return 2". */
export function tellStates(
  type: SequentialType,
  states: readonly PossibleState[],
  where = "Before it",
): string {
  const told = states.map(
    ({ state, result }) =>
      `${clip(String(stateKey(type, state)))}, and it would return ${printValue(result)}`,
  );
  return `${where} the state may be ${told.join("; or ")}`;
}

const clip = (text: string): string =>
  text.length <= MOST_OF_STATE ? text : `${text.slice(0, MOST_OF_STATE - 1)}…`;
