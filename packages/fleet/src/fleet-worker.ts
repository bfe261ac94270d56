import { parentPort, workerData } from "node:worker_threads";
import { asksForStoreOrder, type SatSolverFactory } from "@sightline/core";
import { loadSatSolver } from "@sightline/sat";
import { type ConquerAnswer, conquestIn } from "./cubes/conquer-answer.js";
import type { Searching } from "./cubes/conquer.js";
import { conquerHere, type ConquerParts } from "./cubes/conquer-here.js";
import { deciderFor, realTools } from "./decider-for.js";
import { heartbeatIn } from "./heartbeat.js";
import { openPiece } from "./input/open-piece.js";
import { loadType } from "./load-type.js";
import { createMemoryMeter, unhurried } from "./memory.js";
import {
  type Batch,
  type Beginning,
  type ChunkCommand,
  type Command,
  type Message,
  WINDOW,
} from "./messages.js";
import { runTask } from "./task.js";
import { nowAndThen } from "./now-and-then.js";
import { packBatch } from "./wire.js";
import type { Assignment } from "./work.js";

/** The data that a worker thread is started with. */
export interface FleetWorkerData {
  readonly assignment: Assignment;
  readonly heartbeat: SharedArrayBuffer;
}

/** The worker thread's program: waits for chunks, one at a time, and works through them. */
function serve(port: NonNullable<typeof parentPort>, data: FleetWorkerData): void {
  const heartbeat = heartbeatIn(data.heartbeat);
  let work = workerOn(port, data.assignment, heartbeat);
  port.on("message", (command: Command) => {
    if (command.kind === "chunk") {
      if (command.assignment !== undefined) work = workerOn(port, command.assignment, heartbeat);
      void work.take(command).then((message) => port.postMessage(message));
    } else if (command.kind === "credit") work.credit(command.weight);
    else if (command.kind === "go") work.go();
    else work.conquered(command.answer);
  });
}

/** What a thread does for an assignment. */
interface Worker {
  take(command: ChunkCommand): Promise<Message>;
  credit(weight: number): void;
  /** Begins what was announced. */
  go(): void;
  /** Hears what others came to. */
  conquered(answer: ConquerAnswer): void;
}

function workerOn(
  port: NonNullable<typeof parentPort>,
  whole: Assignment,
  heartbeat: ReturnType<typeof heartbeatIn>,
): Worker {
  const assignment = withMargin(whole);
  const { job } = assignment;
  let outstanding = 0;
  let resume: (() => void) | undefined;
  let go: (() => void) | undefined;
  const announce = (beginning: Beginning): Promise<void> => {
    port.postMessage({ kind: "begins", beginning } satisfies Message);
    return new Promise((resolve) => (go = resolve));
  };
  let conquered: ((answer: ConquerAnswer) => void) | undefined;
  const askToConquer: ConquerParts = async (request) => {
    port.postMessage({ kind: "conquer", request } satisfies Message);
    return conquestIn(await new Promise<ConquerAnswer>((resolve) => (conquered = resolve)));
  };
  const onProgress = nowAndThen((searching: Searching) =>
    port.postMessage({ kind: "searching", searching } satisfies Message),
  );
  const send = (batch: Batch<unknown>): Promise<void> | undefined => {
    port.postMessage(packBatch(assignment, batch));
    outstanding += batch.weight;
    return outstanding < WINDOW ? undefined : new Promise((resolve) => (resume = resolve));
  };
  const meter = job.memory === undefined ? undefined : unhurried(createMemoryMeter(job.memory), job.memory);
  const { now } = realTools;
  const proved = new Set<string>();
  let loading: ReturnType<typeof loadType> | undefined;

  const take = async (command: ChunkCommand): Promise<Message> => {
    outstanding = 0;
    let type: Awaited<ReturnType<typeof loadType>>;
    try {
      type = await (loading ??= loadType(job));
    } catch (error) {
      return { kind: "refused", reason: error instanceof Error ? error.message : String(error) };
    }
    const sat = await loadSolver(assignment);
    const { searchers, across = false } = command;
    const conquer: typeof conquerHere = (open, question, threads, limits) =>
      conquerHere(open, question, threads, { ...limits, onProgress }, across ? askToConquer : undefined);
    const tools = { ...realTools, type, sat, meter, searchers, across, conquer, proved };
    const decider = deciderFor(assignment, tools);
    const open = (piece: Parameters<typeof openPiece>[0]) => openPiece(piece, job, meter);
    const careful = command.careful === true && { announce };
    await runTask(command, job, { open, decider, meter, heartbeat, send, now, ...careful });
    return { kind: "done" };
  };

  return {
    take,
    credit(weight) {
      outstanding -= weight;
      if (outstanding < WINDOW) resume?.();
    },
    go: () => go?.(),
    conquered: (answer) => conquered?.(answer),
  };
}

/** Only models of the order of stores are ever decided by SAT: for others the solver need not be loaded. */
async function loadSolver({ kind, job }: Assignment): Promise<SatSolverFactory | undefined> {
  return kind === "check" && job.criteria.some(asksForStoreOrder) ? loadSatSolver() : undefined;
}

/** The share of the memory limit that searches may fill: the rest is for what grows between two looks. */
const SHARE = 0.97;

/** The assignment as a worker sees it. */
function withMargin(assignment: Assignment): Assignment {
  const { memory } = assignment.job;
  if (memory === undefined) return assignment;
  return { ...assignment, job: { ...assignment.job, memory: SHARE * memory } } as Assignment;
}

if (parentPort !== null) serve(parentPort, workerData as FleetWorkerData);
