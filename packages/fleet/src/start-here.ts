import type { Bounds, measureWithin } from "@sightline/core";
import type { realTools } from "./decider-for.js";
import type { Check } from "./lazy-check.js";
import { createMemoryMeter } from "./memory.js";
import type { Batch } from "./messages.js";
import type { Ending, Thread } from "./thread.js";
import type { Assignment } from "./work.js";

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
export function startHere<Answer>(assignment: Assignment, patienceMs = PATIENCE): Thread<Answer> {
  const { job } = assignment;
  const since = performance.now();
  const patience = since + patienceMs;
  let breath = since;
  const proved = new Set<string>();
  let killed: "told" | "full" | undefined;
  const leaveIfDue = (): void => {
    if (killed !== undefined || performance.now() > patience) throw new Leave();
  };
  const breathe = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    breath = performance.now();
    leaveIfDue();
  };
  const pause = (): Promise<void> | undefined => {
    if (performance.now() > breath + BREATH) return breathe();
    leaveIfDue();
    return undefined;
  };
  return {
    async run(command, onBatch): Promise<Ending> {
      const [{ runTask }, { deciderFor, realTools }, { openPiece }] = await Promise.all([
        import("./task.js"),
        import("./decider-for.js"),
        import("./input/open-piece.js"),
      ]);
      const meter = job.memory === undefined ? undefined : createMemoryMeter(job.memory);
      const { type } = job;
      const tools = { ...realTools, ...restrained(realTools, patience), type, meter, searchers: 1, proved };
      try {
        await runTask(command, job, {
          open: (piece) => openPiece(piece, job, meter),
          decider: deciderFor(assignment, tools),
          meter,
          heartbeat: { reading() {}, deciding() {}, idle() {} },
          send(batch) {
            onBatch(batch as Batch<Answer>);
            return undefined;
          },
          mostWaiting: 1,
          pause,
          leaves: isLeave,
          now: realTools.now,
        });
        return { kind: "done" };
      } catch (error) {
        if (!isLeave(error)) throw error;
        const place = { piece: 0, item: 0, question: 0 };
        const beat = { phase: "idle", place, since, allowed: Infinity } as const;
        return killed === undefined
          ? { kind: "long" }
          : { kind: "died", beat, cause: killed, error: undefined };
      }
    },
    credit() {},
    load: {
      since,
      async end() {
        killed = "full";
      },
    },
    async kill() {
      killed = "told";
    },
  };
}

const isLeave = (error: unknown): boolean => error instanceof Leave;

/** The same searches for as long as patience lasts: what takes longer, or may, is left. */
function restrained(
  real: Pick<typeof realTools, "decide" | "explainOpen" | "measure">,
  patience: number,
): { readonly check: Check; readonly measure: typeof measureWithin } {
  const leaveIf = (reason: string | undefined, deadline: number): void => {
    if (reason === "deadline" && performance.now() < deadline) throw new Leave();
  };
  const restrict = <Options extends { readonly bounds?: Bounds }>(options: Options): Options => {
    const { deadline = Infinity } = options.bounds ?? {};
    return { ...options, bounds: { ...options.bounds, deadline: Math.min(deadline, patience) } };
  };
  return {
    check(history, options = {}, telling = {}) {
      const decided = real.decide(history, restrict(options));
      if ("result" in decided) {
        const { result } = decided;
        if (result.verdict === "unknown") leaveIf(result.reason, options.bounds?.deadline ?? Infinity);
        return result;
      }
      if (options.explain !== false && history.size > SHORT) throw new Leave();
      return real.explainOpen(decided.open, { ...telling, bounds: options.bounds ?? {} });
    },
    measure(history, options = {}) {
      const measured = real.measure(history, restrict(options));
      leaveIf(measured.reason, options.bounds?.deadline ?? Infinity);
      return measured;
    },
  };
}
