import { harnessFault, type Outcome, type Program } from "../object/program.js";
import type { CallOrder, SeenOutcome, StressFailure, StressOptions, StressReport } from "../object/target.js";
import type { Answer, Jvm } from "./jvm.js";

/** What the JVM reports of a program, numbered within its request. */
interface JvmReport {
  readonly program: number;
  /** It begins; nothing more is known. */
  readonly started?: true;
  readonly executions: number;
  readonly overlapped: number;
  readonly seconds: number;
  readonly outcomes: readonly (readonly [SeenOutcome["results"], number])[];
  readonly done: boolean;
  /** Why it cannot be run. */
  readonly rejected?: string;
}

/** Where JVMs come from, and go when they are not needed. */
export interface JvmPool {
  take(): Promise<Jvm>;
  giveBack(jvm: Jvm): void;
  /** Whether all were ended: what then happens is nobody's fault. */
  isClosed(): boolean;
}

/** A request without its programs. */
export interface StressRequest {
  readonly kind: "stress";
  readonly subject: object;
  readonly seconds: number;
  readonly hangSeconds: number;
  readonly seed: number;
  readonly record?: CallOrder;
}

/**
 * Stresses programs in JVMs of the pool. A program that hangs or brings its JVM down is reported as such,
 * and another JVM goes on with the next one. Rejects where the class itself cannot be tested.
 */
export async function* stressPrograms(
  pool: JvmPool,
  programs: readonly Program[],
  request: StressRequest,
  signal: StressOptions["signal"],
): AsyncGenerator<StressReport, void> {
  const isOver = (): boolean => signal?.aborted === true || pool.isClosed();
  let next = 0;
  while (next < programs.length && !isOver()) {
    const first = next;
    const jvm = await pool.take();
    const onAbort = (): void => jvm.stop();
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      let last = nothingSeen(first);
      const rest = { ...request, seed: request.seed + first, programs: programs.slice(first) };
      for await (const event of reportsOf(jvm, rest)) {
        if ("kind" in event) {
          const failure = failureOf(event);
          if (isOver()) {
            // A JVM that was stopped, and did not come back from a call, cannot tell any more.
            if (!last.done && last.executions > 0 && !pool.isClosed()) yield { ...last, done: true };
            return;
          }
          if (failure === undefined) {
            const further = wantsAnother(event);
            if (further === undefined) return;
            next = first + further;
            await jvm.kill();
            continue;
          }
          if (last.done) last = nothingSeen(next);
          next = last.program + 1;
          yield { ...last, done: true, failure };
        } else if (event.started === true) {
          last = nothingSeen(first + event.program);
        } else {
          last = toStressReport(event, first, programs[first + event.program], request.record);
          if (last.done) next = last.program + 1;
          yield last;
        }
      }
    } finally {
      signal?.removeEventListener("abort", onAbort);
      pool.giveBack(jvm);
    }
  }
}

/** The number of the next program, where the JVM has too many threads that never came back to go on. */
function wantsAnother(answer: Answer): number | undefined {
  return answer.kind === "result" && typeof answer.result === "number" ? answer.result : undefined;
}

function nothingSeen(program: number): StressReport {
  return { program, executions: 0, overlapped: 0, seconds: 0, outcomes: [], done: false };
}

function toStressReport(
  report: JvmReport,
  first: number,
  program: Program,
  record: CallOrder | undefined,
): StressReport {
  const { executions, overlapped, seconds, outcomes, done } = report;
  const fault = outcomes.map(([results]) => harnessFault(results)).find((own) => own !== undefined);
  const rejected = report.rejected ?? fault;
  return {
    program: first + report.program,
    executions,
    overlapped,
    seconds,
    // Where some results are none, the others cannot be relied upon either.
    outcomes:
      fault === undefined
        ? outcomes.map(([results, count]) => ({ ...splitOrder(results, program, record), count }))
        : [],
    done,
    ...(rejected !== undefined && { failure: { kind: "rejected", message: rejected } }),
  };
}

/** What was recorded of the order of calls comes after the results (see `Recording.java`). */
function splitOrder(
  values: Outcome,
  { threads }: Program,
  record: CallOrder | undefined,
): Pick<SeenOutcome, "results" | "order"> {
  if (record === undefined) return { results: values };
  const steps = threads.flat();
  const calls = steps.filter(({ on }) => on === undefined);
  const [rows, width] = [values.slice(steps.length), record === "clocks" ? 2 : threads.length - 1];
  return {
    results: values.slice(0, steps.length),
    order: calls.map((_, call) => rows.slice(call * width, (call + 1) * width) as number[]),
  };
}

/** Throws where no program of the class can be run. */
function failureOf(answer: Answer): StressFailure | undefined {
  if (answer.kind === "result") return undefined;
  if (answer.kind === "error") throw new Error(answer.message);
  return { kind: answer.kind, message: answer.message };
}

/** The reports on a request as they come, and the answer as the last. Who leaves early stops the request. */
async function* reportsOf(jvm: Jvm, request: object): AsyncGenerator<JvmReport | Answer, void> {
  const waiting: JvmReport[] = [];
  let answer: Answer | undefined;
  let wake = (): void => {};
  const onReport = (report: unknown): void => {
    // Whoever reads slowly gets the latest of each program.
    const { program, started, done } = waiting.at(-1) ?? {};
    if (program === (report as JvmReport).program && started === undefined && done !== true) waiting.pop();
    waiting.push(report as JvmReport);
    wake();
  };
  const answered = jvm.ask(request, onReport).then((end) => {
    answer = end;
    wake();
  });
  try {
    while (answer === undefined || waiting.length > 0) {
      const report = waiting.shift();
      if (report !== undefined) yield report;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    yield answer;
  } finally {
    jvm.stop();
    await answered;
  }
}
