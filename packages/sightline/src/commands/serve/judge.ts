import type { IncomingMessage, ServerResponse } from "node:http";
import { type CommonEvent, type Failure, JobRefused, type Lease, type Pool } from "@sightline/fleet";
import { invalidLine } from "../../errors/error-lines.js";
import { type Answer, createAnswer, Stalled } from "./answer.js";
import { bodyOf } from "./body.js";
import type { Judging, Verdict } from "./judging.js";
import type { Metrics } from "./metrics.js";
import type { RequestLimits } from "./options.js";
import { Problem, problemText } from "./problem.js";
import { type Segment, segmentsOf } from "./segments.js";

/** Why a request came to no end of its own. */
export type End = "time" | "shutdown" | "gone";

/** The reason of a signal that cuts a request. */
export class Cut extends Error {
  override readonly name = "Cut";
  constructor(readonly end: End) {
    super(end);
  }
}

/** What a request is judged with. */
export interface Bench {
  readonly pool: Pool;
  readonly limits: RequestLimits;
  readonly metrics: Metrics;
  /** Is told what is a bug of ours. */
  onBug(failure: Failure): void;
}

/** Judges the histories of a request, and answers with a line for each as it is decided. */
export async function judge(
  request: IncomingMessage,
  response: ServerResponse,
  judging: Judging,
  about: { readonly name: string; readonly format: string | undefined },
  bench: Bench,
  cut: AbortController,
): Promise<void> {
  const { limits, metrics } = bench;
  const { signal } = cut;
  const began = performance.now();
  const answer = createAnswer(response, limits.stall);
  const timer = setTimeout(() => cut.abort(new Cut("time")), limits.time);
  const progress = { invalid: 0, complete: true };
  let ended: End | "done" | "error" = "done";
  try {
    const teller = createTeller(judging, answer, bench, progress);
    const body = bodyOf(request, response, limits, signal);
    for await (const segment of segmentsOf(body, about.format)) {
      await judgeSegment(segment, about.name, judging, teller, bench, signal);
      if (signal.aborted) break;
    }
    if (signal.aborted) throw signal.reason;
  } catch (error) {
    progress.complete = false;
    if (error instanceof Cut) ended = error.end;
    else if (error instanceof Stalled) {
      metrics.cut("stalled");
      response.destroy();
      return;
    } else {
      ended = "error";
      const problem = problemOf(error, bench);
      if (!response.headersSent && progress.invalid === 0) return await answer.fail(problem);
      await answer.error(problemText(problem));
    }
  } finally {
    clearTimeout(timer);
  }
  if (ended !== "done") metrics.cut(ended);
  if (ended === "gone") return;
  const { complete, invalid } = progress;
  const milliseconds = Math.round(performance.now() - began);
  await answer.end(
    JSON.stringify({ summary: { ...judging.summary(), invalid, complete, ended, milliseconds } }),
  );
}

/** What is answered where something unexpected happens. */
function problemOf(error: unknown, { onBug }: Bench): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof JobRefused) return new Problem(503, "SL1307", error.message, { "retry-after": "1" });
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  onBug({ message, stack });
  return new Problem(500, "SL5000", "this is a bug in Sightline: the log of the service has more");
}

/** Tells events of one part of a body after another. True: no more may be told. */
type Tell = (event: Verdict | CommonEvent) => Promise<boolean>;

interface Teller {
  readonly tell: Tell;
  /** The next part begins. */
  goOn(): void;
}

function createTeller(
  judging: Judging,
  answer: Answer,
  { limits, metrics, onBug }: Bench,
  progress: { invalid: number; complete: boolean },
): Teller {
  /** How many histories stood before this part, and how many there are with those of it that were told. */
  let [base, seen] = [0, 0];
  const isOne = (index: number): boolean => {
    seen = Math.max(seen, base + index + 1);
    return seen > limits.histories;
  };
  return {
    goOn: () => void (base = seen),
    async tell(event) {
      const index =
        event.kind === "report" ? event.report.index : event.kind === "end" ? undefined : indexOf(event);
      if (index !== undefined && isOne(index)) return true;
      switch (event.kind) {
        case "report":
        case "measured":
          await answer.verdict(judging.line(event, base));
          return false;
        case "invalid":
          progress.invalid++;
          metrics.invalid();
          await answer.error(invalidLine(event.error, true));
          return false;
        case "bug": {
          onBug(event.error);
          progress.complete = false;
          const message = `history ${base + event.index}: this is a bug in Sightline: ${event.error.message}`;
          await answer.error(problemText(new Problem(500, "SL5000", message)));
          return false;
        }
        case "unreached":
          progress.complete = false;
          return false;
        case "end":
          return false;
      }
    },
  };
}

/** Which history an event is about; what was not reached is none. */
const indexOf = (event: Exclude<Verdict | CommonEvent, { kind: "report" | "end" }>): number | undefined =>
  event.kind === "unreached" ? undefined : event.index;

/** Judges a part of a body by a thread of the pool. Throws a `Problem` where there are too many histories. */
async function judgeSegment(
  { source, line }: Segment,
  name: string,
  { work }: Judging,
  { tell, goOn }: Teller,
  { pool, limits }: Bench,
  signal: AbortSignal,
): Promise<void> {
  const lease: Lease = await pool.lease(signal);
  try {
    goOn();
    const input = { name, source, ...(line !== undefined && { line }) };
    for await (const events of lease.fleet(work, { signal }).run([input]))
      for (const event of events)
        if (await tell(event))
          throw new Problem(
            413,
            "SL5004",
            `there are more than ${limits.histories} histories, the most of a request: send fewer at a time`,
          );
  } finally {
    lease.release();
  }
}
