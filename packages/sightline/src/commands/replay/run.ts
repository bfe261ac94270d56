import { readFile } from "node:fs/promises";
import { text as textOf } from "node:stream/consumers";
import { invalidLine } from "../../errors/error-lines.js";
import { UsageError } from "../../errors/usage-error.js";
import { createOutput } from "../../output/output.js";
import { EXIT } from "../../process/exit-code.js";
import { styleFor } from "../../render/style.js";
import { whole } from "../shared/numbers.js";
import { openNamedStore } from "../shared/store-options.js";
import { kindOfStore } from "../shared/store-target.js";
import { factLines } from "../shared/store-words.js";
import { readRuns } from "./read-runs.js";

/** The options of `replay`, as commander gives them. */
export interface ReplayFlags {
  readonly run?: string;
}

/** `sightline replay`: the exit status. */
export async function runReplay(file: string, flags: ReplayFlags): Promise<number> {
  const number = flags.run === undefined ? undefined : whole(flags.run, "--run", 0);
  const output = createOutput();
  const { colours } = styleFor(process.stdout, process.env);
  const read = readRuns(await contentOf(file), file === "-" ? "standard input" : file);
  if (read.error !== undefined) {
    await output.write("", invalidLine(read.error));
    return EXIT.invalid;
  }
  const { runs, found } = read;
  const wanted = number ?? found.find((one) => runs.some(({ run }) => run === one)) ?? runs[0].run;
  const recorded = runs.find(({ run }) => run === wanted);
  if (recorded === undefined || kindOfStore(recorded.target) !== "library")
    throw new UsageError("SL4007", `there is no run ${wanted} in ${file} that can be repeated`);
  const store = await openNamedStore(recorded.target, recorded.options);
  try {
    if (store.replay === undefined) throw new Error(`${recorded.target} cannot repeat a run`);
    const steps = await store.replay(wanted);
    const lines = steps.flatMap(({ step, replicas }, i) => [
      `${String(i + 1).padStart(3)}. ${step}`,
      ...replicas.map((view, replica) => colours.dim(`       replica ${replica} holds ${view}`)),
    ]);
    const again = steps.map(({ step }) => step);
    const apart = again.findIndex((step, i) => step !== recorded.steps[i]);
    const same = apart < 0 && again.length === recorded.steps.length;
    const conclusion = same
      ? colours.green("The run came to the same again.")
      : colours.red(
          apart < 0
            ? `The run ended after ${again.length} steps, and had ${recorded.steps.length}.`
            : `Step ${apart + 1} is not what was recorded: ${recorded.steps[apart] ?? "nothing"}`,
        );
    await output.write(
      `${[...factLines(store.facts), `run ${wanted}`, "", ...lines, "", conclusion].join("\n")}\n`,
      "",
    );
    return same ? 0 : 1;
  } finally {
    await store.close();
  }
}

async function contentOf(file: string): Promise<string> {
  if (file === "-") return textOf(process.stdin);
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError("SL2091", `${file} cannot be read: ${(error as Error).message}`);
  }
}
