import {
  type BoundedMeasure,
  type History,
  levelNames,
  type Measurement,
  TypeFailure,
} from "@sightline/core";
import type { Item as Read } from "@sightline/formats";
import { isOutOfMemory, MemoryFull, type MemoryMeter } from "../memory.js";
import { failure } from "../report.js";
import { aboutOf, asData, isSystemError, misfit, systemReason } from "../task.js";
import type { Chunk, Piece } from "../input/chunk.js";
import type { Heartbeat } from "../heartbeat.js";
import type { ChunkPlace, Doomed, Item, Measured, SurveyJob, SurveyMessage } from "./job.js";

/** What a task needs from its surroundings: threads in earnest, plain functions in tests. */
export interface SurveyTools {
  /** The histories of a piece one by one, and how many lines they take. */
  open(piece: Piece): { readonly items: AsyncIterable<Read>; readonly lines: number };
  measure(history: History, options: BoundedMeasure): Measurement;
  /** The type to use instead of the history's own. */
  readonly type: BoundedMeasure["type"];
  /** Absent without a memory limit. */
  readonly meter: MemoryMeter | undefined;
  readonly heartbeat: Pick<Heartbeat, "reading" | "measuring" | "idle">;
  /** Tells the main thread; resolves when there is room for more. */
  post(message: SurveyMessage): Promise<void>;
  now(): number;
}

/** Items wait for others to be posted with, but not for long: at most so many, and so many milliseconds. */
const BATCH = 128;
const BATCH_TIME = 100;

/** Works through a chunk from a place on, and posts what it finds in batches. */
export async function surveyChunk(
  chunk: Chunk,
  from: ChunkPlace,
  doomed: readonly Doomed[],
  job: SurveyJob,
  tools: SurveyTools,
): Promise<void> {
  const batches = createBatches(tools);
  for (let piece = from.piece; piece < chunk.pieces.length; piece++) {
    const first = piece === from.piece ? from.item : 0;
    const doom = doomed.filter((one) => one.place.piece === piece);
    await surveyPiece(chunk.pieces[piece], piece, first, doom, job, tools, batches.put);
  }
  await batches.flush();
  tools.heartbeat.idle();
  await tools.post({ kind: "done" });
}

/** Works through the items of a piece from the first on, and puts an `end` behind them. */
async function surveyPiece(
  piece: Piece,
  number: number,
  first: number,
  doomed: readonly Doomed[],
  job: SurveyJob,
  tools: SurveyTools,
  put: (item: Item) => Promise<void>,
): Promise<void> {
  const { heartbeat } = tools;
  const { name: file } = piece;
  let lines = 0;
  let item = 0;
  try {
    heartbeat.reading(number, item);
    const lost = doomed.find((one) => one.unreadable);
    if (lost?.reason === "type") throw new TypeFailure(lost.message);
    if (lost !== undefined) throw new MemoryFull("the thread that read it ran out of memory");
    const opened = tools.open(piece);
    ({ lines } = opened);
    for await (const { history, error } of opened.items) {
      if (item >= first) {
        const doom = doomed.find((one) => one.place.item === item);
        heartbeat.measuring(number, item);
        await put(
          error !== undefined
            ? { kind: "invalid", piece: number, error: asData(error) }
            : doom === undefined
              ? measureOne(history, number, file, job, tools)
              : endedItem(history, number, file, doom),
        );
      }
      heartbeat.reading(number, ++item);
    }
  } catch (error) {
    if (isOutOfMemory(error)) {
      const about = { kind: "measured", piece: number, name: null, size: 0 } as const;
      await put({ ...about, measured: undecided("memory", 0) });
      await put({ kind: "unreached", piece: number });
    } else if (error instanceof TypeFailure) {
      await put({ kind: "invalid", piece: number, error: { file, reason: error.message } });
      await put({ kind: "unreached", piece: number });
    } else if (item >= first) await put(unreadable(error, number, file));
  }
  await put({ kind: "end", piece: number, lines });
}

/** Gathers items into batches to be posted. */
function createBatches({ post, now }: SurveyTools): {
  put(item: Item): Promise<void>;
  flush(): Promise<void>;
} {
  let batch: Item[] = [];
  let since = now();
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await post({ kind: "items", items: batch });
    batch = [];
    since = now();
  };
  return {
    async put(item) {
      batch.push(item);
      if (batch.length >= BATCH || now() - since > BATCH_TIME) await flush();
    },
    flush,
  };
}

/** Measures one history; whatever goes wrong becomes an item too. */
function measureOne(
  history: History,
  piece: number,
  file: string,
  job: SurveyJob,
  { measure, type, meter, now }: SurveyTools,
): Item {
  const begun = now();
  const about = { piece, ...aboutOf(history) };
  const { initial, order, verify, deadline, memory } = job;
  try {
    const { witness: _, ...measured } = measure(history, {
      ...(type !== undefined && { type }),
      ...(initial !== undefined && { initial }),
      ...(order !== undefined && { order }),
      ...(verify !== undefined && { verify }),
      bounds: {
        ...(deadline !== undefined && { deadline: begun + deadline }),
        ...(memory !== undefined && { memory }),
        ...(meter !== undefined && { usedBytes: (more: number) => meter.usedBytes(more) }),
      },
    });
    if (measured.reason === "memory") meter?.tidy();
    return { kind: "measured", ...about, measured };
  } catch (error) {
    if (isOutOfMemory(error)) {
      meter?.tidy();
      return { kind: "measured", ...about, measured: undecided("memory", now() - begun) };
    }
    const invalid = misfit(error, history, { name: file }, job);
    return invalid === undefined
      ? { kind: "bug", piece, error: failure(error) }
      : { kind: "invalid", piece, error: invalid };
  }
}

/** The measurement of a history of which nothing is known. */
function undecided(reason: "deadline" | "memory" | "cancelled", milliseconds: number): Measured {
  return {
    level: "unknown",
    verdicts: Object.fromEntries(levelNames.map((name) => [name, "unknown"])) as Measured["verdicts"],
    reason,
    stats: { algorithm: "auto", states: 0, milliseconds: Math.round(milliseconds * 1000) / 1000 },
  };
}

/** What to say of a history that ended the thread which measured it. */
function endedItem(history: History, piece: number, file: string, doom: Doomed): Item {
  const { reason, message, milliseconds } = doom;
  if (reason === "crash") return { kind: "bug", piece, error: { message, stack: "" } };
  if (reason === "type") return { kind: "invalid", piece, error: { file, reason: message } };
  const measured = undecided(reason, milliseconds);
  return { kind: "measured", piece, ...aboutOf(history), measured };
}

function unreadable(error: unknown, piece: number, file: string): Item {
  if (isSystemError(error)) return { kind: "invalid", piece, error: { file, reason: systemReason(error) } };
  return { kind: "bug", piece, error: failure(error) };
}
