import {
  type AnnotationRecord,
  createHistoryBuilder,
  type History,
  type OperationRecord,
  sawFromUpdates,
  type Value,
} from "@sightline/core";
import type { Asked } from "../workload/workload.js";
import type { Session } from "./live-store.js";

/** How operations are recorded. */
export interface RecordOptions {
  /** Whether a call of the method may change the object: if it fails, it is in doubt. */
  readonly isUpdate: (method: string) => boolean;
  /** How long each client waits before each operation, in milliseconds: a number for each. */
  readonly pauses?: readonly number[];
  /** Of each client so many updates that the replica of this one had applied, where that is known. */
  readonly saw?: (client: number) => readonly number[] | undefined;
}

/** An operation, and when it was called. */
export type TimedOperation = OperationRecord & { readonly call: number };

/** What clients did, and what went wrong. */
export interface LiveOperations {
  readonly operations: readonly TimedOperation[];
  /** The messages of calls that failed. */
  readonly errors: readonly string[];
  /** The session that each client is in the end. */
  readonly names: readonly string[];
}

/** Operations as a history, in the order of their calls. */
export function historyOf(
  operations: readonly TimedOperation[],
  head: {
    readonly type: string;
    readonly name: string;
    readonly initial?: Value;
    readonly annotations?: readonly AnnotationRecord[];
  },
): History {
  const builder = createHistoryBuilder(head, "code", "ms");
  for (const operation of operations.toSorted((a, b) => a.call - b.call)) builder.add(operation);
  return builder.finish();
}

/**
 * Lets every client make its operations, one after the other and all clients at the same time, and writes down when
 * each was called and returned. An update that fails may have happened: it is pending, and what its client does next
 * is another session's. A query that fails is left out.
 */
export async function recordOperations(
  sessions: readonly Session[],
  asked: readonly Asked[],
  { isUpdate, pauses, saw }: RecordOptions,
): Promise<LiveOperations> {
  const operations: TimedOperation[] = [];
  const applied = new Map<TimedOperation, readonly number[]>();
  const errors: string[] = [];
  const client = async (session: Session, number: number): Promise<string> => {
    let broken = 0;
    const name = (): string => (broken === 0 ? nameOf(number) : `${nameOf(number)}, again ${broken}`);
    for (const [i, { session: whose, method, args }] of asked.entries()) {
      if (whose !== number) continue;
      const pause = pauses?.[i] ?? 0;
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      const who = name();
      const call = performance.now();
      try {
        const result = await methodOf(session, method)(...args);
        const had = saw?.(number);
        const end = performance.now();
        const seen = result === undefined ? {} : { result };
        const operation = { session: who, method, args, ...seen, call, return: end };
        operations.push(operation);
        if (had !== undefined) applied.set(operation, [...had]);
      } catch (error) {
        if (error instanceof NoSuchMethod) throw error;
        errors.push(`${method}: ${error instanceof Error ? error.message : String(error)}`);
        if (!isUpdate(method) || (error as { definite?: unknown }).definite === true) continue;
        operations.push({ session: who, method, args, call });
        broken++;
      }
    }
    return name();
  };
  const names: string[] = [];
  for (const one of await Promise.allSettled(sessions.map(client))) {
    if (one.status === "rejected") throw one.reason;
    names.push(one.value);
  }
  return {
    operations: applied.size === 0 ? operations : withSights(operations, applied, isUpdate),
    errors,
    names,
  };
}

/** The operations with what they saw; a client with an update in doubt cannot be counted, and nobody tells of it. */
function withSights(
  operations: readonly TimedOperation[],
  applied: ReadonlyMap<TimedOperation, readonly number[]>,
  isUpdate: (method: string) => boolean,
): readonly TimedOperation[] {
  const lengths = new Map<string, number>();
  const updates = new Map<string, number[]>();
  const position = new Map<TimedOperation, number>();
  const inDoubt = new Set<string>();
  for (const operation of operations.toSorted((a, b) => a.call - b.call)) {
    const session = String(operation.session);
    const at = lengths.get(session) ?? 0;
    lengths.set(session, at + 1);
    position.set(operation, at);
    if (operation.return === undefined) inDoubt.add(session);
    if (isUpdate(operation.method)) updates.set(session, [...(updates.get(session) ?? []), at]);
  }
  const positionsOf = (session: string): readonly number[] | undefined =>
    inDoubt.has(session) ? undefined : (updates.get(session) ?? []);
  return operations.map((operation) => {
    const had = applied.get(operation);
    if (had === undefined) return operation;
    const seen = Object.fromEntries(had.map((count, client) => [nameOf(client), count]));
    const own = { session: String(operation.session), position: position.get(operation) as number };
    const saw = sawFromUpdates(seen, positionsOf, own);
    return saw === undefined ? operation : { ...operation, saw };
  });
}

/** The session that a client is, until an update of it is in doubt. */
const nameOf = (client: number): string => `client ${client}`;

/** A client without a method of its workload: the store's own fault, not an answer. */
class NoSuchMethod extends Error {
  override readonly name = "NoSuchMethod";
}

function methodOf(session: Session, method: string): Session[string] {
  const found = session[method];
  if (typeof found !== "function")
    throw new NoSuchMethod(
      `a session of the store has no method "${method}": add it, or leave it out of \`operations\``,
    );
  return (...args) => found.apply(session, args);
}
