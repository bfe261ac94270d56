import { startThread, type Thread } from "../thread.js";
import type { Assignment } from "../work.js";
import { type AcrossOptions, conquerAcross } from "./conquer-across.js";

/** Starts threads of this process which have a cluster share the search of what proves hard. */
export const startAcross =
  (options: AcrossOptions) =>
  <Answer>(assignment: Assignment): Thread<Answer> =>
    startThread<Answer>(assignment, undefined, (request, means) => conquerAcross(request, options, means));
