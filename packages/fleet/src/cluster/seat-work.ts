import { setMaxListeners } from "node:events";
import type { Job } from "bullmq";
import type { CubeQuestion } from "../cubes/messages.js";
import type { Assignment } from "../work.js";
import type { SeatJob, SentQuestion } from "./cube-messages.js";
import { QUEUE } from "./keys.js";
import { type SeatOptions, takeSeat } from "./take-seat.js";
import type { AskedOf, WorkerOptions } from "./work-for.js";
import type { WorkLog } from "./work-log.js";

/** What a worker takes seats with. */
export interface SeatWorkOptions
  extends Pick<WorkerOptions, "threads">,
    Omit<SeatOptions, "allow" | "hasChunks"> {
  readonly note: WorkLog;
  /** What is asked for, within what this worker allows. Throws where it refuses it. */
  assignmentOf(asked: AskedOf): Assignment;
}

/** How often it is looked whether chunks wait, in milliseconds. */
const LOOK_EVERY = 1000;

/** Takes part in the search of one hard history, as long as no chunks wait. */
export function createSeatWork(options: SeatWorkOptions): (job: Job<SeatJob>) => Promise<void> {
  const { client, prefix } = options;
  setMaxListeners(options.threads, options.leaving);
  const note = (event: string, { id, data, attemptsStarted }: Job<SeatJob>): void =>
    options.note({ event, job: id, chunk: data.question, start: attemptsStarted });
  const allow = ({ version, question, module }: SentQuestion): CubeQuestion => {
    const { type: named } = question;
    const asked = { version, kind: "check", options: named === undefined ? {} : { type: named } } as const;
    const { job } = options.assignmentOf({ ...asked, ...(module !== undefined && { module }) });
    const { type, typeLoader, memory } = job;
    return {
      ...question,
      ...(type !== undefined && { type }),
      ...(typeLoader !== undefined && { typeLoader }),
      ...(memory !== undefined && { memory }),
    };
  };
  return async (job) => {
    let looked = performance.now();
    const hasChunks = async (): Promise<boolean> => {
      if (performance.now() - looked < LOOK_EVERY) return false;
      looked = performance.now();
      return (await client.llen(`${prefix}:${QUEUE}:wait`)) > 0;
    };
    note("sits", job);
    await takeSeat({ id: job.id ?? "", ...job.data }, { ...options, allow, hasChunks });
    note("left", job);
  };
}
