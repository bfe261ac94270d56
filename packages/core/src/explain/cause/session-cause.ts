import type { History } from "../../history/history.js";
import type { Value } from "../../history/value.js";
import { causeOf } from "./cause.js";
import { closure, type Relation } from "./needed-orders.js";

/** A core of a criterion to which sessions matter: levels, axioms, models of shared memory. */
export interface SessionCore {
  readonly criterion: string;
  readonly kind: string;
  /** The bad pattern by its name in the literature, where it has one. */
  readonly name?: string | undefined;
  /** The operations of the core alone. */
  readonly core: History;
  readonly type: string;
  readonly initial: Value | undefined;
  /** Whether real time counts. */
  readonly useTime: boolean;
  /** Whether the core with other declared orders is a violation by itself. Absent: all of them count. */
  readonly fails?: (core: History) => boolean;
}

/** Beyond this many operations no order is given up: each trial would take its time. */
const MOST_TRIED = 12;

/** The cause of a violation where it matters which operations share a session. */
export function sessionCause({ core, useTime, fails, ...about }: SessionCore): string {
  const { session, happensBefore } = core;
  const inSession = (a: number, b: number): boolean => session[a] === session[b] && a < b;
  const declared = new Set<string>();
  for (let e = 0; e < happensBefore.length; e += 2)
    declared.add(`${happensBefore[e]} ${happensBefore[e + 1]}`);
  const before = closure(
    core.size,
    (a, b) =>
      inSession(a, b) || declared.has(`${a} ${b}`) || (useTime && core.timed && core.ret[a] < core.call[b]),
  );
  const stillFails = (orders: Relation): boolean => {
    const edges: number[] = [];
    for (const a of orders.keys())
      for (const b of orders.keys())
        if (inSession(a, b)) {
          if (!orders[a][b]) return false; // the order of a session is not given up
        } else if (orders[a][b]) edges.push(a, b);
    return fails?.({ ...core, happensBefore: Int32Array.from(edges) }) === true;
  };
  const mayGiveUp = fails !== undefined && declared.size > 0 && !useTime && core.size <= MOST_TRIED;
  const { type, initial, criterion, kind, name } = about;
  const pattern = { history: core, type, initial, before, sessions: true };
  return causeOf({ criterion, kind, name, pattern, ...(mayGiveUp && { stillFails }) });
}
