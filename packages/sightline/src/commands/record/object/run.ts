import { setAlarm } from "@sightline/fleet";
import { writeHistory } from "@sightline/formats";
import {
  type CallOrder,
  type Program,
  printObjectProgram,
  type RecordedProgram,
  recordedHistory,
  recordPrograms,
  type Target,
} from "@sightline/lab";
import { protectInputs } from "../../../inputs/protect-inputs.js";
import { createOutput, type Output } from "../../../output/output.js";
import { createStatusLine, noStatusLine } from "../../../output/status-line.js";
import { EXIT } from "../../../process/exit-code.js";
import { count } from "../../../render/count.js";
import { duration } from "../../../render/duration.js";
import { wholeNumber } from "../../../render/whole-number.js";
import { filesOf, type OpenTarget } from "../../shared/target-options.js";
import { type BatchProgress, clusterWords } from "../../shared/tasks/batch-progress.js";
import { withTarget } from "../../shared/with-target.js";
import { openSink, type Sink } from "../sink.js";
import { chooseType, type TypeChoice } from "./choose-type.js";
import {
  orderToRecord,
  programsToRecord,
  type RecordObjectFlags,
  type RecordObjectWishes,
  recordWishesOf,
} from "./options.js";

/** `sightline record java:…` and `js:…`: the exit status. */
export async function runRecordObject(
  name: string,
  flags: RecordObjectFlags,
  open?: OpenTarget,
): Promise<number> {
  const wishes = await recordWishesOf(flags);
  protectInputs({ "--output": wishes.output, "--journal": flags.journal }, filesOf(name, flags));
  const output = createOutput();
  const tell = async (lines: readonly string[]): Promise<void> => {
    if (!wishes.quiet) await output.write("", lines.map((line) => `${line}\n`).join(""));
  };
  return withTarget(
    "record",
    name,
    flags,
    wishes.workload.generate,
    open,
    async ({ target, spec }, signal, progress) => {
      const order = orderToRecord(wishes.hb, target);
      const type = chooseType(spec, wishes);
      const programs = await programsToRecord(wishes.workload, type.spec);
      await tell(type.before);
      const sink = openSink(wishes.output, output);
      try {
        const tally = await record({ target, order, programs, type, wishes, sink, output, progress }, signal);
        await tell([renderSummary(tally), ...(tally.histories > 0 ? type.after() : [])]);
        if (signal.aborted) return EXIT.interrupted;
        return tally.failures > 0 ? 1 : 0;
      } finally {
        sink.close();
      }
    },
  );
}

interface Recording {
  readonly target: Target;
  readonly order: CallOrder | undefined;
  readonly programs: Iterable<Program>;
  readonly type: TypeChoice;
  readonly wishes: RecordObjectWishes;
  readonly sink: Sink;
  readonly output: Output;
  readonly progress: BatchProgress | undefined;
}

/** Counts of a recording so far. */
interface ObjectTally {
  programs: number;
  executions: number;
  histories: number;
  /** Programs that hung, crashed or could not be run. */
  failures: number;
  milliseconds: number;
}

/** Records until all programs are done, the time is over or the user gives up; what was recorded stays. */
async function record(
  { target, order, programs, type, wishes, sink, output, progress }: Recording,
  interrupt: AbortSignal,
): Promise<ObjectTally> {
  const { secondsPerProgram, secondsInAll, generate } = wishes.workload;
  const planned = wishes.workload.programs?.length ?? wishes.workload.count;
  const tally: ObjectTally = { programs: 0, executions: 0, histories: 0, failures: 0, milliseconds: 0 };
  const line = wishes.quiet ? noStatusLine : createStatusLine();
  const begun = performance.now();
  const timeUp = new AbortController();
  const callOff =
    secondsInAll === undefined ? undefined : setAlarm(1000 * secondsInAll, () => timeUp.abort());
  try {
    for await (const recorded of recordPrograms(target, programs, {
      secondsPerProgram,
      seed: generate.seed,
      ...(order !== undefined && { record: order }),
      signal: AbortSignal.any([interrupt, timeUp.signal]),
    })) {
      const elapsed = (performance.now() - begun) / 1000;
      const share = Math.max(recorded.index / planned, elapsed / (secondsInAll ?? Infinity));
      line.update(
        share,
        [count(tally.histories, "history"), ...(progress === undefined ? [] : clusterWords(progress))].join(
          ", ",
        ),
      );
      if (!recorded.done) continue;
      tally.programs++;
      tally.executions += recorded.executions;
      tally.histories += recorded.observations.length;
      line.hide();
      await sink.write(historiesOf(recorded, order, type));
      if (recorded.failure === undefined) continue;
      tally.failures++;
      await output.write("", `${renderFailure(recorded)}\n`);
    }
  } finally {
    callOff?.();
    line.hide();
  }
  tally.milliseconds = performance.now() - begun;
  return tally;
}

/** One line of JSON for each distinct observation; its name tells the program and the frequency. */
function historiesOf(
  { index, program, executions, observations }: RecordedProgram,
  order: CallOrder | undefined,
  choice: TypeChoice,
): string {
  return observations
    .map((seen) => {
      const name = `program ${index}, seen ${seen.count} of ${executions} times`;
      const often = { count: seen.count, of: executions };
      const type = choice.typeFor(program, seen.results);
      const header = { name, seen: often, ...(type !== undefined && { type }) };
      const history = recordedHistory(program, seen, order, header);
      return `${writeHistory(history)}\n`;
    })
    .join("");
}

const FAILURES = {
  hang: "hangs",
  crash: "brings the runtime down",
  rejected: "cannot be run",
  unknown: "did not come to an end in time",
};

function renderFailure({ index, program, failure }: RecordedProgram): string {
  if (failure === undefined) return "";
  return `program ${index} ${FAILURES[failure.kind]}: ${printObjectProgram(program)}\n  ${failure.message.replaceAll("\n", "\n  ")}`;
}

function renderSummary({ programs, executions, histories, milliseconds }: ObjectTally): string {
  if (programs === 0) return "nothing was recorded";
  return `${count(programs, "program")} run ${wholeNumber(executions)} times in ${duration(milliseconds)}: ${count(histories, "history")} recorded`;
}
