import { parentPort, workerData } from "node:worker_threads";
import { measureWithin, type MeasureOptions } from "@sightline/core";
import { isGzip } from "@sightline/formats";
import { createMemoryMeter, type MemoryMeter } from "../memory.js";
import { openInput } from "../input/source.js";
import { loadType, readAs, withMargin } from "../worker-setup.js";
import type { Piece } from "../input/chunk.js";
import { heartbeatIn } from "../heartbeat.js";
import { MOST_BATCHES, type SurveyJob, type SurveyMessage, type SurveyOrder } from "./job.js";
import { openBytes } from "../input/random-access.js";
import { stretchOf } from "../input/ranges.js";
import { surveyChunk, type SurveyTools } from "./task.js";

/** What a worker thread is started with. */
export interface SurveyWorkerData {
  readonly job: SurveyJob;
  readonly heartbeat: SharedArrayBuffer;
}

/** Inputs up to this size are read in one go: most of the time for a tiny file is that for opening it. */
const AT_ONCE = 1 << 20;

/** The worker thread's program: waits for chunks, one at a time, and works through them. */
function serve(port: NonNullable<typeof parentPort>, { job, heartbeat: memory }: SurveyWorkerData): void {
  let outstanding = 0;
  let resume: (() => void) | undefined;
  const post = (message: SurveyMessage): Promise<void> => {
    port.postMessage(message);
    if (message.kind === "items") outstanding++;
    if (outstanding < MOST_BATCHES) return Promise.resolve();
    return new Promise((resolve) => (resume = resolve));
  };
  const meter = job.memory === undefined ? undefined : unhurried(createMemoryMeter(job.memory));
  const limit = job.memory === undefined || meter === undefined ? undefined : { memory: job.memory, meter };

  const open = (piece: Piece): ReturnType<SurveyTools["open"]> => {
    const { name, source, range, listed } = piece;
    const bytes = openBytes(source);
    try {
      if (range !== undefined) {
        const stretch = stretchOf(bytes, range.start, range.end);
        const items = stretch.bytes.length === 0 ? nothing() : readAs(job, once(stretch.bytes), name, lines);
        return { items, lines: stretch.lines };
      }
      const whole = bytes.size <= AT_ONCE ? bytes.read(0, bytes.size) : undefined;
      const small = whole !== undefined && !isGzip(whole);
      const input = small ? once(whole) : openInput({ name, source }, undefined, limit);
      return { items: readAs(job, input, name, { listed }), lines: 0 };
    } finally {
      bytes.close();
    }
  };

  const heartbeat = heartbeatIn(memory);
  let type: Promise<MeasureOptions["type"]> | undefined;
  const work = async ({ chunk, from, doomed }: Extract<SurveyOrder, { kind: "chunk" }>): Promise<void> => {
    try {
      type ??= loadType(job);
      await type;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return port.postMessage({ kind: "refused", reason } satisfies SurveyMessage);
    }
    const now = (): number => performance.now();
    const tools = { open, measure: measureWithin, type: await type, meter, heartbeat, post, now };
    await surveyChunk(chunk, from, doomed, job, tools);
  };

  port.on("message", (order: SurveyOrder) => {
    if (order.kind === "chunk") {
      outstanding = 0;
      void work(order);
      return;
    }
    outstanding--;
    if (outstanding < MOST_BATCHES) resume?.();
  });
}

/** To ask the system takes longer than many a history: an answer is good for some milliseconds. */
const GOOD_FOR = 5;

/** A meter that looks again only after a while. */
function unhurried(meter: MemoryMeter): MemoryMeter {
  let used = 0;
  let until = -Infinity;
  return {
    usedBytes(moreBytes = 0) {
      const now = performance.now();
      if (now > until || moreBytes > 0) [used, until] = [meter.usedBytes(moreBytes), now + GOOD_FOR];
      return used;
    },
    tidy() {
      meter.tidy();
      until = -Infinity;
    },
  };
}

/** A stretch of lines is known to be one. */
const lines = { format: "ndjson" } as const;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* nothing(): AsyncGenerator<never> {}

if (parentPort !== null) {
  const data = workerData as SurveyWorkerData;
  serve(parentPort, { ...data, job: withMargin(data.job) });
}
