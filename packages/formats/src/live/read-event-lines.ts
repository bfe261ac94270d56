import { canonical, type LiveOperation, type Value } from "@sightline/core";
import { createJsonParser } from "../bytes/json.js";
import { columnOf, windowOver } from "../bytes/window.js";
import { createEdnParser } from "../edn/parser.js";
import { PlacedError } from "../input-error.js";
import type { LogOptions } from "../jepsen/build.js";
import type { Event, LoggedOperation } from "../jepsen/events.js";
import { fail } from "../jepsen/fail.js";
import { ednEvent, jsonEvent, type RawEvent, takeEvent } from "../jepsen/read.js";
import { possibleWorkloads, recogniseWorkload, type Workload } from "../jepsen/workloads.js";
import { consoleEvent, isResult, type LogDialect } from "../read-console-log.js";
import type { LiveItem, LiveReader } from "./live-item.js";

/** How the events of a log are written. */
export type EventNotation = "edn" | "json" | "console";

/** So many events are looked at before it is decided what they are of, where that is not plain. */
const MOST_WAITING = 1_000;

/** An operation that is open: as the log has it and, once it is known what it is of, as it is followed. */
interface Running extends LoggedOperation {
  live: LiveOperation | undefined;
}

/**
 * Reads the events of Jepsen, or of a console log, as they come: what happened stands in the order of the lines. An
 * `:info` may take effect at any later time; its process goes on as another session.
 */
export function readEventLines(
  notation: EventNotation,
  dialect: LogDialect,
  { type, initial, independent }: LogOptions,
): LiveReader {
  const open = new Map<string | number, Running>();
  const lives = new Map<string | number, number>();
  /** Events that came before it was known what they are of, and the operations in them. */
  let waiting: { readonly event: Event; readonly of: Running }[] = [];
  let seen: Running[] = [];
  let workload: Workload | undefined;
  let canBeNull = (initial ?? null) === null;
  let [position, next] = [0, 0];

  const isPair = (value: Value): value is readonly [Value, Value] =>
    Array.isArray(value) && value.length === 2;
  const within = (event: Event): Value => {
    if (!independent) return event.value;
    if (!isPair(event.value)) return fail(event, "--independent: every :value must be a pair [key value]");
    return event.value[1];
  };
  const inner = (value: Value): Value => (independent && isPair(value) ? value[1] : value);

  /** Puts an event to the operation that it begins or ends. */
  const pair = (event: Event): Running => {
    const { process, type: kind, f } = event;
    const running = open.get(process);
    if (kind === "invoke") {
      if (running !== undefined)
        return fail(event, `process ${process} invokes :${f} while its :${running.invoke.f} is still open`);
      const life = lives.get(process) ?? 1;
      const session = life === 1 ? process : `${process}/${life}`;
      const begun = {
        session,
        invoke: event,
        call: position++,
        completion: undefined,
        return: 0,
        live: undefined,
      };
      open.set(process, begun);
      return begun;
    }
    if (running === undefined)
      return fail(event, `process ${process} completes :${f} (:${kind}) without having invoked it`);
    if (running.invoke.f !== f)
      return fail(event, `process ${process} completes :${f}, but it invoked :${running.invoke.f}`);
    open.delete(process);
    if (kind === "info") lives.set(process, (lives.get(process) ?? 1) + 1);
    return running;
  };

  const begin = (of: Running, known: Workload): LiveItem[] => {
    const { invoke, session } = of;
    const { value } = invoke;
    if (!independent && known.type === "register" && invoke.f === "read" && isPair(value))
      fail(invoke, "the :value of a :read is a pair [key value]: give --independent");
    canBeNull ||= writesNull(invoke, within(invoke));
    // How many elements a drain takes is known once it has: by then their polls would be late.
    const isDrain = known.type === "queue" && invoke.f === "drain";
    const [converted] = isDrain
      ? [{ method: "poll", args: [] }]
      : known.convert({ ...of, completion: undefined }, within(invoke), undefined, canBeNull);
    const operation: LiveOperation = {
      id: next++,
      session,
      object: independent ? keyOf(invoke) : undefined,
      invocation: { method: converted.method, args: converted.args },
      line: invoke.line,
      fate: "open",
      result: undefined,
    };
    if (isDrain) return [{ kind: "late", operation }];
    of.live = operation;
    return [{ kind: "event", event: { kind: "call", operation } }];
  };

  const end = (of: Running, event: Event, known: Workload): LiveItem[] => {
    const { live: operation } = of;
    if (operation === undefined) return [];
    if (event.type === "ok" || (event.type === "fail" && isResult(event, dialect))) {
      const [converted] = known.convert(
        { ...of, completion: event },
        within(of.invoke),
        within(event),
        canBeNull,
      );
      operation.fate = "returned";
      operation.result = converted.result;
    } else operation.fate = event.type === "fail" ? "failed" : "crashed";
    return [{ kind: "event", event: { kind: "end", operation } }];
  };

  const pass = (of: Running, event: Event, known: Workload): LiveItem[] => {
    try {
      return event.type === "invoke" ? begin(of, known) : end(of, event, known);
    } catch (error) {
      if (!(error instanceof PlacedError)) throw error;
      return [{ kind: "error", error }];
    }
  };

  /** Says what the events are of, and passes on those that waited for it. */
  const settle = (): LiveItem[] => {
    if (workload !== undefined || seen.length === 0) return [];
    const known = recogniseWorkload(seen, type, inner);
    workload = known;
    seen = [];
    const told = type ?? known.type;
    const items: LiveItem[] = told === undefined ? [] : [{ kind: "header", type: told, initial: undefined }];
    for (const { event, of } of waiting) items.push(...pass(of, event, known));
    waiting = [];
    return items;
  };

  const take = (event: Event): LiveItem[] => {
    const of = pair(event);
    if (workload !== undefined) {
      if (event.type === "invoke") possibleWithin(event, of);
      return pass(of, event, workload);
    }
    if (event.type === "invoke") {
      // What cannot be of the same as what came before is refused alone.
      possibleWorkloads([...seen, of], type, inner);
      seen.push(of);
    } else if (event.type === "ok") of.completion = event;
    waiting.push({ event, of });
    const isPlain =
      type !== undefined || possibleWorkloads(seen, type, inner).length === 1 || seen.length >= MOST_WAITING;
    return isPlain ? settle() : [];
  };

  /** Refuses what the workload does not have. */
  const possibleWithin = ({ f, value, ...event }: Event, of: Running): void => {
    const { functions = [], type: name = "history" } = workload ?? {};
    if (functions.length === 0 || functions.includes(f) || functions.includes("txn")) return;
    open.delete(of.invoke.process);
    fail({ f, value, ...event }, `:${f} does not go with the operations before it, which are of a ${name}`);
  };

  const guarded = (work: () => LiveItem[]): LiveItem[] => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof PlacedError)) throw error;
      return [{ kind: "error", error }];
    }
  };

  return {
    take: (text, line) =>
      guarded(() => {
        const items: LiveItem[] = [];
        for (const { raw, column } of eventsOn(text, line, notation, dialect))
          takeEvent(
            { add: (event) => items.push(...guarded(() => take(event))), annotate() {} },
            raw,
            line,
            column,
          );
        return items;
      }),
    idle: () => guarded(settle),
    end: () => guarded(settle),
  };
}

/** The events that a line tells: none, one or, where they are set so, more. */
function eventsOn(
  text: string,
  line: number,
  notation: EventNotation,
  dialect: LogDialect,
): { readonly raw: RawEvent; readonly column: number }[] {
  if (notation === "console") {
    const found = consoleEvent(text.replace(/\r$/u, ""), line, dialect);
    return found === undefined ? [] : [found];
  }
  const window = windowOver(Buffer.from(text), line);
  const events: { readonly raw: RawEvent; readonly column: number }[] = [];
  if (notation === "json") {
    const parser = createJsonParser(window);
    const skip = (): boolean =>
      parser.more() && (parser.takeIf("[") || parser.takeIf(",") || parser.takeIf("]"));
    for (;;) {
      while (skip());
      if (!parser.more()) return events;
      const column = columnOf(window, window.position);
      events.push({ raw: jsonEvent(parser.value(), line, column), column });
    }
  }
  const parser = createEdnParser(window);
  const skip = (): boolean =>
    parser.takeIf("[") || parser.takeIf("(") || parser.takeIf("]") || parser.takeIf(")");
  for (;;) {
    while (parser.more() && skip());
    if (!parser.more()) return events;
    const column = columnOf(window, window.position);
    events.push({ raw: ednEvent(parser.value(), line, column), column });
  }
}

/** Whether a read of nil may be of this event's doing. */
const writesNull = ({ f }: Event, value: Value): boolean =>
  (f === "write" && value === null) || (f === "cas" && Array.isArray(value) && value[1] === null);

/** The object that a pair `[key value]` is of. */
function keyOf(event: Event): string | number {
  const [key] = event.value as readonly Value[];
  return typeof key === "string" || typeof key === "number" ? key : canonical(key);
}
