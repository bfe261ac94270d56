import { bugText } from "./errors/bug-text.js";
import { UsageError } from "./errors/usage-error.js";
import { OutputError, outputFailed, watchOutputs, writeError } from "./output/output.js";
import { EXIT } from "./process/exit-code.js";
import { statusOfSignal } from "./process/interrupt.js";
import { createProgram } from "./program.js";
import { forTerminal } from "./render/style.js";

/** The command line: runs what `args` ask for and sets the exit status. */
export async function main(args: readonly string[]): Promise<void> {
  watchOutputs();
  // Without this the runtime would end with 1, which is a verdict.
  process.on("uncaughtException", (error) => {
    tellBug(error);
    process.exit(EXIT.bug);
  });
  try {
    process.exitCode = statusOfSignal(await runProgram(args));
  } catch (error) {
    tellBug(error);
    process.exitCode = EXIT.bug;
  }
}

function tellBug(error: unknown): void {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(forTerminal(bugText(message, stack, process.env["SIGHTLINE_DEBUG"] === "1")));
}

async function runProgram(args: readonly string[]): Promise<number> {
  let status = 0;
  const program = createProgram((code) => (status = code));
  try {
    await program.parseAsync(args, { from: "user" });
    return status;
  } catch (error) {
    if (isCommanderError(error)) return error.exitCode === 0 ? 0 : EXIT.usage;
    if (error instanceof OutputError) {
      outputFailed(error.message);
      return EXIT.output;
    }
    if (!(error instanceof UsageError)) throw error;
    const { shorten } = await import("@sightline/core");
    writeError(shorten(error.message));
    return EXIT.usage;
  }
}

/** Commander has printed its message by then. */
function isCommanderError(error: unknown): error is Error & { readonly exitCode: number } {
  return error instanceof Error && "code" in error && String(error.code).startsWith("commander.");
}
