import { setAlarm } from "./alarm.js";
import { endedEarly } from "./jobs/ended-early.js";
import type { Input, Job, Place } from "./job.js";
import type { Lane } from "./lane.js";
import type { Load } from "./memory-watch.js";
import type { Message } from "./messages.js";
import type { Report } from "./report.js";
import { type Ending, isHeapLimit, type Thread } from "./thread.js";
import { typeFault } from "./type-fault.js";

type Start = Extract<Message, { kind: "start" }>;

/** How one attempt at an input ended. */
export type Attempt =
  | { readonly kind: "end"; readonly bytes: number }
  | { readonly kind: "refused"; readonly reason: string }
  /** The thread is gone. Go on from `next` with another. */
  | { readonly kind: "again"; readonly next: Place }
  /** The thread is gone, and nothing more can be had from this input: histories from `next` on stay undecided. */
  | { readonly kind: "stop"; readonly next: Place };

/** How long after its deadline a search that does not answer is ended from outside, in milliseconds. */
const GRACE = 700;

/** What the surroundings of an attempt know. */
export interface Watch {
  readonly signal: AbortSignal | undefined;
  /** How many threads may share the search of one history. */
  readonly searchers: number;
  /** Where the attempt is listed while it lasts, to be ended if memory runs short. */
  readonly loads: Set<Load>;
  onStart(start: Start): void;
}

/**
 * Has a thread work through an input from a place on, and puts what comes of it on the lane. Ends a
 * search that outlives its deadline, and says `unknown` for it and for one that ran out of heap.
 */
export async function attempt(
  thread: Thread,
  input: Input,
  from: Place,
  job: Job,
  lane: Lane,
  watch: Watch,
): Promise<Attempt> {
  let next = from;
  let running: { readonly start: Start; readonly since: number } | undefined;
  let callOff: (() => void) | undefined;
  let late = false;
  let full = false;
  let ousted = false;
  const load = {
    since: performance.now(),
    async end() {
      ousted = true;
      await thread.kill();
    },
  };

  const onMessage = (message: Message): void => {
    callOff?.();
    switch (message.kind) {
      case "start":
        running = { start: message, since: performance.now() };
        load.since = running.since;
        if (message.allowed !== undefined)
          callOff = setAlarm(message.allowed + GRACE, () => {
            late = true;
            void thread.kill();
          });
        watch.onStart(message);
        return;
      case "full":
        full = true;
        next = message.place;
        return;
      case "report":
        lane.push({ kind: "report", report: message.report }, () => thread.credit(message.weight));
        break;
      case "invalid":
        lane.push({ kind: "invalid", index: message.place.index, error: message.error }, () =>
          thread.credit(message.weight),
        );
        break;
      case "bug":
        lane.push({ kind: "bug", file: input.name, index: message.place.index, error: message.error }, () =>
          thread.credit(message.weight),
        );
        break;
      default:
        return;
    }
    running = undefined;
    next = after(message.place, job, message.kind === "invalid");
  };

  watch.loads.add(load);
  const cancel = (): void => void thread.kill();
  watch.signal?.addEventListener("abort", cancel);
  if (watch.signal?.aborted) cancel();
  const ending = await thread.run(input, from, watch.searchers, onMessage);
  watch.signal?.removeEventListener("abort", cancel);
  watch.loads.delete(load);
  callOff?.();

  if (ending.kind === "refused") return ending;
  if (ending.kind === "long") return { kind: "again", next: running?.start.place ?? next };
  const filled = ending.kind === "died" && (ousted || isHeapLimit(ending.error));
  if (full || (filled && running === undefined)) {
    for (const report of unreadable(input, next.index, job)) lane.push({ kind: "report", report });
    return { kind: "stop", next: { index: next.index + 1, criterion: 0 } };
  }
  if (ending.kind === "end") return ending;
  if (running !== undefined) {
    const { start, since } = running;
    const cancelled = watch.signal?.aborted === true;
    const reason = cancelled ? "cancelled" : late ? "deadline" : filled ? "memory" : undefined;
    if (reason === undefined) lane.push(crash(input, start.place, ending, job));
    else {
      const criterion = start.criterion ?? "linearizability";
      const result = endedEarly(criterion, reason, performance.now() - since, job.algorithm);
      const { name, seen, size, place } = start;
      const about = { name, ...(seen !== undefined && { seen }), size };
      const report = { file: input.name, index: place.index, ...about, result, operations: [] };
      lane.push({ kind: "report", report });
    }
    next = after(start.place, job, false);
  } else if (watch.signal?.aborted !== true) {
    lane.push(crash(input, next, ending, job));
    return { kind: "stop", next: { index: next.index + 1, criterion: 0 } };
  }
  return { kind: watch.signal?.aborted === true ? "stop" : "again", next };
}

/** The place after this one. */
function after(place: Place, job: Job, wholeHistory: boolean): Place {
  const { index, criterion } = place;
  return wholeHistory || criterion + 1 >= job.criteria.length
    ? { index: index + 1, criterion: 0 }
    : { index, criterion: criterion + 1 };
}

type Died = Extract<Ending, { kind: "died" }>;

function crash(input: Input, { index }: Place, { error }: Died, job: Job): Parameters<Lane["push"]>[0] {
  const reason = typeFault(error, job);
  if (reason !== undefined) return { kind: "invalid", index, error: { file: input.name, reason } };
  const { message, stack = "" } = error ?? new Error("a worker thread ended without a word");
  return { kind: "bug", file: input.name, index, error: { message, stack } };
}

/** The verdicts on a history that does not even fit into memory. */
function unreadable(input: Input, index: number, job: Job): readonly Report[] {
  const criteria = job.criteria.length > 0 ? job.criteria : ["linearizability"];
  return criteria.map((criterion) => {
    const ended = endedEarly(criterion, "memory", 0, job.algorithm);
    const established = "nothing: the history could not be read within the memory limit";
    return {
      file: input.name,
      index,
      name: null,
      size: 0,
      result: { ...ended, established } as Report["result"],
      operations: [],
    };
  });
}
