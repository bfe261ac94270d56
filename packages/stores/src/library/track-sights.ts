import type { SightRecord } from "@sightline/core";
import type { CallStep } from "../workload/script.js";
import type { Document } from "./library.js";

/** Keeps in mind what each replica has got of what others did, so that each operation can say what it saw. */
export interface SightTracker {
  /** What an operation at this replica sees if it is made now. */
  sightAt(replica: number): SightRecord;
  /** The next operation of the history was made. `update`: what others must be told of it, if anything. */
  made(step: Made, isUpdate: boolean, update: unknown): void;
  /** A replica has got the updates of these calls, as far as there are any. */
  delivered(to: number, of: readonly number[], documents: readonly Document[]): void;
}

/** Who made an operation, and where: `id` names the call, where others may be told of it. */
interface Made extends Pick<CallStep, "id" | "replica"> {
  readonly session: string | number;
}

/** An operation that others were told of. */
interface Change {
  readonly replica: number;
  readonly session: Session;
  /** Its place among the changes of its session. */
  readonly place: number;
  /** Its place among all operations of its session. */
  readonly position: number;
  /** Its place in the history. */
  readonly operation: number;
  /** The updates between the change before it in its session and this one. */
  readonly idle: readonly Idle[];
  readonly update: unknown;
}

/** An update that changed nothing, so that nobody could be told of it. */
interface Idle {
  readonly position: number;
  readonly operation: number;
  /** What its author had. */
  readonly whole: ReadonlyMap<Session, number>;
  readonly ahead: readonly Change[];
}

interface Session {
  readonly name: string;
  readonly replica: number;
  operations: number;
  readonly changes: Change[];
  /** The updates since the last change. */
  idle: Idle[];
}

/** What a replica has got. */
interface Knowledge {
  /** Of each session so many changes, the first ones. */
  readonly whole: Map<Session, number>;
  /** Changes that are applied though one before them in their session is not. */
  readonly ahead: Set<Change>;
  /** Changes that were received and are not yet applied. */
  waiting: Set<Change>;
}

/**
 * Nothing has happened yet. What counts is what a document has applied, as it says itself (`Document.has`): what it
 * has got and keeps until something else arrives was not seen. An update that changed nothing, so that nobody could be
 * told of it, is seen by whoever has all that its author had, for then nothing of it is missing; and with the next
 * change of its session.
 */
export function createSightTracker(replicas: number): SightTracker {
  const sessions = new Map<string | number, Session>();
  const changes = new Map<number, Change>(); // by the ids of calls
  const known = Array.from(
    { length: replicas },
    (): Knowledge => ({ whole: new Map(), ahead: new Set(), waiting: new Set() }),
  );
  let operations = 0;

  const apply = ({ whole, ahead, waiting }: Knowledge, change: Change): void => {
    waiting.delete(change);
    const { session } = change;
    let next = whole.get(session) ?? 0;
    if (change.place < next) return;
    ahead.add(change);
    while (next < session.changes.length && ahead.delete(session.changes[next])) next++;
    whole.set(session, next);
  };
  /** All that one replica has applied, another has. */
  const applyAll = (to: Knowledge, from: Knowledge): void => {
    for (const [session, count] of from.whole)
      for (let place = to.whole.get(session) ?? 0; place < count; place++) apply(to, session.changes[place]);
    for (const change of from.ahead) apply(to, change);
  };

  const hasAllOf = ({ whole, ahead }: Knowledge, idle: Idle): boolean =>
    [...idle.whole].every(([session, count]) => (whole.get(session) ?? 0) >= count) &&
    idle.ahead.every((change) => ahead.has(change) || (whole.get(change.session) ?? 0) > change.place);
  /** How many operations of the session a replica has seen, up to the last. */
  const seenOf = (session: Session, knowledge: Knowledge): number => {
    const count = knowledge.whole.get(session) ?? 0;
    let seen = count === 0 ? 0 : session.changes[count - 1].position + 1;
    for (const idle of session.changes[count]?.idle ?? session.idle) {
      if (!hasAllOf(knowledge, idle)) break;
      seen = idle.position + 1;
    }
    return seen;
  };

  return {
    sightAt(replica) {
      const knowledge = known[replica];
      const { ahead } = knowledge;
      const saw: Record<string, number> = {};
      for (const session of sessions.values()) {
        const seen = session.replica === replica ? session.operations : seenOf(session, knowledge);
        if (seen > 0) saw[session.name] = seen;
      }
      if (ahead.size === 0) return { saw };
      const sees = [...ahead].flatMap(({ idle, operation }) => [
        ...idle.map((one) => one.operation),
        operation,
      ]);
      return { saw, sees: sees.sort((a, b) => a - b) };
    },

    made({ id, session: name, replica }, isUpdate, update) {
      const operation = operations++;
      let session = sessions.get(name);
      if (session === undefined)
        sessions.set(name, (session = { name: String(name), replica, operations: 0, changes: [], idle: [] }));
      const position = session.operations++;
      if (update === undefined) {
        const { whole, ahead } = known[replica];
        if (isUpdate) session.idle.push({ position, operation, whole: new Map(whole), ahead: [...ahead] });
        return;
      }
      const change: Change = {
        replica,
        session,
        place: session.changes.length,
        position,
        operation,
        idle: session.idle,
        update,
      };
      session.idle = [];
      session.changes.push(change);
      changes.set(id, change);
      apply(known[replica], change);
    },

    delivered(to, of, documents) {
      const knowledge = known[to];
      const document = documents[to];
      for (const id of of) {
        const change = changes.get(id);
        if (change === undefined) continue;
        if (document.bringsAll === true) applyAll(knowledge, known[change.replica]);
        knowledge.waiting.add(change);
      }
      for (const change of knowledge.waiting)
        if (document.has?.(change.update) === true) apply(knowledge, change);
    },
  };
}
