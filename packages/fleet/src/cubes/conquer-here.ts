import { type Bounds, type CubesOutcome, type OpenCubes, WHOLE, type Witness } from "@sightline/core";
import type { Conquest, OpenPart, Searching } from "./conquer.js";
import { type ConquerMeans, conquerParts, type ConquerRequest } from "./conquer-parts.js";
import type { CubeQuestion } from "./messages.js";

/** Until when threads search, and who hears of it. */
export interface ConquerLimits {
  /** A moment on the clock of `performance.now()`. */
  readonly deadline?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  onProgress?(progress: Searching): void;
}

/** Who searches the parts of which nothing is known at once. */
export type ConquerParts = (
  request: ConquerRequest,
  means: Pick<ConquerMeans, "signal" | "onProgress">,
) => Promise<Conquest>;

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
  { deadline = Infinity, ...means }: ConquerLimits = {},
  search: ConquerParts = conquerParts,
): Promise<Conquest> {
  const known = new Map<number, Witness>();
  const parts: OpenPart[] = [];
  const bounds: Bounds = { ...(deadline !== Infinity && { deadline }) };
  for (let part = 0; part < open.searches.length; part++) {
    const found = open.atOnce?.(part, bounds);
    if (found?.verdict === "violated")
      return { outcome: { verdict: "violated", part }, states: 0, cubes: 0, searchers: 0 };
    if (found?.verdict === "satisfied") known.set(part, found.witness);
    else parts.push({ part, cubes: [WHOLE] });
  }
  const milliseconds = Math.max(0, deadline - performance.now());
  const request = {
    question,
    parts,
    hasOtherMeans: open.hasOtherMeans,
    threads,
    ...(deadline !== Infinity && { milliseconds }),
  };
  const { outcome, ...effort } = await search(request, means);
  return { outcome: withKnown(outcome, parts, known, open.searches.length), ...effort };
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
