import type { CubesOutcome } from "@sightline/core";
import { setAlarm } from "../alarm.js";
import { conquer, type ConquerOptions, type Conquest, type OpenPart } from "./conquer.js";
import { type CubeThread, startCubeThread } from "./cube-thread.js";
import type { CubeQuestion } from "./messages.js";

/** A question whose parts are to be searched: plain data, but for the history that is copied to threads. */
export interface ConquerRequest {
  readonly question: CubeQuestion;
  readonly parts: readonly OpenPart[];
  /** Whether `check` has other means than the search: one more thread then tries these. */
  readonly hasOtherMeans: boolean;
  /** How many threads of this process search. */
  readonly threads: number;
  /** How long. */
  readonly milliseconds?: number;
}

/** By what means parts are searched. */
export interface ConquerMeans extends Omit<ConquerOptions, "until"> {
  readonly signal?: AbortSignal | undefined;
  start?(question: CubeQuestion): CubeThread;
}

/**
 * Has threads of this process, and whoever is recruited besides, search parts of a history in cubes. Ends all threads.
 * Rejects with a `HistoryError` where history or type fail.
 */
export async function conquerParts(
  { question, parts, hasOtherMeans, threads, milliseconds = Infinity }: ConquerRequest,
  { signal, start = startCubeThread, ...options }: ConquerMeans = {},
): Promise<Conquest> {
  const crew = Array.from({ length: threads }, () => start(question));
  const scout = hasOtherMeans ? start(question) : undefined;
  let callOff: (() => void) | undefined;
  let cancel: (() => void) | undefined;
  try {
    const until = new Promise<CubesOutcome>((resolve, reject) => {
      if (milliseconds !== Infinity)
        callOff = setAlarm(milliseconds, () => resolve({ verdict: "unknown", reason: "deadline" }));
      cancel = () => resolve({ verdict: "unknown", reason: "cancelled" });
      signal?.addEventListener("abort", cancel, { once: true });
      if (signal?.aborted === true) cancel();
      scout?.decideWhole().then(({ found }) => {
        if (found.verdict === "satisfied") resolve({ verdict: "satisfied", witnesses: [found.witness] });
        if (found.verdict === "violated") resolve({ verdict: "violated", part: 0 });
      }, reject);
    });
    // Its outcome may never be asked for.
    until.catch(() => {});
    return await conquer(crew, parts, { ...options, until });
  } finally {
    callOff?.();
    if (cancel !== undefined) signal?.removeEventListener("abort", cancel);
    await Promise.all([...crew, ...(scout === undefined ? [] : [scout])].map((thread) => thread.end()));
  }
}
