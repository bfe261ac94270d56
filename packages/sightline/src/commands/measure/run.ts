import { createFleet, type InvalidInput, JobRefused, type MeasureEvent, measureWork } from "@sightline/fleet";
import { UsageError } from "../../errors/usage-error.js";
import { type Gathered, gatherInputs } from "../../inputs/gather-inputs.js";
import { areSmall, totalBytes } from "../../inputs/input-size.js";
import { createPassOver } from "../../inputs/pass-over.js";
import { protectInputs } from "../../inputs/protect-inputs.js";
import { createOutput } from "../../output/output.js";
import { openToWrite } from "../../output/output-file.js";
import { createProgressBar, type ProgressBar } from "../../output/progress-bar.js";
import { exitCode } from "../../process/exit-code.js";
import { listenForInterrupt } from "../../process/interrupt.js";
import { styleFor } from "../../render/style.js";
import { meansOf } from "../shared/batch-means.js";
import { barProgress } from "../shared/tasks/batch-progress.js";
import { renderMeasurePage } from "./html.js";
import { type MeasureFlags, type MeasurePlan, planMeasure } from "./options.js";
import { createMeasurePrinter } from "./printer.js";
import { createRounds } from "./rounds.js";

/** `sightline measure`: the exit status. */
export async function runMeasure(paths: readonly string[], flags: MeasureFlags): Promise<number> {
  const plan = await planMeasure(flags);
  const interrupt = new AbortController();
  const gathered = await gatherInputs(paths);
  protectInputs({ "--html": flags.html, "--journal": flags.journal }, gathered.files);
  const work = measureWork(plan.job);
  const means = await meansOf(flags, gathered.inputs, work.assignment, plan.workers);
  const writePage = flags.html === undefined ? undefined : openToWrite(flags.html, "--html");
  const total = plan.quiet ? 0 : await totalBytes(gathered.inputs);
  const bar = plan.quiet ? undefined : createProgressBar(total);
  const stopListening = listenForInterrupt(interrupt);
  const fleet = createFleet(
    work,
    {
      workers: plan.workers,
      here: means === undefined && plan.mayMeasureHere && (await areSmall(gathered.inputs)),
      signal: interrupt.signal,
      onProgress: (heard) => bar?.update(barProgress(means?.progress, heard, total)),
      ...means?.options,
    },
    means?.start,
  );
  try {
    return await tellAll(fleet.run(gathered.inputs), gathered, plan, {
      bar,
      interrupted: () => interrupt.signal.aborted,
      ...(writePage !== undefined && { writePage }),
    });
  } catch (error) {
    if (error instanceof JobRefused)
      throw new UsageError(flags.cluster === undefined ? "SL1402" : "SL3008", error.message);
    throw error;
  } finally {
    bar?.stop();
    stopListening();
    gathered.close();
    await fleet.close();
    await means?.close();
  }
}

/** What results are told to, besides the standard streams, and whether the user has given up. */
interface Reporting {
  readonly bar: ProgressBar | undefined;
  readonly interrupted: () => boolean;
  readonly writePage?: (text: string) => void;
}

/** Prints events as they come, then the table of all; returns the exit status. */
async function tellAll(
  events: AsyncIterable<readonly MeasureEvent[]>,
  { invalid, directories }: Gathered,
  plan: MeasurePlan,
  { bar, interrupted, writePage }: Reporting,
): Promise<number> {
  const begun = performance.now();
  const output = createOutput();
  const passOver = createPassOver(directories);
  const style = styleFor(process.stdout, process.env);
  const printer = createMeasurePrinter(plan, passOver, style, process.env["SIGHTLINE_DEBUG"] === "1");
  const rounds = plan.round === undefined ? undefined : createRounds(plan.round);

  /** Whether the result is stable after these. */
  const tell = async (some: readonly MeasureEvent[]): Promise<boolean> => {
    let [out, err, stable] = ["", "", false];
    for (const event of some) {
      const [more, errors] = printer.print(event);
      out += more;
      err += errors;
      // What comes after the last round that was needed is not part of the result.
      stable = event.kind === "measured" && rounds?.add(event) === true;
      if (stable) break;
    }
    if (out + err !== "") {
      bar?.hide();
      await output.write(out, err);
    }
    return stable;
  };
  const tellInvalid = (errors: readonly InvalidInput[]): Promise<unknown> =>
    tell(errors.map((error) => ({ kind: "invalid", index: 0, error })));

  await tellInvalid(invalid);
  for await (const some of events) if (await tell(some)) break;
  await tellInvalid(passOver.barren());
  bar?.stop();
  const { tally } = printer;
  tally.interrupted = interrupted();
  if (rounds !== undefined && !rounds.stable) tally.unreached++;
  const milliseconds = performance.now() - begun;
  writePage?.(renderMeasurePage([printer.section(rounds, milliseconds)], new Date()));
  const [out, err] = printer.finish(rounds, milliseconds);
  await output.write("", passOver.lines());
  await output.write(out, err);
  return exitCode(tally, plan.onUnknown);
}
