import { HistoryError } from "@sightline/core";
import { startWorkerLine, type WorkerLine } from "../worker-line.js";
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
  return cubeThread(startWorkerLine(new URL("./cube-worker.js", import.meta.url), question));
}

/** What is at the other end of a line, one question and one answer at a time. */
export function cubeThread(line: WorkerLine<Command, Message>): CubeThread {
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
