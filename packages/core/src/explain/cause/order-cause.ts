import { type History, isPending } from "../../history/history.js";
import { select } from "../../history/select.js";
import { decideSequential } from "../../plan/sequential.js";
import type { Effort } from "../effort.js";
import type { Refuted } from "../explain.js";
import { causeOf } from "./cause.js";
import { closure, type Relation } from "./needed-orders.js";

/**
 * The cause of a violation of linearizability or sequential consistency. To both an order is an order, be it of
 * a session, declared, or of real time: which sessions the operations are of does not matter by itself.
 */
export function orderCause(
  { history, type, initial, criterion }: Refuted,
  core: readonly number[],
  kind: string,
  effort: Effort,
): string {
  const alone = select(history, Int32Array.from(core)).history;
  const useTime = criterion === "linearizability" && alone.timed;
  const declared = new Set<string>();
  for (let e = 0; e < alone.happensBefore.length; e += 2)
    declared.add(`${alone.happensBefore[e]} ${alone.happensBefore[e + 1]}`);
  const before = closure(
    alone.size,
    (a, b) =>
      (useTime && alone.ret[a] < alone.call[b]) ||
      (alone.session[a] === alone.session[b] && a < b) ||
      declared.has(`${a} ${b}`),
  );
  const stillFails = (orders: Relation): boolean => {
    const question = {
      history: ordered(alone, orders),
      type: effort.counted(type),
      initial,
      algorithm: "frontier",
      partition: false,
      options: {},
    } as const;
    const found = effort.attempt(alone.size, () => decideSequential(question, effort.trial));
    return found?.verdict === "violated";
  };
  // What never returned may not have taken effect: the trial knows no such operations.
  const allReturned = core.every((id) => !isPending(history, id));
  const pattern = { history: alone, type: type.name, initial, before, sessions: false };
  return causeOf({ criterion, kind, pattern, ...(allReturned && { stillFails }) });
}

/** The same operations, each in a session of its own, with these orders and no others. */
function ordered(history: History, before: Relation): History {
  const edges = before.flatMap((row, a) => row.flatMap((isBefore, b) => (isBefore ? [a, b] : [])));
  return {
    ...history,
    timed: false,
    call: new Int32Array(0),
    ret: new Int32Array(0),
    sessions: [...before.keys()],
    session: Int32Array.from(before.keys()),
    happensBefore: Int32Array.from(edges),
  };
}
