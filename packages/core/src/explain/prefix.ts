import { type History, labelOf, PENDING } from "../history/history.js";
import { type Selection, select } from "../history/select.js";
import { equal, type Value } from "../history/value.js";
import type { Decision } from "../plan/decision.js";
import { maybeType, otherLabel } from "../types/maybe-type.js";
import type { SequentialType } from "../types/type.js";
import { type PossibleState, statesIn } from "./alternatives.js";

type Decide = (sub: History, asType?: SequentialType) => Decision;

/** Where an engine that does not say was stuck: asked of the frontier search. */
export function findStuck({ history, ids }: Selection, decide: Decide): number | undefined {
  const decision = decide(history);
  return decision.verdict === "violated" && decision.stuck !== undefined ? ids[decision.stuck] : undefined;
}

/** All that was called before `stuck` returned; what had not returned by then never does. */
function cutAt(timed: History, ids: Int32Array, stuck: number): Selection {
  const before = ids.filter((id) => timed.call[id] < timed.ret[stuck]);
  const { history } = select(timed, before);
  const ret = before.map((id, at) => (timed.ret[id] >= timed.ret[stuck] ? PENDING : history.ret[at]));
  return { ids: before, history: { ...history, ret } };
}

/** An order of all that was called before `stuck` returned, where `stuck` itself may be left out. */
export function longestPrefix(
  timed: History,
  ids: Int32Array,
  stuck: number,
  decide: Decide,
): readonly number[] | undefined {
  const cut = cutAt(timed, ids, stuck);
  const decision = decide(cut.history);
  if (decision.verdict !== "satisfied") return undefined;
  return decision.witness.linearization.map((at) => cut.ids[at]);
}

/** The most states that are told. */
const MOST = 4;

/**
 * States that are possible before `stuck`, with what it would return from each: one for each result, asked
 * of all that was called before it returned, each time for any result but those already known.
 */
export function statesBefore(
  { type, initial }: { readonly type: SequentialType; readonly initial: Value | undefined },
  timed: History,
  ids: Int32Array,
  stuck: number,
  decide: Decide,
): readonly PossibleState[] {
  const { history, ids: before } = cutAt(timed, ids, stuck);
  const at = before.indexOf(stuck);
  const label = labelOf(timed, stuck);
  // It took effect, and returned when nothing more was called.
  const cut: History = { ...history, ret: history.ret.with(at, 2 * history.size - 1) };
  const found: PossibleState[] = [];
  while (found.length < MOST) {
    const known = found.map(({ result }) => result);
    const isFirst = known.length === 0;
    const asked: History = {
      ...cut,
      labels: [...cut.labels, isFirst ? { ...label, result: undefined } : otherLabel(label, known)],
      label: cut.label.with(at, cut.labels.length),
    };
    const decision = isFirst ? decide(asked) : decide(asked, maybeType(type));
    if (decision.verdict !== "satisfied") break;
    const next = statesIn({ history: cut, type, initial }, decision.witness, at).find(
      ({ result }) => !known.some((one) => equal(one, result)),
    );
    if (next === undefined) break;
    found.push(next);
  }
  return found;
}
