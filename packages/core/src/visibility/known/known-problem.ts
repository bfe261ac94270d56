import type { OrderName } from "../../criteria/order-name.js";
import { type History, mayBeAbsent } from "../../history/history.js";
import type { SequentialType } from "../../types/type.js";
import { type Chains, chainsOf, happensBeforeVectors } from "../long/session-order.js";

/** A history of which it is known what every operation saw, as vectors: of each session, so many of its operations. */
export interface KnownProblem extends Chains {
  readonly history: History;
  readonly type: SequentialType;
  /** The number of sessions, and so the length of a vector. */
  readonly width: number;
  /** Operation → 1 where it may change the state. */
  readonly updates: Uint8Array;
  /** Operation → the position of the first update in its session from there on; the length where there is none. */
  readonly nextUpdate: Int32Array;
  /** `[operation * width + session]`: what was recorded as seen of the session ends there. */
  readonly saw: Int32Array;
  /** The same of what happens before. */
  readonly before: Int32Array;
  /** Whether happens-before is more than session order. */
  readonly crosses: boolean;
  /** Whether all before the last that was seen of a session was recorded as seen, queries too. */
  readonly exact: boolean;
}

/** Vectors of more entries are not made. */
const MOST_ENTRIES = 2 ** 28;

/**
 * The problem; "cyclic" where happens-before goes round in a circle; `undefined` where vectors do not tell it: some
 * operation may be absent, or it is not known what it saw, or it saw updates of a session and not one between them.
 */
export function createKnownProblem(
  history: History,
  type: SequentialType,
  order: OrderName,
): KnownProblem | "cyclic" | undefined {
  const { size, sights, session } = history;
  const width = history.sessions.length;
  if (sights === undefined || size * width > MOST_ENTRIES || sights.known.includes(0)) return undefined;
  for (let id = 0; id < size; id++) if (mayBeAbsent(history, id)) return undefined;
  const chains = chainsOf(session, width);
  const { sessions, position } = chains;
  const changes = history.labels.map((label) => type.pure?.({ ...label, result: undefined }) !== true);
  const updates = Uint8Array.from(history.label, (label) => (changes[label] ? 1 : 0));
  const nextUpdate = new Int32Array(size);
  for (const members of sessions)
    for (let at = members.length - 1, next = members.length; at >= 0; at--) {
      if (updates[members[at]] === 1) next = at;
      nextUpdate[members[at]] = next;
    }
  const saw = new Int32Array(size * width);
  const { saw: counts, sees } = sights;
  let exact = true;
  for (let id = 0; id < size; id++) {
    for (let row = counts.start[id]; row < counts.start[id + 1]; row++)
      saw[id * width + counts.session[row]] = counts.count[row];
    // Ids ascend, and so do positions in one session.
    for (let row = sees.start[id]; row < sees.start[id + 1]; row++) {
      const one = sees.ids[row];
      const at = id * width + session[one];
      if (saw[at] > position[one]) continue;
      const between = saw[at] === position[one] ? position[one] : nextUpdate[sessions[session[one]][saw[at]]];
      if (between < position[one]) return undefined;
      exact &&= saw[at] === position[one];
      saw[at] = position[one] + 1;
    }
  }
  const happened = happensBeforeVectors(history, chains, order);
  if (happened === undefined) return "cyclic";
  return { ...chains, ...happened, history, type, width, updates, nextUpdate, saw, exact };
}

/** How many of a session an operation may be said to see, at most: up to the next update, and to itself. */
export function mostSeen(problem: KnownProblem, operation: number, session: number): number {
  const { sessions, nextUpdate, saw, width, position } = problem;
  const members = sessions[session];
  const count = saw[operation * width + session];
  const most = count < members.length ? nextUpdate[members[count]] : members.length;
  return session === problem.session[operation] ? Math.min(most, position[operation]) : most;
}
