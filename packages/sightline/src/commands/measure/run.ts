import { createFleet, type InvalidInput, JobRefused, type MeasureEvent, measureWork } from "@sightline/fleet";
import { bugText } from "../../errors/bug-text.js";
import { invalidLine } from "../../errors/error-lines.js";
import { UsageError } from "../../errors/usage-error.js";
import { type Gathered, gatherInputs } from "../../inputs/gather-inputs.js";
import { areSmall, totalBytes } from "../../inputs/input-size.js";
import { createPassOver } from "../../inputs/pass-over.js";
import { createOutput } from "../../output/output.js";
import { createProgressBar, type ProgressBar } from "../../output/progress-bar.js";
import { createTally, exitCode } from "../../process/exit-code.js";
import { listenForInterrupt } from "../../process/interrupt.js";
import { styleFor } from "../../render/style.js";
import { visible, visibleData } from "../../render/visible.js";
import { notDecided } from "../../report/not-decided.js";
import { warningLines } from "../../report/warning-lines.js";
import { type Census, countMeasured, createCensus } from "./census.js";
import { type MeasureFlags, type MeasurePlan, planMeasure } from "./options.js";
import { measuredLine, renderMeasured, renderTable, summaryLine } from "./render.js";
import { createRounds } from "./rounds.js";

/** `sightline measure`: the exit status. */
export async function runMeasure(paths: readonly string[], flags: MeasureFlags): Promise<number> {
  const plan = await planMeasure(flags);
  const interrupt = new AbortController();
  const gathered = await gatherInputs(paths);
  const bar = plan.quiet ? undefined : createProgressBar(await totalBytes(gathered.inputs));
  const stopListening = listenForInterrupt(interrupt);
  const fleet = createFleet(measureWork(plan.job), {
    workers: plan.workers,
    here: plan.mayMeasureHere && (await areSmall(gathered.inputs)),
    signal: interrupt.signal,
    onProgress: ({ bytes, checks, file }) => bar?.update({ done: bytes, checks, file }),
  });
  try {
    return await tellAll(fleet.run(gathered.inputs), gathered, plan, bar, () => interrupt.signal.aborted);
  } catch (error) {
    if (error instanceof JobRefused) throw new UsageError("SL1402", error.message);
    throw error;
  } finally {
    bar?.stop();
    stopListening();
    gathered.close();
    await fleet.close();
  }
}

/** Prints events as they come, then the table of all; returns the exit status. */
async function tellAll(
  events: AsyncIterable<readonly MeasureEvent[]>,
  { invalid, directories }: Gathered,
  plan: MeasurePlan,
  bar: ProgressBar | undefined,
  interrupted: () => boolean,
): Promise<number> {
  const begun = performance.now();
  const style = styleFor(process.stdout, process.env);
  const debug = process.env["SIGHTLINE_DEBUG"] === "1";
  const output = createOutput();
  const tally = createTally();
  const census: Census = createCensus();
  const rounds = plan.round === undefined ? undefined : createRounds(plan.round);
  const unreached: string[] = [];
  const passOver = createPassOver(directories);

  /** Counts an event and says what it puts on standard output and standard error. */
  const tell = (event: MeasureEvent): readonly [out: string, err: string] => {
    switch (event.kind) {
      case "measured":
        countMeasured(census, event);
        if (event.measured.level === "unknown") tally.unknown++;
        return [
          plan.json
            ? `${measuredLine(event)}
`
            : plan.quiet
              ? ""
              : renderMeasured(visibleData(event), style),
          warningLines(event, event.measured.warnings),
        ];
      case "invalid":
        if (passOver.passes(event.error)) return ["", ""];
        tally.invalid++;
        return ["", invalidLine(event.error, plan.json)];
      case "bug": {
        tally.bugs++;
        const { message, stack } = event.error;
        return ["", `${visible(event.file)}[${event.index}]: ${bugText(message, stack, debug)}`];
      }
      case "unreached":
        unreached.push(event.from === 0 ? event.file : `the rest of ${event.file}`);
        return ["", ""];
      case "end":
        return ["", ""];
    }
  };
  const tellSome = async (some: readonly MeasureEvent[]): Promise<boolean> => {
    const texts: (readonly [string, string])[] = [];
    let stable = false;
    for (const event of some) {
      texts.push(tell(event));
      // What comes after the last round that was needed is not part of the result.
      stable = event.kind === "measured" && rounds?.add(event) === true;
      if (stable) break;
    }
    const out = texts.map(([text]) => text).join("");
    const err = texts.map(([, text]) => text).join("");
    if (out + err !== "") {
      bar?.hide();
      await output.write(out, err);
    }
    return stable;
  };

  const tellInvalid = (errors: readonly InvalidInput[]): Promise<unknown> =>
    tellSome(errors.map((error) => ({ kind: "invalid", index: 0, error })));
  await tellInvalid(invalid);
  for await (const some of events) if (await tellSome(some)) break;
  await tellInvalid(passOver.barren());
  bar?.stop();
  tally.interrupted = interrupted();
  if (rounds !== undefined && !rounds.stable) tally.unreached++;
  const facts = {
    milliseconds: performance.now() - begun,
    invalid: tally.invalid,
    interrupted: tally.interrupted,
    rounds,
  };
  const table = plan.json ? `${summaryLine(census, facts)}\n` : renderTable(census, facts, style);
  const separator = plan.json || plan.quiet || census.histories === 0 ? "" : "\n";
  await output.write("", passOver.lines());
  await output.write(separator + table, notDecided(unreached, tally.interrupted));
  return exitCode(tally, plan.onUnknown);
}
