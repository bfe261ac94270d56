import type { AnnotationRecord, Value } from "@sightline/core";
import { fail } from "./fail.js";

/** The kind of a line in a log: an operation begins, ends, fails, or is never heard of again. */
export type EventType = "invoke" | "ok" | "fail" | "info";

/** One line of a log: a process begins or ends an operation. */
export interface Event {
  /** A number or, where clients are named, a name. */
  readonly process: string | number;
  readonly type: EventType;
  readonly f: string;
  readonly value: Value;
  /** Some logs name the key beside the value. */
  readonly key: Value | undefined;
  readonly line: number;
  readonly column: number;
}

/** An operation of a log: its invocation and, where it is known how it ended, its completion. */
export interface LoggedOperation {
  readonly session: string | number;
  readonly invoke: Event;
  readonly call: number;
  /** `ok` or, where the reader was told to keep failures, `fail`; `undefined` while pending. */
  completion: Event | undefined;
  /** The position of the completion in the log; meaningless while pending. */
  return: number;
}

/** Pairs the events of a log. */
export interface EventLog {
  /** Takes the next event. Throws a `PlacedError` where it fits no operation. */
  add(event: Event): void;
  /** Takes what happened between events of clients. */
  annotate(text: string): void;
  /** What happened between events, in the order of the log. */
  annotations(): readonly AnnotationRecord[];
  /** The operations in order of invocation, without those that did not happen. */
  operations(): LoggedOperation[];
}

/**
 * Pairs invocations with completions by process, in the order of the log (never by its clocks).
 *
 * `:ok` returned; `:fail` did not happen and is dropped, unless `keepFailed` says that it is a result;
 * `:info`, or no completion at all, may or may not have happened and never returns. A process that goes on
 * after an `:info` is a new session: nothing orders it after the operation that it gave up.
 */
export function createEventLog(keepFailed: (event: Event) => boolean = () => false): EventLog {
  const all: LoggedOperation[] = [];
  const open = new Map<string | number, LoggedOperation>();
  const dropped = new Set<LoggedOperation>();
  const lives = new Map<string | number, number>();
  const annotations: AnnotationRecord[] = [];
  let position = 0;

  const sessionOf = (process: string | number): string | number => {
    const life = lives.get(process) ?? 1;
    return life === 1 ? process : `${process}/${life}`;
  };

  return {
    add(event) {
      const { process, type, f } = event;
      const running = open.get(process);
      if (type === "invoke") {
        if (running !== undefined)
          fail(
            event,
            `process ${process} invokes :${f} while its :${running.invoke.f} of line ${running.invoke.line} is still open`,
          );
        const operation: LoggedOperation = {
          session: sessionOf(process),
          invoke: event,
          call: position++,
          completion: undefined,
          return: 0,
        };
        all.push(operation);
        open.set(process, operation);
        return;
      }
      if (running === undefined)
        fail(event, `process ${process} completes :${f} (:${type}) without having invoked it`);
      if (running.invoke.f !== f)
        fail(
          event,
          `process ${process} completes :${f}, but it invoked :${running.invoke.f} on line ${running.invoke.line}`,
        );
      open.delete(process);
      if (type === "info") lives.set(process, (lives.get(process) ?? 1) + 1);
      else if (type === "fail" && !keepFailed(event)) dropped.add(running);
      else {
        running.completion = event;
        running.return = position++;
      }
    },
    annotate: (text) => void annotations.push({ at: position, text }),
    annotations: () => annotations,
    operations: () => (dropped.size === 0 ? all : all.filter((operation) => !dropped.has(operation))),
  };
}
