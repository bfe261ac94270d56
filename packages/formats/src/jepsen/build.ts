import { canonical, createHistoryBuilder, type History, HistoryError, type Value } from "@sightline/core";
import type { Event, EventLog, LoggedOperation } from "./events.js";
import { fail } from "./fail.js";
import { recogniseWorkload } from "./workloads.js";

/** Options of `buildLogHistory`. */
export interface LogOptions {
  /** Whether values are pairs `[key value]` of `jepsen.independent`: each key is an object of its own. */
  readonly independent: boolean;
  /** Overrides the type recognised. */
  readonly type: string | undefined;
  /** The initial state that the history will be checked from, where it is not the default. */
  readonly initial: Value | undefined;
}

const isPair = (value: Value): value is readonly [Value, Value] => Array.isArray(value) && value.length === 2;

/** The history of a log. */
export function buildLogHistory(log: EventLog, options: LogOptions): History {
  const operations = log.operations();
  const annotations = log.annotations();
  const inner = (value: Value): Value => (options.independent && isPair(value) ? value[1] : value);
  const workload = recogniseWorkload(operations, options.type, inner);
  if (!options.independent && workload.type === "register") refuseKeys(operations);
  const canBeNull = (options.initial ?? null) === null || operations.some(writesNull);
  const type = options.type ?? workload.type;
  const header = { ...(type !== undefined && { type }), ...(annotations.length > 0 && { annotations }) };
  const builder = createHistoryBuilder(header, "code", "order");
  for (const operation of operations) {
    const { invoke, completion, session, call } = operation;
    const key = options.independent ? keyOf(invoke) : undefined;
    const value = options.independent ? (invoke.value as readonly Value[])[1] : invoke.value;
    const returned = completion && (options.independent ? valueWithin(completion) : completion.value);
    for (const converted of workload.convert(operation, value, returned, canBeNull)) {
      try {
        builder.add(
          {
            session,
            ...converted,
            call,
            ...(completion !== undefined && { return: operation.return }),
            ...(key !== undefined && { object: key }),
          },
          invoke.line,
        );
      } catch (error) {
        if (error instanceof HistoryError) fail(invoke, error.message);
        throw error;
      }
    }
  }
  return builder.finish();
}

/** Whether a read of nil may be of this operation's doing. */
function writesNull({ invoke }: LoggedOperation): boolean {
  const { f, value } = invoke;
  return (f === "write" && value === null) || (f === "cas" && isPair(value) && value[1] === null);
}

function keyOf(event: Event): string | number {
  if (!isPair(event.value)) return fail(event, "--independent: every :value must be a pair [key value]");
  const [key] = event.value;
  return typeof key === "string" || typeof key === "number" ? key : canonical(key);
}

function valueWithin(event: Event): Value {
  if (!isPair(event.value)) return fail(event, "--independent: every :value must be a pair [key value]");
  return event.value[1];
}

/** Reads that ask for a pair are reads of a key: taken as plain registers they would be checked wrongly. */
function refuseKeys(operations: readonly LoggedOperation[]): void {
  const read = operations.find(({ invoke }) => invoke.f === "read");
  if (read !== undefined && operations.every(({ invoke }) => isPair(invoke.value)))
    fail(
      read.invoke,
      "every :value is a pair [key value]: give --independent, so that each key is an object",
    );
}
