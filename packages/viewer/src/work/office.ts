import type { SentTask, Reply, TaskName, Tasks } from "./messages.js";

/** A task was ended before it had an answer. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** A worker that does one task after another, beside the page. */
export interface Office {
  /** The answer to a task. Rejects with an `Error` in words, or with `Cancelled`. */
  ask<Name extends TaskName>(
    name: Name,
    asked: Tasks[Name]["asked"],
    onProgress?: (milliseconds: number) => void,
  ): Promise<Tasks[Name]["answer"]>;
  /** Ends what is being done, and forgets what is waiting. */
  cancel(): void;
}

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: ((milliseconds: number) => void) | undefined;
}

/** Starts workers by `start`, the first when it is asked for something. */
export function createOffice(start: () => Promise<Worker>): Office {
  let waiting = new Map<number, Waiting>();
  let worker: Promise<Worker> | undefined;
  let last = 0;

  const settle = (mine: typeof waiting, reply: Reply): void => {
    const one = mine.get(reply.id);
    if (one === undefined) return;
    if ("milliseconds" in reply) {
      one.onProgress?.(reply.milliseconds);
      return;
    }
    mine.delete(reply.id);
    if ("error" in reply) one.reject(new Error(reply.error));
    else one.resolve(reply.answer as never);
  };

  const open = async (): Promise<Worker> => {
    const mine = waiting;
    const opened = await start();
    opened.addEventListener("message", ({ data }: MessageEvent<Reply>) => settle(mine, data));
    opened.addEventListener("error", (event) => {
      for (const [id] of mine)
        settle(mine, { id, error: event.message || "the worker could not be started" });
    });
    return opened;
  };

  return {
    ask(name, asked, onProgress) {
      const id = ++last;
      const mine = waiting;
      worker ??= open();
      return new Promise((resolve, reject) => {
        mine.set(id, { resolve, reject, onProgress });
        worker?.then(
          (opened) => mine.has(id) && opened.postMessage({ id, name, asked } satisfies SentTask),
          (error: unknown) => settle(mine, { id, error: String(error) }),
        );
      });
    },
    cancel() {
      const ended = waiting;
      const old = worker;
      waiting = new Map();
      worker = undefined;
      for (const { reject } of ended.values()) reject(new Cancelled("cancelled"));
      ended.clear();
      void old?.then((opened) => opened.terminate());
    },
  };
}
