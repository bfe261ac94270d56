import { type ErrorCode, HistoryError } from "@sightline/core";
import type { Conquest } from "./conquer.js";
import type { ConquerRequest } from "./conquer-parts.js";

/** What others came to who were asked to search parts of a history, on its way between threads. */
export type ConquerAnswer =
  | { readonly conquest: Conquest }
  /** History, type and criterion do not fit together, or the type failed. */
  | { readonly code: ErrorCode; readonly reason: string }
  | { readonly failure: string };

/** The answer to a request, as `search` finds it. Never rejects. */
export async function answerTo(
  request: ConquerRequest,
  search: (request: ConquerRequest) => Promise<Conquest>,
): Promise<ConquerAnswer> {
  try {
    return { conquest: await search(request) };
  } catch (error) {
    return error instanceof HistoryError
      ? { code: error.code, reason: error.message }
      : { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** What an answer tells. Throws what whoever searched threw. */
export function conquestIn(answer: ConquerAnswer): Conquest {
  if ("conquest" in answer) return answer.conquest;
  throw "code" in answer ? new HistoryError(answer.code, answer.reason) : new Error(answer.failure);
}
