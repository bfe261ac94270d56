import type { Job } from "./job.js";
import type { Message } from "./messages.js";
import type { Ending, Thread } from "./thread.js";

/** How long the main thread works by itself before a worker thread takes over, in milliseconds. */
const PATIENCE = 150;

/** How long it works without a look at what else there is to do, such as Ctrl-C, in milliseconds. */
const BREATH = 10;

/** Longer histories are explained by a worker thread: that may take long, and cannot be called off here. */
const SHORT = 64;

/** Thrown through a task to end it: the thread is to go, or something proves long. */
class Leave extends Error {
  override readonly name = "Leave";
}

/**
 * The main thread in the place of a worker: for small inputs the start of a thread would be most of the
 * work. What proves long is left to a worker, from the history on that it was about; limits hold as ever.
 * Not for users' types, which may hang or exit.
 */
export function startHere(job: Job, patienceMs = PATIENCE): Thread {
  const patience = performance.now() + patienceMs;
  let breath = performance.now();
  let killed = false;
  return {
    async run(input, from, _searchers, onMessage) {
      const [{ runTask }, { toolsFor }] = await Promise.all([import("./task.js"), import("./task-tools.js")]);
      let ending: Ending = { kind: "long" };
      const post = async (message: Message): Promise<void> => {
        const now = performance.now();
        if (now > breath + BREATH) {
          await new Promise((resolve) => setImmediate(resolve));
          breath = performance.now();
        }
        if (killed || (message.kind === "start" && now > patience)) throw new Leave();
        if (message.kind === "end") ending = message;
        else onMessage(message);
      };
      const tools = toolsFor(job, post);
      const check: typeof tools.check = (history, options) => {
        const { deadline = Infinity } = options?.bounds ?? {};
        const sooner = Math.min(deadline, patience);
        const bounded = { ...options, bounds: { ...options?.bounds, deadline: sooner }, explain: false };
        const result = tools.check(history, bounded);
        if (result.verdict === "unknown" && result.reason === "deadline" && performance.now() < deadline)
          throw new Leave();
        if (result.verdict !== "violated" || options?.explain === false) return result;
        if (history.size > SHORT) throw new Leave();
        return tools.check(history, options);
      };
      try {
        await runTask(input, from, { ...job, searchers: 1 }, { ...tools, check, leaves: isLeave });
      } catch (error) {
        if (!isLeave(error)) throw error;
        ending = killed ? { kind: "died", error: undefined } : { kind: "long" };
      }
      return ending;
    },
    credit() {},
    kill() {
      killed = true;
      return Promise.resolve();
    },
  };
}

const isLeave = (error: unknown): boolean => error instanceof Leave;
