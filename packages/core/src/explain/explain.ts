import type { CriterionName } from "../criteria/criterion.js";
import { type History, isPending, PENDING } from "../history/history.js";
import { select } from "../history/select.js";
import type { Value } from "../history/value.js";
import type { Decision, NoOrder } from "../plan/decision.js";
import { decideLinearizability } from "../plan/linearizability.js";
import { decideSequential, withoutRealTime } from "../plan/sequential.js";
import type { Violation } from "../result.js";
import type { SequentialType } from "../types/type.js";
import { verify } from "../witness/verify.js";
import { alternatives, tellAlternatives, type WholeHistory } from "./alternatives.js";
import { orderCause } from "./cause/order-cause.js";
import { contradiction } from "./contradiction.js";
import { relaxTo, tellHistory, type ToldCore } from "./core-history.js";
import { coreUntil } from "./core-until.js";
import type { Effort } from "./effort.js";
import { explainBlamed } from "./explain-blamed.js";
import type { Explained } from "./explained.js";
import { plainFact } from "./plain-fact.js";
import { findStuck, longestPrefix, statesBefore } from "./prefix.js";
import { sessionTrials } from "./session-trials.js";
import { SMALL } from "./shrink.js";
import { tellCore, tellCulprit, tellOthers } from "./tell-core.js";
import { tellExhausted } from "./tell-exhausted.js";

/** A refuted question, to be explained. */
export interface Refuted {
  readonly history: History;
  readonly type: SequentialType;
  readonly initial: Value | undefined;
  readonly criterion: CriterionName;
  readonly decision: NoOrder;
}

/** The states that one trial of the shrinker may visit, and one decision of the whole history. */
const [TRIAL_STATES, WHOLE_STATES] = [20_000, 100_000];
/** What each part of explaining may take of the whole: to shrink, to look for other results, to name the cause. */
const [SHRINKING, INSTEAD, CAUSE] = [0.35, 0.15, 0.05];
/** A history of more operations is long. */
const LONG = 160;

/**
 * Says why a history violates its criterion: the part that fails, the operation at which no order can
 * go on, the longest prefix that has one, and a core of few operations that cannot be ordered whether
 * or not each of the others took effect. Each step only relaxes the history, so the core refutes the
 * whole.
 */
export function explain(refuted: Refuted, effort: Effort): Explained {
  const { history, decision, type, initial } = refuted;
  const clash = refuted.criterion === "linearizability" ? contradiction(history) : undefined;
  if (clash !== undefined)
    return { ...clash, ...tellClash(refuted, clash.operations), headline: clash.reason };
  const useTime = refuted.criterion === "linearizability" && history.timed;
  const timed = useTime ? history : withoutRealTime(history);
  // What a monitor blames in a long history is proved as it is: little is tried to make it smaller.
  const isBlamed = decision.pattern !== undefined && history.size > LONG;
  const shrinking = effort.share(isBlamed ? SHRINKING / 10 : SHRINKING, TRIAL_STATES);
  const decide = (sub: History, asType = type, verdictOnly = false): Decision => {
    const asked = {
      history: sub,
      type: shrinking.counted(asType),
      initial,
      algorithm: "frontier",
      partition: true,
      options: {},
      verdictOnly,
    } as const;
    return shrinking.attempt(sub.size, () => decideLinearizability(asked, shrinking.trial)) ?? givenUp;
  };
  const naming = effort.share(CAUSE, TRIAL_STATES);

  const blamed = explainBlamed(refuted, timed, naming);
  if (blamed !== undefined) return blamed;
  const isRefuted =
    (useTime ? undefined : sessionTrials(timed, type, initial, shrinking)) ??
    ((relaxed: History) => decide(relaxed, type, true).verdict === "violated");

  // 1. The part that fails by itself.
  const ids = Int32Array.from(decision.ids).sort();
  // 2. The longest prefix with an order, and the operation at whose return there is none.
  const found = decision.stuck ?? findStuck(select(timed, ids), decide);
  const prefix = found === undefined ? undefined : longestPrefix(timed, ids, found, decide);

  // 3. A core.
  const { pattern } = decision;
  // Orders other than real time may lead from what was called later back to what was stuck: then all take part.
  const shrunk =
    (found === undefined ? undefined : coreUntil(refuted, timed, timed.ret[found], isRefuted, shrinking)) ??
    coreUntil(refuted, timed, PENDING, isRefuted, shrinking);
  const isBlame = pattern !== undefined && (shrunk === undefined || containsAll(shrunk.kept, pattern.ids));
  // What never returned explains no result: it is only told with the core.
  const core = isBlame ? pattern.ids : shrunk?.kept.filter((id) => !isPending(history, id));
  const cause = (kind: string, operations: readonly number[]): Pick<Violation, "cause"> =>
    operations.length === 0 ? {} : { cause: orderCause(refuted, operations, kind, naming) };
  const common = {
    ...(isBlame && pattern.cycle !== undefined && { cycle: pattern.cycle }),
    ...(decision.part !== undefined && { part: decision.part }),
    ...(found !== undefined && { stuck: found }),
    ...(prefix !== undefined && { prefix }),
    ...(shrunk === undefined ? {} : tellHistory(shrunk.core, { type, initial, useTime }, shrunk.ids)),
  };
  const whole: WholeHistory = {
    history,
    type,
    initial,
    decide: wholeDecider(refuted, effort.share(INSTEAD, WHOLE_STATES)),
  };
  if (core === undefined || core.length > SMALL) {
    const about = found ?? core?.at(-1);
    const instead = about === undefined ? undefined : alternatives(whole, about);
    const culprit =
      about === undefined || instead === undefined
        ? undefined
        : tellCulprit(history, [{ id: about, ...instead }]);
    return {
      kind: "exhausted",
      operations: core ?? (found === undefined ? [] : [found]),
      ...(culprit !== undefined && { headline: culprit }),
      reason: tellExhausted(refuted, found, {
        states: found === undefined ? [] : statesBefore(refuted, timed, ids, found, decide),
        instead,
        prefix,
        size: core?.length,
      }),
      // Where no few operations are to blame, the one that no order can go on past tells violations apart.
      ...cause("exhausted", found === undefined ? [] : [found]),
      ...(about === undefined ? {} : tellAlternatives([{ id: about, results: instead?.results ?? [] }])),
      ...common,
    };
  }
  const others = latestFirst(history, core).map((id) => ({ id, ...alternatives(whole, id) }));
  const about = others.find(({ results }) => results.length > 0)?.id ?? found;
  const rest = tellOthers(ids.length - core.length);
  const plain = plainFact(refuted, core);
  const said = plain ?? (isBlame ? pattern.reason : undefined);
  const headline = plain ?? tellCulprit(history, others) ?? said;
  const told = [tellCore(refuted, core, others), rest].filter((sentence) => sentence !== "").join(". ");
  return {
    kind: "core",
    operations: core,
    ...(headline !== undefined && { headline }),
    reason: said ?? told,
    ...(plain !== undefined && { plain: true }),
    ...cause("core", core),
    ...tellAlternatives(others),
    ...common,
    ...(about === undefined || !core.includes(about) ? {} : { about }),
  };
}

const containsAll = (all: readonly number[], some: readonly number[]): boolean =>
  some.every((one) => all.includes(one));

/** The two operations whose orders contradict each other, as a core. */
function tellClash({ history, type, initial }: Refuted, operations: readonly number[]): ToldCore {
  const pair = Int32Array.from(operations).sort();
  const { history: core } = relaxTo(history, pair, () => false);
  return tellHistory(core, { type, initial, useTime: true }, [...pair]);
}

/** What is known of a trial that was given up. */
const givenUp: Decision = {
  verdict: "unknown",
  reason: "states",
  established: "",
  algorithm: "frontier",
  states: 0,
  parts: 1,
};

/** Decides the whole history with another result in it, for as long as the effort lasts. */
function wholeDecider(
  { criterion, history, initial, type }: Refuted,
  effort: Effort,
): WholeHistory["decide"] {
  const decide = criterion === "linearizability" && history.timed ? decideLinearizability : decideSequential;
  return (other, asType) => {
    const asked = {
      history: other,
      type: effort.counted(asType),
      initial,
      algorithm: "auto",
      partition: true,
      options: {},
    } as const;
    const found = effort.attempt(other.size, () => decide(asked, effort.trial));
    if (found?.verdict !== "satisfied") return found?.verdict === "violated" ? "violated" : undefined;
    const holds = asType !== type || verify(other, { type, criterion, initial }, found.witness).valid;
    return holds ? found.witness : undefined;
  };
}

/** What the reason is about comes first: what was called last. */
function latestFirst(history: History, core: readonly number[]): readonly number[] {
  return history.timed ? [...core].sort((a, b) => history.call[b] - history.call[a]) : [...core].reverse();
}
