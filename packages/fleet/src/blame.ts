import { wallClock } from "./heartbeat.js";
import type { Job } from "./job.js";
import type { ChunkPlace, Doomed } from "./messages.js";
import type { Death } from "./thread.js";
import { typeFault } from "./type-fault.js";

/**
 * What a thread that is gone was at, so that the next does not end the same way; nothing where it was told
 * to go. `next` is the place that would have come after all that it has sent.
 */
export function blame({ beat, cause, error }: Death, next: ChunkPlace, job: Job): Doomed | undefined {
  if (cause === "told") return undefined;
  const milliseconds = wallClock() - beat.since;
  const fault = cause === "itself" ? typeFault(error, job) : undefined;
  const reasons = {
    late: "deadline",
    full: "memory",
    itself: fault === undefined ? "crash" : "type",
  } as const;
  const message = fault ?? error?.message ?? "a worker thread ended without a word";
  // Lost before it began, or between two histories: whatever comes next is to blame.
  const place = beat.phase === "idle" ? next : beat.place;
  return { place, unreadable: beat.phase !== "deciding", reason: reasons[cause], message, milliseconds };
}

/** Whether this was doomed before: what is lost even so is lost before it gets to any history. */
export function isDoomed({ place, unreadable }: Doomed, doomed: readonly Doomed[]): boolean {
  return doomed.some(
    (one) =>
      one.unreadable === unreadable &&
      one.place.piece === place.piece &&
      one.place.item === place.item &&
      one.place.question === place.question,
  );
}
