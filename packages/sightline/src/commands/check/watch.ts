import { collectInputs } from "@sightline/formats";
import { UsageError } from "../../errors/usage-error.js";
import { writeError } from "../../output/output.js";
import { EXIT } from "../../process/exit-code.js";
import { listenForInterrupt } from "../../process/interrupt.js";
import { count } from "../../render/count.js";
import { visible } from "../../render/visible.js";
import { batchFlagNames } from "../shared/batch-flags.js";
import { refuseOptions } from "../shared/store-options.js";
import { isModule } from "../shared/type-option.js";
import type { CheckFlags } from "./options.js";
import { runCheck } from "./run.js";
import { nextChange, statesOf } from "./next-change.js";

/** The most files that are named as changed. */
const MOST_NAMED = 3;

/** Clears a terminal, what was scrolled away too, and goes to its top. */
const CLEAR = "\u001b[2J\u001b[3J\u001b[H";

/** `sightline check --watch`: checks, and again whenever an input changes, until a signal; the last exit status. */
export async function runWatch(args: readonly string[], flags: CheckFlags): Promise<number> {
  await refuseStreams(args);
  refuseOptions(flags, batchFlagNames, "for one batch, and --watch checks again and again");
  const others = [flags.annotations, flags.type].filter(
    (path): path is string => path !== undefined && (path === flags.annotations || isModule(path)),
  );
  const interrupt = new AbortController();
  const stopListening = listenForInterrupt(interrupt);
  const say = (words: string): void => {
    if (flags.quiet !== true) process.stderr.write(`${words}\n`);
  };
  try {
    // What changes while a check runs is noticed after it.
    let seen = await statesOf(args, others);
    let status = await runCheck(args, flags);
    for (;;) {
      if (interrupt.signal.aborted) return status;
      say(`watching ${count(seen.size, "file")}: Ctrl-C ends`);
      const change = await nextChange(args, others, seen, interrupt.signal);
      if (change === undefined) return status;
      seen = change.states;
      if (process.stdout.isTTY && flags.json !== true) process.stdout.write(CLEAR);
      say(`${listed(change.files)} changed`);
      status = await checkAgain(args, flags);
    }
  } finally {
    stopListening();
  }
}

/** What can be wrong with a type or an annotation while it is being written does not end the watch. */
async function checkAgain(args: readonly string[], flags: CheckFlags): Promise<number> {
  try {
    return await runCheck(args, flags);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    writeError(error);
    return EXIT.usage;
  }
}

/** Throws a `UsageError` where there is nothing to watch, or something that can be read only once. */
async function refuseStreams(args: readonly string[]): Promise<void> {
  const { inputs, errors } = await collectInputs(args);
  const stream = inputs.find(({ kind }) => kind === "stdin" || kind === "stream");
  if (stream !== undefined)
    throw new UsageError(
      "SL4010",
      `--watch needs files or directories: ${stream.kind === "stdin" ? "standard input" : stream.file} can be read only once`,
    );
  if (errors.length === 0 && inputs.every(({ kind }) => kind === "text"))
    throw new UsageError("SL4010", "--watch needs a file or a directory to watch");
}

function listed(files: readonly string[]): string {
  const more = files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : "";
  return files.slice(0, MOST_NAMED).map(visible).join(", ") + more;
}
