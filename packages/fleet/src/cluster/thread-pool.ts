import { startThread, type Thread } from "../thread.js";
import type { Assignment } from "../work.js";

/** Threads that are kept for the next chunk: to start one takes longer than many a chunk. */
export interface ThreadPool {
  /** A thread that works on the assignment; to end it after a chunk that was done is to give it back. */
  take(assignment: Assignment): Thread<unknown>;
  close(): Promise<void>;
}

/** A pool of at most so many threads that wait. */
export function createThreadPool(most: number, start = startThread): ThreadPool {
  const idle: { readonly key: string; readonly thread: Thread<unknown> }[] = [];
  return {
    take(assignment) {
      const key = JSON.stringify(assignment);
      const at = idle.findIndex((one) => one.key === key);
      const thread = at < 0 ? start<unknown>(assignment) : idle.splice(at, 1)[0].thread;
      let isFit = true;
      return {
        ...thread,
        async run(...args) {
          isFit = false;
          const ended = await thread.run(...args);
          isFit = ended.kind === "done";
          return ended;
        },
        async kill() {
          if (!isFit) return thread.kill();
          idle.push({ key, thread });
          if (idle.length > most) await idle.shift()?.thread.kill();
        },
      };
    },
    async close() {
      await Promise.all(idle.splice(0).map(({ thread }) => thread.kill()));
    },
  };
}
