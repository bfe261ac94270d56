import { type Budget, createBudget } from "../budget.js";
import type { CriterionName } from "../criteria/criterion.js";
import { predecessors } from "../decompose/order.js";
import { type History, isPending, labelOf, PENDING } from "../history/history.js";
import { printOperation } from "../history/print.js";
import { type Selection, select } from "../history/select.js";
import type { Value } from "../history/value.js";
import type { Decision, NoOrder } from "../plan/decision.js";
import { decideLinearizability } from "../plan/linearizability.js";
import { withoutRealTime } from "../plan/sequential.js";
import type { Violation } from "../result.js";
import type { SequentialType } from "../types/type.js";
import { type Alternatives, alternatives } from "./alternatives.js";
import { orderCause } from "./cause/order-cause.js";
import { contradiction } from "./contradiction.js";
import { maybeLabel, maybeType } from "../types/maybe-type.js";
import { shrink } from "./shrink.js";
import { coreInNotation, tellCore } from "./tell-core.js";

/** A refuted question, to be explained. */
export interface Refuted {
  readonly history: History;
  readonly type: SequentialType;
  readonly initial: Value | undefined;
  readonly criterion: CriterionName;
  readonly decision: NoOrder;
}

/** The states that one trial of the shrinker may visit. */
const TRIAL_STATES = 20_000;
/** The time that explaining may take, in milliseconds, whatever deadline there is. */
const PATIENCE = 2000;
/** A core of more operations than this explains nothing to a person. */
const SMALL = 10;

/**
 * Says why a history violates its criterion: the part that fails, the operation at which no order can
 * go on, the longest prefix that has one, and a core of few operations that cannot be ordered whether
 * or not each of the others took effect. Each step only relaxes the history, so the core refutes the
 * whole.
 */
export function explain(refuted: Refuted, budget: Budget): Violation {
  const { history, decision, type, initial } = refuted;
  const clash = refuted.criterion === "linearizability" ? contradiction(history) : undefined;
  if (clash !== undefined) return clash;
  const timed = refuted.criterion === "linearizability" && history.timed ? history : withoutRealTime(history);
  const deadline = Math.min(performance.now() + PATIENCE, budget.limits.deadline ?? Infinity);
  const mayGoOn = (): boolean => performance.now() < deadline && budget.limits.cancelled?.() !== true;
  const trial = createBudget({ ...budget.limits, deadline, states: TRIAL_STATES });
  const relaxedType = maybeType(type);
  const decide = (sub: History, limits: Budget, subType = type): Decision =>
    decideLinearizability(
      { history: sub, type: subType, initial, algorithm: "frontier", partition: true, options: {} },
      limits,
    );

  // 1. The part that fails by itself.
  const ids = Int32Array.from(decision.ids).sort();
  // 2. The longest prefix with an order, and the operation at whose return there is none.
  const found = decision.stuck ?? findStuck(select(timed, ids), decide, trial);
  const prefix = found === undefined ? undefined : longestPrefix(timed, ids, found, decide, trial);

  // 3. A core. What is not kept is left out if it changes no state, else it may have happened or not.
  const { pattern } = decision;
  const changesState = (id: number): boolean => type.pure?.(labelOf(timed, id)) !== true;
  // An operation that may not have happened must not pass an order on: by real time to one side and
  // another order to the other.
  const timeSaysItAll = timed !== history || ordersFollowTime(timed);
  /** A core of what was called before the position `until`; what had not returned by then is optional. */
  const coreUntil = (until: number) => {
    const all = ids.filter((id) => timed.call[id] <= until);
    const relax = (kept: ReadonlySet<number>): Selection => {
      const present = all.filter((id) => kept.has(id) || changesState(id));
      const loose = (id: number): boolean => !timeSaysItAll && !kept.has(id) && !isPending(timed, id);
      const selection = select(timed, present, (id) => timed.ret[id] > until, loose);
      const { labels, label } = selection.history;
      const relaxed = label.map((one, at) => (kept.has(present[at]) ? one : labels.length + one));
      return {
        ids: present,
        history: { ...selection.history, label: relaxed, labels: [...labels, ...labels.map(maybeLabel)] },
      };
    };
    const fails = (kept: readonly number[]): boolean =>
      decide(relax(new Set(kept)).history, trial, relaxedType).verdict === "violated";
    const returned = [...all].filter((id) => !isPending(timed, id) && timed.ret[id] <= until);
    const start = pattern?.ids ?? returned;
    if (!fails(start)) return undefined;
    const core = smallest(start, fails, mayGoOn);
    return { core, others: all.length - core.length, relaxed: relax(new Set(core)) };
  };
  // Orders other than real time may lead from what was called later back to what was stuck: then all take part.
  const shrunk = (found === undefined ? undefined : coreUntil(timed.ret[found])) ?? coreUntil(PENDING);
  const core = shrunk?.core ?? pattern?.ids;
  const common = {
    ...(decision.part === undefined ? {} : { part: decision.part }),
    ...(found === undefined ? {} : { stuck: found }),
    ...(prefix === undefined ? {} : { prefix }),
  };
  const cause = (kind: string, operations: readonly number[]): Pick<Violation, "cause"> =>
    operations.length === 0 ? {} : { cause: orderCause(refuted, operations, kind, budget) };
  if (core === undefined || core.length > SMALL)
    return {
      kind: "exhausted",
      operations: core ?? (found === undefined ? [] : [found]),
      reason: tellExhausted(refuted, core?.length ?? decision.ids.length, found),
      // Where no few operations are to blame, the one that no order can go on past tells violations apart.
      ...cause("exhausted", found === undefined ? [] : [found]),
      ...common,
    };
  const types = { plain: type, relaxed: relaxedType, initial };
  const otherResults = ({ history: relaxed, ids: kept }: Selection, id: number): Alternatives =>
    alternatives(relaxed, kept.indexOf(id), labelOf(history, id), types, (sub) =>
      decide(sub, trial, relaxedType),
    );
  return {
    kind: "core",
    operations: core,
    reason:
      shrunk === undefined || core.length === pattern?.ids.length
        ? (pattern?.reason ?? "")
        : tellCore(refuted, core, shrunk.others, (id) => otherResults(shrunk.relaxed, id)),
    notation: coreInNotation(history, core),
    ...cause("core", core),
    ...common,
  };
}

/** Shrinks from the front and, if that leaves too much, from the back. */
function smallest(
  start: readonly number[],
  fails: (kept: readonly number[]) => boolean,
  mayGoOn: () => boolean,
): readonly number[] {
  const ascending = (core: readonly number[]): readonly number[] => [...core].sort((a, b) => a - b);
  const first = shrink(start, fails, mayGoOn);
  if (first.length <= SMALL || !mayGoOn()) return ascending(first);
  const second = shrink([...start].reverse(), fails, mayGoOn);
  return ascending(second.length < first.length ? second : first);
}

/** Whether session order and declared happens-before order nothing that real time does not. */
function ordersFollowTime(history: History): boolean {
  const { head, from, next } = predecessors(history);
  for (let id = 0; id < history.size; id++)
    for (let link = head[id]; link >= 0; link = next[link])
      if (history.ret[from[link]] >= history.call[id]) return false;
  return true;
}

type Decide = (sub: History, limits: Budget) => Decision;

/** Where an engine that does not say was stuck: asked of the frontier search. */
function findStuck(
  { history, ids }: { history: History; ids: Int32Array },
  decide: Decide,
  budget: Budget,
): number | undefined {
  const decision = decide(history, budget);
  return decision.verdict === "violated" && decision.stuck !== undefined ? ids[decision.stuck] : undefined;
}

/** An order of all that was called before `stuck` returned, where `stuck` itself may be left out. */
function longestPrefix(
  timed: History,
  ids: Int32Array,
  stuck: number,
  decide: Decide,
  budget: Budget,
): readonly number[] | undefined {
  const before = ids.filter((id) => timed.call[id] < timed.ret[stuck]);
  const { history } = select(timed, before);
  const cut: History = {
    ...history,
    ret: before.map((id, at) => (timed.ret[id] >= timed.ret[stuck] ? PENDING : history.ret[at])),
  };
  const decision = decide(cut, budget);
  return decision.verdict === "satisfied"
    ? decision.witness.linearization.map((at) => before[at])
    : undefined;
}

function tellExhausted({ criterion, history }: Refuted, size: number, stuck: number | undefined): string {
  const where =
    stuck === undefined
      ? ""
      : `; none can go on past the return of #${stuck} ${printOperation(labelOf(history, stuck))}`;
  return `every order of the ${history.size} operations that ${criterion} allows was ruled out${where}. No core of ${SMALL} or fewer operations was found: ${size} take part`;
}
