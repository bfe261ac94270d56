import {
  checkWork,
  createFleet,
  type Event,
  type Fleet,
  type InvalidInput,
  JobRefused,
  type Searching,
} from "@sightline/fleet";
import { UsageError } from "../../errors/usage-error.js";
import { type Gathered, gatherInputs } from "../../inputs/gather-inputs.js";
import { areSmall, totalBytes } from "../../inputs/input-size.js";
import { createPassOver } from "../../inputs/pass-over.js";
import { filesNamed, protectInputs } from "../../inputs/protect-inputs.js";
import { createOutput } from "../../output/output.js";
import { createProgressBar, type ProgressBar } from "../../output/progress-bar.js";
import { createTally, exitCode, type Tally } from "../../process/exit-code.js";
import { listenForInterrupt } from "../../process/interrupt.js";
import { count } from "../../render/count.js";
import { styleFor } from "../../render/style.js";
import { type BatchMeans, meansOf } from "../shared/batch-means.js";
import { barProgress } from "../shared/tasks/batch-progress.js";
import { createCounter } from "./counter.js";
import { type CheckFlags, type CheckPlan, planCheck } from "./options.js";
import { createPrinter } from "./printer.js";
import type { ReportWriter } from "./report-writer.js";
import { openReports } from "./reports.js";

/** `sightline check`: the exit status. */
export async function runCheck(paths: readonly string[], flags: CheckFlags): Promise<number> {
  const plan = await planCheck(flags);
  const interrupt = new AbortController();
  let bar: ProgressBar | undefined;
  let total = 0;
  let reports: ReportWriter | undefined;
  let fleet: Fleet<Event> | undefined;
  let means: BatchMeans | undefined;
  try {
    const gathered = await gatherInputs(paths);
    const { inputs } = gathered;
    const outputs = {
      "--journal": flags.journal,
      "--junit": plan.junit,
      "--html": plan.html,
      "--proof": plan.proof,
      "--sarif": plan.sarif,
    };
    protectInputs(outputs, [...gathered.files, ...filesNamed(flags.type, flags.annotations)]);
    const work = checkWork(plan.job);
    means = await meansOf(flags, inputs, work.assignment, plan.workers);
    fleet = createFleet(
      work,
      {
        workers: plan.workers,
        here: means === undefined && plan.mayCheckHere && (await areSmall(inputs)),
        signal: interrupt.signal,
        onProgress: ({ searching, ...heard }) =>
          bar?.update({
            ...barProgress(means?.progress, heard, total),
            search: searching && searchWords(searching),
          }),
        ...means?.options,
      },
      means?.start,
    );
    total = plan.quiet ? 0 : await totalBytes(inputs);
    if (!plan.quiet) bar = createProgressBar(total);
    const stopListening = listenForInterrupt(interrupt);
    try {
      reports = await openReports(plan);
      const tally = await tellAll(fleet.run(inputs), gathered, plan, { reports, bar, interrupt });
      reports.close(tally.interrupted);
      return exitCode(tally, plan.onUnknown);
    } finally {
      stopListening();
      gathered.close();
    }
  } catch (error) {
    if (!(error instanceof JobRefused || error instanceof UsageError)) throw error;
    // A run that is refused leaves older reports as they are.
    reports?.discard();
    throw error instanceof JobRefused
      ? new UsageError(flags.cluster === undefined ? "SL1402" : "SL3008", error.message)
      : error;
  } finally {
    bar?.stop();
    reports?.close(true);
    await fleet?.close();
    await means?.close();
  }
}

/** How far those have come who search a hard history together. */
const searchWords = ({ done, cubes, searchers }: Searching): string =>
  `${done} of ${count(cubes, "cube")} by ${count(searchers, "searcher")}`;

/** The reports, the bar and the interrupt of a run, besides its events. */
interface Surroundings {
  readonly reports: ReportWriter;
  readonly bar: ProgressBar | undefined;
  readonly interrupt: AbortController;
}

/** Prints events as they come, and counts them. */
async function tellAll(
  events: AsyncIterable<readonly Event[]>,
  { invalid, directories }: Gathered,
  plan: CheckPlan,
  { reports, bar, interrupt }: Surroundings,
): Promise<Tally> {
  const tally = createTally();
  const note = createCounter(tally);
  const output = createOutput();
  const printer = createPrinter({
    mode: plan.json ? "json" : plan.quiet ? "quiet" : "text",
    style: styleFor(process.stdout, process.env),
    group: plan.group,
    provesSome: plan.job.provenKinds !== undefined,
    debug: process.env["SIGHTLINE_DEBUG"] === "1",
  });
  const write = async (out: string, err: string): Promise<void> => {
    if (out === "" && err === "") return;
    bar?.hide();
    await output.write(out, err);
  };
  const passOver = createPassOver(directories);
  const tellSome = async (some: readonly Event[], mayPass: boolean): Promise<void> => {
    let text = "";
    for (const event of some) {
      reports.add(event);
      if (mayPass && event.kind === "invalid" && passOver.passes(event.error)) continue;
      note(event);
      const { out = "", err = "" } = printer.print(event);
      text += out;
      if (err === "") continue;
      await write(text, err);
      text = "";
    }
    await write(text, "");
  };
  const tellInvalid = (errors: readonly InvalidInput[]): Promise<void> =>
    tellSome(
      errors.flatMap((error) => [
        { kind: "invalid", index: 0, error },
        { kind: "end", file: error.file },
      ]),
      false,
    );
  await tellInvalid(invalid);
  for await (const some of events) await tellSome(some, true);
  await tellInvalid(passOver.barren());
  bar?.stop();
  tally.interrupted = interrupt.signal.aborted;
  const { out = "", err = "" } = printer.finish(tally);
  await output.write("", passOver.lines());
  await output.write(out, err);
  return tally;
}
