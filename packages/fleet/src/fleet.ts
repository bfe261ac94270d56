import { attempt } from "./attempt.js";
import { startHere } from "./here.js";
import type { Input, Job, Place } from "./job.js";
import { createLane, type Lane } from "./lane.js";
import { type Load, watchMemory } from "./memory-watch.js";
import type { Event } from "./report.js";
import { startThread, type Thread } from "./thread.js";

/** How far the work has come. */
export interface Progress {
  /** Checks begun. */
  readonly checks: number;
  /** Bytes done with, of all inputs together. */
  readonly bytes: number;
  /** The input that was heard of last. */
  readonly file: string;
}

/** How to go about the work. */
export interface FleetOptions {
  /** The most worker threads. */
  readonly workers: number;
  /** Whether the main thread begins by itself: for inputs so small that a thread's start would be most of the work. */
  readonly here?: boolean;
  /** Gives up: what is decided by then is still told. */
  readonly signal?: AbortSignal;
  onProgress?(progress: Progress): void;
}

/** The job cannot be done at all, whatever the inputs: its type could not be loaded. */
export class JobRefused extends Error {
  override readonly name = "JobRefused";
}

/** The most events that may wait to be read before a thread begins another input. */
const MOST_WAITING = 2048;

/** How long one thread is given to get everything done before another joins it, in milliseconds. */
const JOIN_AFTER = 80;

/** Worker threads that stand ready for a job. */
export interface Fleet {
  /**
   * Checks all histories of the inputs. Events come in the order of the inputs, whatever the number
   * of threads, and as soon as they are known; memory does not grow with the number of histories.
   * Searches that exceed the job's deadline or memory give `unknown`. Throws `JobRefused`.
   */
  check(inputs: readonly Input[]): AsyncGenerator<Event, void>;
  /** Ends what `check` has not ended. */
  close(): Promise<void>;
}

/** Readies a fleet. Its first thread starts to load at once. */
export function createFleet(job: Job, options: FleetOptions): Fleet {
  let first: Thread | undefined = options.here === true ? startHere(job) : startThread(job);
  const takeFirst = (): Thread | undefined => {
    const thread = first;
    first = undefined;
    return thread;
  };
  return {
    check: (inputs) => checkInputs(inputs, job, options, takeFirst),
    async close() {
      await takeFirst()?.kill();
    },
  };
}

async function* checkInputs(
  inputs: readonly Input[],
  job: Job,
  options: FleetOptions,
  takeFirst: () => Thread | undefined,
): AsyncGenerator<Event, void> {
  const { signal } = options;
  /** `head`: the input whose events are being read; `taken`: how many inputs threads have begun. */
  const state = {
    head: 0,
    taken: 0,
    waiting: 0,
    checks: 0,
    bytes: 0,
    refused: undefined as string | undefined,
  };
  const over = new AbortController();
  const givenUp = (): boolean => over.signal.aborted || signal?.aborted === true;
  const threads = new Set<Thread>();
  const loads = new Set<Load>();
  const stopWatching = job.memory === undefined ? undefined : watchMemory(job.memory, () => loads);
  const lanes = inputs.map(() => createLane((change) => (state.waiting += change)));
  const sleepers: (() => void)[] = [];
  const rouse = (): void => {
    for (const wake of sleepers.splice(0)) wake();
  };

  const crew = Math.min(options.workers, inputs.length);
  // Threads without an input of their own may help with a hard history of the only one.
  const searchers = crew === 1 ? (job.searchers ?? 1) : 1;

  /** Works through one input, with a new thread whenever one is lost. Returns the last, if it still lives. */
  const workThrough = async (number: number, given: Thread | undefined): Promise<Thread | undefined> => {
    const [input, lane] = [inputs[number], lanes[number]];
    let thread = given;
    let from: Place = { index: 0, criterion: 0 };
    let bytesHere = 0;
    const advance = (bytes: number, checks: number): void => {
      state.checks += checks;
      state.bytes += Math.max(0, bytes - bytesHere);
      bytesHere = Math.max(bytes, bytesHere);
      options.onProgress?.({ checks: state.checks, bytes: state.bytes, file: input.name });
    };
    while (!givenUp()) {
      if (thread === undefined) threads.add((thread = takeFirst() ?? startThread(job)));
      const ended = await attempt(thread, input, from, job, lane, {
        signal,
        searchers,
        loads,
        onStart: ({ bytes }) => advance(bytes, 1),
      });
      if (ended.kind === "end") {
        advance(ended.bytes, 0);
        return thread;
      }
      await thread.kill();
      threads.delete(thread);
      thread = undefined;
      if (ended.kind === "refused") {
        state.refused = ended.reason;
        return undefined;
      }
      from = ended.next;
      if (ended.kind === "stop") break;
    }
    lane.push({ kind: "unreached", file: input.name, from: from.index });
    return thread;
  };

  /** Takes one input after another, with one thread at a time. */
  const member = async (position: number): Promise<void> => {
    if (position > 0) await pause(JOIN_AFTER, over.signal);
    let thread: Thread | undefined;
    while (state.taken < inputs.length && state.refused === undefined) {
      const number = state.taken++;
      // The input that is being read never waits, so there is always one that goes on.
      while (number !== state.head && state.waiting > MOST_WAITING && !over.signal.aborted)
        await new Promise<void>((resolve) => sleepers.push(resolve));
      try {
        thread = await workThrough(number, thread);
      } finally {
        lanes[number].close();
      }
    }
    await thread?.kill();
  };

  const members = Promise.all(Array.from({ length: crew }, (_, position) => member(position)));
  try {
    for (const [number, input] of inputs.entries()) {
      state.head = number;
      rouse();
      yield* drain(lanes[number], rouse);
      if (state.refused !== undefined) throw new JobRefused(state.refused);
      yield { kind: "end", file: input.name };
    }
  } finally {
    over.abort();
    stopWatching?.();
    rouse();
    await Promise.all([...threads].map((thread) => thread.kill()));
    await members;
  }
}

async function* drain(lane: Lane, onTaken: () => void): AsyncGenerator<Event, void> {
  for (let event = await lane.take(); event !== undefined; event = await lane.take()) {
    onTaken();
    yield event;
  }
}

/** Waits, but no longer than until the signal. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done, { once: true });
  });
}
