import {
  type Bounds,
  type Cube,
  type CubesOutcome,
  type OpenCubes,
  WHOLE,
  type Witness,
} from "@sightline/core";
import { setAlarm } from "../alarm.js";
import { conquer, type Conquest } from "./conquer.js";
import { type CubeThread, startCubeThread } from "./cube-thread.js";
import type { CubeQuestion } from "./messages.js";

/** Until when threads search. */
export interface ConquerLimits {
  /** A moment on the clock of `performance.now()`. */
  readonly deadline?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What threads came to. */
export interface ConqueredHere extends Conquest {
  /** How many threads searched cubes. */
  readonly threads: number;
}

/**
 * Has so many threads of this process decide a question in cubes. What is known of parts without a long search is found
 * by the calling thread first. Where `check` has other means than the search, one more thread tries these.
 *
 * Ends all threads. Rejects with a `HistoryError` where history or type fail.
 */
export async function conquerHere(
  open: OpenCubes,
  question: CubeQuestion,
  threads: number,
  { deadline = Infinity, signal }: ConquerLimits,
  start: (question: CubeQuestion) => CubeThread = startCubeThread,
): Promise<ConqueredHere> {
  const known = new Map<number, Witness>();
  const parts: { readonly part: number; readonly cubes: readonly Cube[] }[] = [];
  const bounds: Bounds = { ...(deadline !== Infinity && { deadline }) };
  for (let part = 0; part < open.searches.length; part++) {
    const found = open.atOnce?.(part, bounds);
    if (found?.verdict === "violated")
      return { outcome: { verdict: "violated", part }, states: 0, cubes: 0, threads: 0 };
    if (found?.verdict === "satisfied") known.set(part, found.witness);
    else parts.push({ part, cubes: [WHOLE] });
  }
  const crew = Array.from({ length: threads }, () => start(question));
  const scout = open.hasOtherMeans ? start(question) : undefined;
  let callOff: (() => void) | undefined;
  let cancel: (() => void) | undefined;
  try {
    const until = new Promise<CubesOutcome>((resolve, reject) => {
      if (deadline !== Infinity)
        callOff = setAlarm(deadline - performance.now(), () =>
          resolve({ verdict: "unknown", reason: "deadline" }),
        );
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
    const { outcome, ...effort } = await conquer(crew, parts, { until });
    return { outcome: withKnown(outcome, parts, known, open.searches.length), ...effort, threads };
  } finally {
    callOff?.();
    if (cancel !== undefined) signal?.removeEventListener("abort", cancel);
    await Promise.all([...crew, ...(scout === undefined ? [] : [scout])].map((thread) => thread.end()));
  }
}

/** The outcome with the witnesses of the parts that were known before, in the order of the parts. */
function withKnown(
  outcome: CubesOutcome,
  searched: readonly { readonly part: number }[],
  known: ReadonlyMap<number, Witness>,
  count: number,
): CubesOutcome {
  if (outcome.verdict !== "satisfied" || known.size === 0) return outcome;
  const all = new Map([...known, ...searched.map(({ part }, at) => [part, outcome.witnesses[at]] as const)]);
  return {
    verdict: "satisfied",
    witnesses: Array.from({ length: count }, (_, part) => all.get(part) as Witness),
  };
}
