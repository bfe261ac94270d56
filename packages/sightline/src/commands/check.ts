import { createFleet, type Event, type InvalidInput, JobRefused } from "@sightline/fleet";
import { createCounter } from "../count-events.js";
import { createTally, exitCode, type Tally } from "../exit-code.js";
import { totalBytes } from "../input-size.js";
import { gatherInputs } from "../inputs.js";
import { listenForInterrupt } from "../interrupt.js";
import { createHtmlWriter } from "../html/writer.js";
import { createJunitWriter } from "../junit.js";
import { createOutput } from "../output.js";
import { createProgressBar, type ProgressBar } from "../progress.js";
import { styleFor } from "../render/style.js";
import { UsageError } from "../usage-error.js";
import { type CheckFlags, type CheckPlan, planCheck } from "./check-options.js";
import { createPrinter } from "./printer.js";

/** `sightline check`: the exit status. */
export async function runCheck(paths: readonly string[], flags: CheckFlags): Promise<number> {
  const plan = await planCheck(flags);
  const writers = openReports(plan);
  const interrupt = new AbortController();
  let bar: ProgressBar | undefined;
  const fleet = createFleet(plan.job, {
    workers: plan.workers,
    signal: interrupt.signal,
    onProgress: ({ bytes, checks, file }) => bar?.update({ done: bytes, checks, file }),
  });
  try {
    const gathered = await gatherInputs(paths);
    const { inputs } = gathered;
    if (!plan.quiet) bar = createProgressBar(await totalBytes(inputs));
    const stopListening = listenForInterrupt(interrupt);
    try {
      const tally = await tellAll(fleet.check(inputs), gathered.invalid, plan, { writers, bar, interrupt });
      return exitCode(tally, plan.onUnknown);
    } finally {
      stopListening();
      gathered.close();
    }
  } catch (error) {
    if (error instanceof JobRefused) throw new UsageError(error.message);
    throw error;
  } finally {
    bar?.stop();
    for (const writer of writers) writer.close();
    await fleet.close();
  }
}

/** What a run needs besides its events. */
interface Surroundings {
  readonly writers: readonly ReportWriter[];
  readonly bar: ProgressBar | undefined;
  readonly interrupt: AbortController;
}

/** Prints events as they come, and counts them. */
async function tellAll(
  events: AsyncIterable<Event>,
  invalid: readonly InvalidInput[],
  plan: CheckPlan,
  { writers, bar, interrupt }: Surroundings,
): Promise<Tally> {
  const tally = createTally();
  const note = createCounter(tally);
  const output = createOutput();
  const printer = createPrinter({
    mode: plan.json ? "json" : plan.quiet ? "quiet" : "text",
    style: styleFor(process.stdout, process.env),
    debug: process.env["SIGHTLINE_DEBUG"] === "1",
  });
  const tell = async (event: Event): Promise<void> => {
    note(event);
    for (const writer of writers) writer.add(event);
    const { out = "", err = "" } = printer.print(event);
    if (out + err === "") return;
    bar?.hide();
    await output.write(out, err);
  };
  for (const error of invalid) {
    await tell({ kind: "invalid", index: 0, error });
    await tell({ kind: "end", file: error.file });
  }
  for await (const event of events) await tell(event);
  bar?.stop();
  tally.interrupted = interrupt.signal.aborted;
  const { out = "", err = "" } = printer.finish(tally);
  await output.write(out, err);
  return tally;
}

/** A report that is written while results arrive. */
interface ReportWriter {
  add(event: Event): void;
  close(): void;
}

/** The reports that were asked for. */
function openReports({ junit, html, onUnknown }: CheckPlan): readonly ReportWriter[] {
  return [
    open("--junit", junit, (path) => createJunitWriter(path, onUnknown)),
    open("--html", html, (path) => createHtmlWriter(path)),
  ].filter((writer) => writer !== undefined);
}

/** Opens a report that an option asks for: an option that cannot be met is wrong usage. */
function open<Writer>(
  option: string,
  path: string | undefined,
  create: (path: string) => Writer,
): Writer | undefined {
  if (path === undefined) return undefined;
  try {
    return create(path);
  } catch (error) {
    throw new UsageError(
      `${option} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
