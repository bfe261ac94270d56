import { attempt } from "./attempt.js";
import type { Input, Job, Place } from "./job.js";
import { createLane, type Lane } from "./lane.js";
import type { Event } from "./report.js";
import { startThread, type Thread } from "./thread.js";

/** How far the work has come. */
export interface Progress {
  /** Checks begun. */
  readonly checks: number;
  /** Bytes read of all inputs together. */
  readonly bytes: number;
  /** The input that was heard of last. */
  readonly file: string;
}

/** How to go about the work. */
export interface FleetOptions {
  /** The most worker threads. */
  readonly workers: number;
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

/** Readies a fleet. Its first thread starts to load at once, while the inputs are still looked for. */
export function createFleet(job: Job, options: FleetOptions): Fleet {
  let first: Thread | undefined = startThread(job);
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
  const crew = Math.max(1, Math.min(options.workers, inputs.length));
  const threads = new Set<Thread>();
  let waiting = 0;
  let head = 0;
  let taken = 0;
  let bytesRead = 0;
  let checks = 0;
  let refused: string | undefined;
  const over = new AbortController();
  let wakeCrew: (() => void)[] = [];
  const rouse = (): void => {
    const sleepers = wakeCrew;
    wakeCrew = [];
    for (const wake of sleepers) wake();
  };
  const lanes = inputs.map(() => createLane((change) => (waiting += change)));

  const workThrough = async (number: number, given: Thread | undefined): Promise<Thread | undefined> => {
    const [input, lane] = [inputs[number], lanes[number]];
    let thread = given;
    let bytesHere = 0;
    let from: Place = { index: 0, criterion: 0 };
    for (;;) {
      if (over.signal.aborted || signal?.aborted) {
        lane.push({ kind: "unreached", file: input.name, from: from.index });
        break;
      }
      if (thread === undefined) threads.add((thread = takeFirst() ?? startThread(job)));
      const onStart = ({ bytes }: { bytes: number }): void => {
        checks++;
        bytesRead += Math.max(0, bytes - bytesHere);
        bytesHere = Math.max(bytes, bytesHere);
        options.onProgress?.({ checks, bytes: bytesRead, file: input.name });
      };
      const ended = await attempt(thread, input, from, job, lane, { signal, onStart });
      if (ended.kind === "end") break;
      threads.delete(thread);
      await thread.kill();
      thread = undefined;
      if (ended.kind === "refused") {
        refused = ended.reason;
        break;
      }
      from = ended.next;
      if (ended.kind === "stop") {
        lane.push({ kind: "unreached", file: input.name, from: from.index });
        break;
      }
    }
    return thread;
  };

  const member = async (position: number): Promise<void> => {
    if (position > 0) await pause(JOIN_AFTER, over.signal);
    let thread: Thread | undefined;
    while (taken < inputs.length && refused === undefined) {
      const number = taken++;
      while (number !== head && waiting > MOST_WAITING && !over.signal.aborted)
        await new Promise<void>((resolve) => wakeCrew.push(resolve));
      try {
        thread = await workThrough(number, thread);
      } finally {
        lanes[number].close();
      }
    }
    if (thread !== undefined) {
      threads.delete(thread);
      await thread.kill();
    }
  };

  const members = Promise.all(Array.from({ length: crew }, (_, position) => member(position)));
  try {
    for (; head < inputs.length; head++) {
      yield* drain(lanes[head], rouse);
      if (refused !== undefined) throw new JobRefused(refused);
      yield { kind: "end", file: inputs[head].name };
      rouse();
    }
  } finally {
    over.abort();
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
