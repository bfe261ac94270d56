import { fstatSync } from "node:fs";
import { stat } from "node:fs/promises";
import { createFleet, type Event, type Input, type InvalidInput, JobRefused } from "@sightline/fleet";
import { createTally, EXIT, exitCode, type Tally } from "../exit-code.js";
import { gatherInputs } from "../inputs.js";
import { createJunitWriter, type JunitWriter } from "../junit.js";
import { createOutput } from "../output.js";
import { createProgressBar, type ProgressBar } from "../progress.js";
import { styleFor } from "../render/style.js";
import { UsageError } from "../usage-error.js";
import { type CheckFlags, type CheckPlan, planCheck } from "./check-options.js";
import { createPrinter } from "./printer.js";

/** `sightline check`: the exit status. */
export async function runCheck(paths: readonly string[], flags: CheckFlags): Promise<number> {
  const plan = await planCheck(flags);
  const junit = openJunit(plan);
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
      const tally = await tellAll(fleet.check(inputs), gathered.invalid, plan, { junit, bar, interrupt });
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
    junit?.close();
    await fleet.close();
  }
}

/** What a run needs besides its events. */
interface Surroundings {
  readonly junit: JunitWriter | undefined;
  readonly bar: ProgressBar | undefined;
  readonly interrupt: AbortController;
}

/** Prints events as they come, and counts them. */
async function tellAll(
  events: AsyncIterable<Event>,
  invalid: readonly InvalidInput[],
  plan: CheckPlan,
  { junit, bar, interrupt }: Surroundings,
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
    junit?.add(event);
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

/** Counts events. Those of one history come one after another, so a change of index is a new history. */
function createCounter(tally: Tally): (event: Event) => void {
  let last = -1;
  return (event) => {
    switch (event.kind) {
      case "report":
        tally[event.report.result.verdict]++;
        if (event.report.index !== last) tally.histories++;
        last = event.report.index;
        return;
      case "invalid":
        tally.invalid++;
        return;
      case "bug":
        tally.bugs++;
        return;
      case "unreached":
        tally.unreached++;
        return;
      case "end":
        last = -1;
        return;
    }
  };
}

function openJunit({ junit, onUnknown }: CheckPlan): JunitWriter | undefined {
  if (junit === undefined) return undefined;
  try {
    return createJunitWriter(junit, onUnknown);
  } catch (error) {
    throw new UsageError(
      `--junit cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The first Ctrl-C asks for an orderly end, the second takes one at once. Returns how to stop listening. */
function listenForInterrupt(controller: AbortController): () => void {
  const listener = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort();
  };
  process.on("SIGINT", listener);
  return () => process.off("SIGINT", listener);
}

/** How much there is to read: only needed where a bar is drawn. */
async function totalBytes(inputs: readonly Input[]): Promise<number> {
  if (!process.stderr.isTTY) return 0;
  const sizes = await Promise.all(inputs.map(sizeOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function sizeOf({ source }: Input): Promise<number> {
  if ("bytes" in source) return source.bytes.length;
  try {
    return "path" in source ? (await stat(source.path)).size : fstatSync(source.descriptor).size;
  } catch {
    return 0;
  }
}
