import { Worker } from "node:worker_threads";
import { HistoryError } from "@sightline/core";
import { heapLimits } from "../heap-limits.js";
import type { Carrier } from "./carrier.js";
import type { Command, CubeQuestion, Message, WholeFound } from "./messages.js";

/** A thread that searches cubes of a question, and can also decide the whole of it. */
export interface CubeThread extends Carrier {
  /** What it tells when it is told this. Rejects where the thread ends. */
  ask(command: Command): Promise<Message>;
  /** Decides the history as `check` does by itself, until the thread is ended. */
  decideWhole(): Promise<{ readonly found: WholeFound; readonly states: number }>;
}

/** Starts a worker thread for a question. */
export function startCubeThread(question: CubeQuestion): CubeThread {
  const worker = new Worker(new URL("./cube-worker.js", import.meta.url), {
    workerData: question,
    stdout: true,
    resourceLimits: heapLimits(question.memory),
  });
  // What a user's type prints must not get between our lines on standard output.
  worker.stdout.on("data", (chunk: Uint8Array) => process.stderr.write(chunk));
  return cubeThread({
    // oxlint-disable-next-line require-post-message-target-origin -- a worker, not a window
    send: (command) => worker.postMessage(command),
    listen(onMessage, onDeath) {
      worker.on("message", onMessage);
      worker.on("error", onDeath);
      worker.on("exit", () => onDeath(new Error("a worker thread ended without a word")));
    },
    async end() {
      await worker.terminate();
    },
  });
}

/** How a thread is spoken with, or a stand-in for one. */
export interface Line {
  send(command: Command): void;
  listen(onMessage: (message: Message) => void, onDeath: (error: Error) => void): void;
  end(): Promise<void>;
}

/** What is at the other end of a line, one question and one answer at a time. */
export function cubeThread(line: Line): CubeThread {
  let settle: { resolve(message: Message): void; reject(error: Error): void } | undefined;
  let dead: Error | undefined;
  line.listen(
    (message) => settle?.resolve(message),
    (error) => {
      dead ??= error;
      settle?.reject(dead);
    },
  );
  const ask = (command: Command): Promise<Message> =>
    new Promise((resolve, reject) => {
      if (dead !== undefined) return reject(dead);
      settle = { resolve, reject };
      line.send(command);
    });
  return {
    ask,
    decide: async (order) => told("cube", await ask({ kind: "cube", ...order })).answer,
    decideWhole: async () => told("whole", await ask({ kind: "whole" })),
    end: () => line.end(),
  };
}

/** A message that should be of this kind. Throws a `HistoryError` where the question is refused. */
export function told<Kind extends Message["kind"]>(
  kind: Kind,
  message: Message,
): Extract<Message, { kind: Kind }> {
  if (message.kind === "refused") throw new HistoryError(message.code, message.reason);
  if (message.kind !== kind) throw new Error(`the answer is no ${kind} but ${message.kind}`);
  return message as Extract<Message, { kind: Kind }>;
}
